"""Which rubrics are written for a text like the one at hand: offered, and never used unasked."""

from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import PurePath

from workbench.core.artifacts import Artifact, Revision
from workbench.core.instruments import Rubric
from workbench.core.ports import Library
from workbench.core.text.language import is_japanese

_LANGUAGES = {"ja": ("Japanese", is_japanese)}


def offered_for(rubric: Rubric) -> str:
    """The texts that a rubric is offered for, in words; empty where it is offered for none."""
    if rubric.language is not None:
        return f"texts in {_LANGUAGES[rubric.language][0]}"
    return f"files named {', '.join(rubric.files)}" if rubric.files else ""


@dataclass(frozen=True, slots=True)
class Offered:
    """A rubric that says of itself that it is for such a text."""

    rubric: Rubric
    why: str
    """The texts that it is for, in words."""

    def sentence(self) -> str:
        """What it is for and who reads beside it; how to take it is for whoever shows this."""
        readers = f", read with {', '.join(self.rubric.readers)}" if self.rubric.readers else ""
        return f"{self.rubric.name}, written for {self.why}{readers}"


def offered_rubrics(
    library: Library, artifact: Artifact, revision: Revision, used: Rubric | None
) -> tuple[Offered, ...]:
    """Each rubric that is written for such a text, but the one in use."""
    return tuple(
        Offered(rubric, why)
        for rubric in library.rubrics
        if artifact.kind in rubric.kinds and (used is None or rubric.name != used.name)
        for why in list(_reasons(rubric, artifact, revision))[:1]
    )


def _reasons(rubric: Rubric, artifact: Artifact, revision: Revision) -> Iterator[str]:
    if rubric.language is not None:
        name, is_written = _LANGUAGES[rubric.language]
        if is_written(revision.text):
            yield f"texts in {name}"
    parts = [part.casefold() for part in PurePath(artifact.path).parts]
    for pattern in rubric.files:
        # A pattern with a folder is about the folder that holds the file.
        named = "/".join(parts[-1 - pattern.count("/") :])
        if fnmatch(named, pattern.casefold()):
            yield f"files named {pattern}"
