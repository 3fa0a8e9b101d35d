"""Options that sentences and tables name on their own, and the programs that they must mean."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from workbench.checks.evidence.program import Program
from workbench.checks.evidence.project import Project
from workbench.checks.families.called import Called, called
from workbench.checks.regex import regex
from workbench.checks.text.code import CodeSpan, Prose
from workbench.checks.text.page import Page
from workbench.checks.text.past import is_past
from workbench.checks.text.tools import TOOLS, WORDS

_NAME = regex(r"--?[A-Za-z?][\w-]*(?:\.[\w-]+)?")
_MOST_SPANS = 60
"""Of one paragraph; one with more is not read."""
_DENIED = regex(
    r"\b(?:there (?:is|are) no|does not have|doesn't have|has no|instead of|unlike|"
    r"not (?:supported|implemented|available)|removed|dropped)\b",
    re.I,
)
_OTHERS = regex(r"\b(?:alternatives?|comparison|compared|versus|vs|related|similar)\b", re.I)
_OTHER_WORDS = regex(r"\b(?:compiler|linker|jvm|browser|shell|kernel|upstream|underlying)\b", re.I)


class OptionSpan(NamedTuple):
    """An option in code markup, without the command that it belongs to."""

    name: str
    place: tuple[int, int]
    prose: Prose
    span: CodeSpan
    programs: tuple[Program, ...]
    """Programs of the repository that may be meant."""
    called: str
    """What the reader types for the first one."""
    is_sure: bool
    """Whether the text around it speaks of one of them."""
    doubt: str | None
    """Why it may be right not to have it; None where nothing says so."""


def option_spans(page: Page, project: Project) -> tuple[OptionSpan, ...]:
    """Every such option of a text that speaks of programs of the repository which are understood."""
    return project.known(page, _option_spans)


def _option_spans(page: Page, project: Project) -> tuple[OptionSpan, ...]:
    known = called(page, project)
    programs: dict[str, Program] = {}
    for one in known:
        programs.setdefault(one.call.name, one.call.program)
    for program in project.programs.all_named():
        programs.setdefault(program.name, program)
    return tuple(_Text(page, project, programs, known).spans()) if programs else ()


class _Text:
    def __init__(
        self, page: Page, project: Project, programs: dict[str, Program], known: Sequence[Called]
    ) -> None:
        self._page, self._project, self._programs, self._known = page, project, programs, known
        self._starts = [heading.start for heading in page.markdown.headings]
        self._last: tuple[Prose, tuple[Program, ...], str, bool, str | None] | None = None
        self._rows: dict[tuple[int, int], list[Prose]] = {}
        for prose in page.markdown.prose:
            if prose.cell is not None:
                self._rows.setdefault((prose.cell.table, prose.cell.row), []).append(prose)

    def spans(self) -> Iterator[OptionSpan]:
        """Every option in its place."""
        for prose in self._page.markdown.prose:
            if prose.role == "heading" and not any(span.text.startswith("-") for span in prose.spans):
                continue
            for span in prose.spans if len(prose.spans) <= _MOST_SPANS else ():
                found = _NAME.match(span.text)
                if found is None or not span.text.startswith("-") or _ends_badly(span.text, found.end()):
                    continue
                yield self._of(prose, span, found[0])

    def _of(self, prose: Prose, span: CodeSpan, name: str) -> OptionSpan:
        if self._last is None or self._last[0] is not prose:
            self._last = (prose, *self._meant(prose))
        _, programs, called, is_sure, doubt = self._last
        place = (span.start, span.start + len(name))
        return OptionSpan(name, place, prose, span, programs, called, is_sure, doubt)

    def _meant(self, prose: Prose) -> tuple[tuple[Program, ...], str, bool, str | None]:
        """What is so of all options of a paragraph: programs, how they are called, whether surely, doubt."""
        around = self._around(prose)
        named = [n for n in self._programs if re.search(rf"(?<![\w-]){re.escape(n)}(?![\w-])", around)]
        chosen = named or list(self._programs)
        unique = {id(self._programs[n]): self._programs[n] for n in chosen}
        sure = len(unique) < 4 and not self._is_foreign(prose, around) and self._speaks(prose, unique)
        return tuple(unique.values()), chosen[0], sure, self._doubt(prose, around)

    def _around(self, prose: Prose) -> str:
        """The words of a paragraph, or of a whole row of a table."""
        if prose.cell is None:
            return prose.text
        return " | ".join(cell.text for cell in self._rows[prose.cell.table, prose.cell.row])

    def _doubt(self, prose: Prose, around: str) -> str | None:
        if is_past(self._page, prose.start, around) or _DENIED.search(around):
            return "the text says that it is not so now, or not any more"
        titles = [heading.title for heading in self._page.document.section_at(prose.start)]
        if any(_OTHERS.search(title) for title in titles):
            return "the section speaks of other programs"
        return None

    def _is_foreign(self, prose: Prose, around: str) -> bool:
        """Whether a sentence or a row names another program."""
        if _OTHER_WORDS.search(around):
            return True
        for cell in self._rows[prose.cell.table, prose.cell.row] if prose.cell else [prose]:
            if any(self._is_other(span) for span in cell.spans):
                return True
            words = set(re.findall(r"[a-z][\w+-]*", cell.masked().lower()))
            if words & (TOOLS - WORDS - self._own):
                return True
        return False

    @cached_property
    def _own(self) -> frozenset[str]:
        return frozenset(name.rpartition("/")[2] for name in self._programs) | self._project.names

    def _is_other(self, span: CodeSpan) -> bool:
        """Whether code names a program that is not the project's."""
        words = span.text.split()
        if not words or words[0].startswith("-"):
            return False
        first = words[0].rpartition("/")[2]
        if first in self._own or any(span.text.startswith(name) for name in self._programs):
            return False
        return first in TOOLS or any(word.startswith("-") for word in words[1:])

    def _speaks(self, prose: Prose, programs: dict[int, Program]) -> bool:
        """Whether the section runs one of the programs, names it, or names another option of it."""
        number = self._section(prose.start)
        ran, spelled = self._ran.get(number, set()), self._spelled.get(number, set())
        if ran & set(programs):
            return True
        names = {
            n for p in programs.values() for c in (p, *p.all_commands()) for o in c.options for n in o.names
        }
        return any(len(name) > 2 for name in names & spelled)

    def _section(self, offset: int) -> int:
        """How many headings stand before an offset."""
        return bisect_right(self._starts, offset)

    @cached_property
    def _ran(self) -> dict[int, set[int]]:
        """The programs that each section runs."""
        found: dict[int, set[int]] = {}
        for one in self._known:
            found.setdefault(self._section(one.typed.command.start), set()).add(id(one.call.program))
        return found

    @cached_property
    def _spelled(self) -> dict[int, set[str]]:
        """The options that each section names."""
        found: dict[int, set[str]] = {}
        for prose in self._page.markdown.prose:
            named = {name[0] for span in prose.spans if (name := _NAME.match(span.text))}
            found.setdefault(self._section(prose.start), set()).update(named)
        return found


def _ends_badly(text: str, at: int) -> bool:
    """Whether what follows the name is none of an option's: `--8<--`, `-//x`."""
    return at < len(text) and text[at] not in " =,/|[<:"
