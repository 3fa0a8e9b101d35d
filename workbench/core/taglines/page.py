"""The line under a page's title, as a visitor sees it."""

import re
from dataclasses import dataclass
from itertools import pairwise

from workbench.core.errors import ArtifactError
from workbench.core.taglines.candidates import Candidate
from workbench.core.text.document import Document, rendered

_TITLE = re.compile(r"<h[1-6]\b[^<>]{0,500}>[\s\S]{0,1000}?</h[1-6]\s*>", re.IGNORECASE)
_COMMENT = re.compile(r"<!--[\s\S]*?(?:-->|\Z)")
_PICTURE = re.compile(
    r"!\[[^\[\]]{0,300}\](?:\([^()\s]{0,600}(?:[ \t]+\"[^\"]{0,200}\")?\)|\[[^\[\]]{0,100}\])"
)
_LINKED_NOTHING = re.compile(r"\[\s*\](?:\([^()\s]{0,600}\)|\[[^\[\]]{0,100}\])")
_REFERENCE = re.compile(r"^ {0,3}\[[^\[\]]{1,200}\]:[ \t]+\S.*$", re.MULTILINE)
_TAG = re.compile(r"<[^<>]{1,2000}>")
_MARK = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class TitledLine:
    """A page's title and the line under it."""

    title: str
    """Empty where the page has none."""
    candidate: Candidate


def line_under_title(name: str, text: str) -> TitledLine:
    """The first paragraph under a page's title, without badges and markup.

    Raises:
        ArtifactError: nothing stands there before the first section.
    """
    document = Document(text)
    opening = next((heading.line for heading in document.headings if heading.title), 0)
    begins = 1 if document.stated_title else opening
    blocks = [*document.block_lines, (len(document.lines) + 1, False)]
    for (line, heading), (after, _) in pairwise(blocks):
        if heading and line > max(begins, opening):
            break
        if heading or after <= begins:
            continue
        said = _visible("\n".join(document.lines[line - 1 : after - 1]))
        if said:
            return TitledLine(document.title or "", Candidate(said, line=line))
    raise ArtifactError(f"{name}: no line stands under its title: write one, or name a file of candidates.")


def _visible(source: str) -> str:
    """The words of a block that a visitor reads: no badge, no tag, no mark of a quotation."""
    words = _REFERENCE.sub("", _TITLE.sub(" ", _COMMENT.sub(" ", source)))
    words = _LINKED_NOTHING.sub(" ", _PICTURE.sub("", words))
    return rendered(_TAG.sub(" ", _MARK.sub("", words)).strip())
