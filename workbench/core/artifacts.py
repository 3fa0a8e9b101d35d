"""The text under review and its exact contents."""

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

    @property
    def name(self) -> str:
        """The file's name without its folders."""
        return PurePath(self.path).name


def decoded(data: bytes, name: str = "the file") -> Revision:
    """A revision from a file's bytes.

    Bytes that are not UTF-8 are replaced and a notice says so.

    Raises:
        ArtifactError: the bytes are not text.

    """
    if b"\0" in data[:8192]:
        raise ArtifactError(f"{name} is not text (it holds NUL bytes): give a Markdown or text file.")
    notices: list[str] = []
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text = data.decode("utf-8-sig", errors="replace")
        notices.append(
            f"{name} is not UTF-8 at byte {error.start}; "
            "what could not be read is shown as \N{REPLACEMENT CHARACTER}."
        )
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return Revision(hashlib.sha256(data).hexdigest(), text, tuple(notices))


def guessed_kind(name: str) -> Kind:
    """The kind a file's name suggests: READMEs by name, everything else an article."""
    return Kind.README if PurePath(name).name.lower().startswith("readme") else Kind.ARTICLE
