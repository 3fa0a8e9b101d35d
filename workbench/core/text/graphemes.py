"""What a person sees as one character, and how many terminal cells it fills.

The part of UAX #29 that texts under review meet: marks, joined emoji, flags and conjoining
jamo. Cells follow UAX #11, with marks at none and emoji at two.
"""

import unicodedata

ZERO_WIDTH_JOINER = "\N{ZERO WIDTH JOINER}"
_EMOJI_STYLE = "\N{VARIATION SELECTOR-16}"
_JAMO_FILLERS = "\N{HANGUL FILLER}\N{HALFWIDTH HANGUL FILLER}"


def _is_conjoining(char: str) -> bool:
    """Whether it is a vowel or final jamo, which joins the consonant before it."""
    return "\u1160" <= char <= "\u11ff" or "\ud7b0" <= char <= "\ud7ff"


class _Extends(dict[str, bool]):
    """Whether a character belongs to the one before it, worked out once each."""

    def __missing__(self, char: str) -> bool:
        extends = (
            unicodedata.category(char) in ("Mn", "Me", "Mc")
            or char in "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}\uff9e\uff9f"
            or "\U0001f3fb" <= char <= "\U0001f3ff"
            or "\U000e0020" <= char <= "\U000e007f"
            or _is_conjoining(char)
        )
        self[char] = extends
        return extends


class _Cells(dict[str, int]):
    """How many cells a character fills alone, worked out once each."""

    def __missing__(self, char: str) -> int:
        cells = self[char] = self._counted(char)
        return cells

    @staticmethod
    def _counted(char: str) -> int:
        category = unicodedata.category(char)
        if category in ("Mn", "Me", "Mc") or _is_conjoining(char) or char in _JAMO_FILLERS:
            return 0
        if category == "Cf":
            return int(char == "\N{SOFT HYPHEN}")
        if "\U0001f3fb" <= char <= "\U0001f3ff":
            return 0
        return 2 if is_wide(char) else 1


_EXTENDS = _Extends()
_CELLS = _Cells()


def is_wide(char: str) -> bool:
    """Whether it is an East Asian wide or full-width character or an emoji."""
    return unicodedata.east_asian_width(char) in "WF" and unicodedata.category(char) != "Cn"


def cells(grapheme: str) -> int:
    """How many terminal cells a grapheme fills: 0, 1 or 2; a tab or newline counts one."""
    if len(grapheme) == 1:
        return _CELLS[grapheme]
    if _EMOJI_STYLE in grapheme and not grapheme[0].isalpha():
        return 2
    return min(2, sum(map(_CELLS.__getitem__, grapheme)))


def grapheme_end(text: str, start: int) -> int:
    """The offset after the grapheme that begins at `start`, which must be inside the text."""
    end = start + 1
    if end >= len(text):
        return end
    first, second = text[start], text[end]
    if _is_flag_half(first) and _is_flag_half(second):
        end += 1
    elif not _EXTENDS[second] or _is_control(first):
        return end
    while end < len(text) and (_EXTENDS[text[end]] or _is_joined(text, end)):
        end += 1
    return end


def is_boundary(text: str, offset: int) -> bool:
    """Whether no grapheme is split by cutting the text at an offset."""
    if offset <= 0 or offset >= len(text):
        return True
    before, after = text[offset - 1], text[offset]
    if _EXTENDS[after]:
        return _is_control(before)
    if _is_flag_half(before) and _is_flag_half(after):
        return _flag_halves_before(text, offset) % 2 == 0
    return not (_is_joined(text, offset) and offset > 1 and not _is_control(text[offset - 2]))


def widened(text: str, start: int, end: int) -> tuple[int, int]:
    """The smallest stretch of whole graphemes that holds the one given."""
    while not is_boundary(text, start):
        start -= 1
    while not is_boundary(text, end):
        end += 1
    return start, end


def _is_flag_half(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _flag_halves_before(text: str, offset: int) -> int:
    start = offset
    while start > 0 and _is_flag_half(text[start - 1]):
        start -= 1
    return offset - start


def _is_joined(text: str, offset: int) -> bool:
    """Whether the character there is a picture that a joiner ties to what stands before."""
    char = text[offset]
    return (
        text[offset - 1] == ZERO_WIDTH_JOINER
        and unicodedata.category(char) in ("So", "Sm")
        and not _is_flag_half(char)
    )


def _is_control(char: str) -> bool:
    return unicodedata.category(char) in ("Cc", "Zl", "Zp")
