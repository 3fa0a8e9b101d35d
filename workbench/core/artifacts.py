"""The text under review and its exact contents."""

import codecs
import hashlib
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePath

from workbench.core.errors import ArtifactError


class Kind(StrEnum):
    """What a text is, which decides who reads it and by which rubric."""

    README = "readme"
    ARTICLE = "article"
    TAGLINES = "taglines"


@dataclass(frozen=True, slots=True)
class Revision:
    """One exact content of an artifact."""

    sha256: str
    """Hex digest of the file's bytes."""
    text: str
    """Decoded, without a byte order mark, newlines as `\\n`; every offset counts its code points."""
    notices: tuple[str, ...] = ()
    """What had to be done to read it, a sentence each."""
    number: int = 0
    """1 for the first revision stored of its artifact; 0 until stored."""
    id: int = 0
    """The store's key; 0 until stored."""


@dataclass(frozen=True, slots=True)
class Artifact:
    """The file under review."""

    identity: str
    """`git:<remote>#<path in the repository>`, else `path:<absolute path>`."""
    path: str
    """Where it was last opened, absolute."""
    kind: Kind
    intent: str | None = None
    """The author's sentence: what this is, for whom; None until given."""
    id: int = 0
    """The store's key; 0 until stored."""
    written_with: str | None = None
    """The model that helped to write it, as the person says; None until said."""

    @property
    def name(self) -> str:
        """The file's name without its folders."""
        return PurePath(self.path).name


NOWHERE = "import:"
"""How the identity of a text begins that was imported and is at no file here."""
LARGE = 1_000_000
"""Bytes from which a text is opened on a screen only when the person says so."""
MOST_LINES = 300_000
"""A text with more is a table or a log; reading its structure would take minutes."""
_CHARACTERS_A_TOKEN = 4

_MARKED_ENCODINGS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
"""What a file's first bytes say about it, the longer mark first: UTF-32's begins with UTF-16's."""


def decoded(data: bytes, name: str = "the file") -> Revision:
    """A revision from a file's bytes: UTF-8, or UTF-16 or UTF-32 where a byte order mark says so.

    Bytes that do not fit are replaced; a notice says so, and that a text is not UTF-8 or is large.

    Raises:
        ArtifactError: the bytes are not text, or hold more than 300,000 lines.

    """
    encoding = next((encoding for mark, encoding in _MARKED_ENCODINGS if data.startswith(mark)), None)
    if encoding is None and b"\0" in data[:8192]:
        raise ArtifactError(
            f"{name} is not text (it holds NUL bytes): give a Markdown or text file, saved as UTF-8."
        )
    notices = [f"{name} holds {size_in_words(len(data))}."] if len(data) >= LARGE else []
    if encoding is not None:
        notices.append(f"{name} is {encoding}, converted here; most programs want it saved as UTF-8.")
    try:
        text = data.decode(encoding or "utf-8-sig")
    except UnicodeDecodeError as error:
        text = data.decode(encoding or "utf-8-sig", errors="replace")
        notices.append(
            f"{name} is not {encoding or 'UTF-8'} at byte {error.start}; "
            "what could not be read is shown as \N{REPLACEMENT CHARACTER}."
        )
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if (lines := text.count("\n")) > MOST_LINES:
        raise ArtifactError(f"{name} has {lines:,} lines: give a text, or a part of it with {MOST_LINES:,}.")
    return Revision(hashlib.sha256(data).hexdigest(), text, tuple(notices))


def size_in_words(size: int) -> str:
    """How much a text of so many bytes is to draw and to send."""
    return f"{size / 1_000_000:.1f} MB, about {size // _CHARACTERS_A_TOKEN:,} tokens"


def guessed_kind(name: str) -> Kind:
    """The kind a file's name suggests: READMEs by name, everything else an article."""
    return Kind.README if PurePath(name).name.lower().startswith("readme") else Kind.ARTICLE
