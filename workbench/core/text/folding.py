"""A text with everything folded away that does not change its words, and the way back to its offsets.

Folded away: case, compatibility forms (NFKD), the shape of quotes and dashes, invisible
characters, runs of white space, Markdown markup, link targets, HTML tags, and the bullets,
numbers and quote signs that lines after the first begin with. White space beside East Asian
characters and dashes counts for nothing, because a re-wrapped line has it there or not.
"""

import html
import re
import unicodedata
from array import array
from bisect import bisect_left

from workbench.core.text.graphemes import is_wide

_TOKENS = re.compile(
    r"""
    (?P<plain>(?![ ])(?:
        [A-Za-z0-9"$%'+,/:;=?@^{}] | -(?!-) | \.(?!\.) | &(?![A-Za-z#][A-Za-z0-9]{1,8};)
      | (?<=[A-Za-z0-9,.;:])[ ](?=[A-Za-z0-9])
    )+)
  | (?P<space>(?:
        \n[ \t]*(?:>[ \t]*)*(?:(?:[-+*]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?
      | [\s|]
      | </?(?:br|hr|p|div|li|t[dhr]|h[1-6])\b[^<>]{0,500}>
    )+)
  | (?P<markup>
        \]\((?:[^()\s]|\([^()\s]{0,200}\)){0,2000}(?:[ ]+"[^"\n]{0,200}")?\)
      | \]\[[^\[\]\n]{0,200}\]
      | </?[A-Za-z][^<>]{0,500}>
      | [*_`~\[\]()#>]
      | !(?=\[)
      | \\(?=[!-/:-@\[-`{-~])
    )
  | (?P<run>-{2,}|\.{2,})
  | (?P<entity>&(?:[A-Za-z]{2,8}|\#\d{1,7}|\#[xX][0-9A-Fa-f]{1,6});)
  | (?P<other>[^\x00-\x7f]+|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_SHAPES = {
    **dict.fromkeys('"“”„‟«»‘’‚‛‹›′″＂＇「」『』', "'"),
    **dict.fromkeys("‐‑‒–—―−﹘﹣－⸺⸻", "-"),
    **dict.fromkeys("…‥⋯", "."),
    **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f（）［］＊＿｀～〜＃＞", ""),
}
_COLLAPSED = "-."
"""What counts once however often it is repeated: dashes and dots are typed in many lengths."""


class _Folds(dict[str, str]):
    """What a character folds to, worked out once each: nothing, one or several characters."""

    def __missing__(self, char: str) -> str:
        plain = _SHAPES.get(char)
        if plain is None:
            plain = unicodedata.normalize("NFKD", char).casefold()
        self[char] = plain
        return plain


_FOLDS = _Folds()


def _is_tight(char: str) -> bool:
    """Whether white space beside the character counts for nothing."""
    return char == "-" or is_wide(char)


class Folded:
    """A folded text that knows where each of its characters came from."""

    def __init__(self, source: str) -> None:
        self._pieces: list[str] = []
        self._starts = array("L")
        self._ends: dict[int, int] = {}
        self._last = ""
        self._gap: tuple[int, int] | None = None
        for token in _TOKENS.finditer(source):
            self._fold(token)
        self.text = "".join(self._pieces)
        """The folded characters, without white space at either end."""

    def source(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of the source that a non-empty stretch of the folded text came from."""
        last = end - 1
        return self._starts[start], self._ends.get(last, self._starts[last] + 1)

    def index(self, offset: int) -> int:
        """Where in the folded text the source's offset is, or the first thing kept after it."""
        return bisect_left(self._starts, offset)

    def _fold(self, token: re.Match[str]) -> None:
        start, end, found = token.start(), token.end(), token[0]
        match token.lastgroup:
            case "plain":
                self._keep_run(found.lower().replace('"', "'"), start)
            case "space":
                self._gap = self._gap or (start, end)
            case "run":
                self._keep(found[0], start, end)
            case "entity":
                self._keep_entity(html.unescape(found), start, end)
            case "other":
                for offset, char in enumerate(found, start):
                    if char.isspace():
                        self._gap = self._gap or (offset, offset + 1)
                    else:
                        self._keep(_FOLDS[char], offset, offset + 1)

    def _keep_entity(self, meaning: str, start: int, end: int) -> None:
        if meaning.isspace():
            self._gap = self._gap or (start, end)
        else:
            self._keep("".join(map(_FOLDS.__getitem__, meaning)), start, end)

    def _keep_run(self, folded: str, start: int) -> None:
        """Keep characters that stand for as many source characters, one each."""
        self._close_gap(folded[0])
        self._pieces.append(folded)
        self._starts.extend(range(start, start + len(folded)))
        self._last = folded[-1]

    def _keep(self, folded: str, start: int, end: int) -> None:
        """Keep what one stretch of the source folds to."""
        for char in folded:
            if self._gap:
                self._close_gap(char)
            if char == self._last and char in _COLLAPSED:
                self._ends[len(self._starts) - 1] = end
                continue
            if end - start > 1:
                self._ends[len(self._starts)] = end
            self._pieces.append(char)
            self._starts.append(start)
            self._last = char

    def _close_gap(self, following: str) -> None:
        """Keep the white space before a character as one space, where it counts."""
        if self._gap and self._last and not _is_tight(self._last) and not _is_tight(following):
            self._ends[len(self._starts)] = self._gap[1]
            self._pieces.append(" ")
            self._starts.append(self._gap[0])
            self._last = " "
        self._gap = None
