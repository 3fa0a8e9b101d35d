"""The copy as a file: the bytes of the original with nothing but the planted words in their place."""

import re
from bisect import bisect_right

from workbench.core.errors import ArtifactError
from workbench.core.planting.planting import Planted

_NEWLINE = re.compile(r"\r\n?|\n")
_MARK = b"\xef\xbb\xbf"


def planted_bytes(data: bytes, planted: Planted, name: str = "the file") -> bytes:
    """The bytes of a copy: of the original's, all that was not changed, its line ends and its mark.

    Raises:
        ArtifactError: the original is not UTF-8.
    """
    body = data.removeprefix(_MARK)
    try:
        raw = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ArtifactError(
            f"{name} is not UTF-8, so a copy would differ in more than its faults: save it as UTF-8."
        ) from error
    places = _Places(raw)
    made, at, original = [], 0, 0
    for change in sorted((c for f in planted.faults for c in f.changes), key=lambda c: (c.start, c.end)):
        # What is before this change is as long in the copy as in the original.
        original += change.start - at
        start, end = places.raw(original), places.raw(original + len(change.old))
        made.append((start, end, change.new.replace("\n", places.newline_at(start))))
        original += len(change.old)
        at = change.end
    for start, end, new in reversed(made):
        raw = raw[:start] + new + raw[end:]
    return (_MARK if data.startswith(_MARK) else b"") + raw.encode()


class _Places:
    """Where an offset of a text with plain newlines is in the text as it stands."""

    def __init__(self, raw: str) -> None:
        self._ends = [found.span() for found in _NEWLINE.finditer(raw)]
        self._lines = [0, *(end for _, end in self._ends)]
        extra, self._plain = 0, [0]
        for start, end in self._ends:
            extra += end - start - 1
            self._plain.append(end - extra)
        self._raw = raw

    def raw(self, offset: int) -> int:
        """The offset in the text as it stands."""
        line = bisect_right(self._plain, offset) - 1
        return self._lines[line] + offset - self._plain[line]

    def newline_at(self, start: int) -> str:
        """The line end that the text has there."""
        if not self._ends:
            return "\n"
        line = min(bisect_right(self._lines, start) - 1, len(self._ends) - 1)
        first, end = self._ends[line]
        return self._raw[first:end]
