"""Numbers that the text says of things it shows or the repository holds are right."""

import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import islice, takewhile
from typing import NamedTuple

from workbench.checks.evidence.project import Project
from workbench.checks.evidence.written_places import bases_of, located
from workbench.checks.outcome import Outcome, printable
from workbench.checks.regex import regex
from workbench.checks.text.code import Prose
from workbench.checks.text.count_claims import CountClaim, count_claims, singular
from workbench.checks.text.page import Page
from workbench.checks.text.past import is_past
from workbench.checks.text.setting import Setting
from workbench.checks.text.targets import leads_out, target_of
from workbench.core.readings import Evidence
from workbench.core.sources import CheckRule

COUNTS = CheckRule(
    id="counts",
    owns="counts-match",
    proves="A number of the text differs from the things that it counts.",
    decided_by="The list or table right behind, the linked folder or the constant of the code are counted.",
    on_fail="fix",
)

_OPEN_END = regex(
    (
        r"\b(?:such as|including|includes?|e\.g|for example|like|among|mostly|mainly|especially|etc|"
        r"and more|and others|some of|several|first|notabl\w+)\b|\.\.\.|…"
    ),
    re.I,
)
_PARTS = regex(r"\b(?:and|or|plus)\s+(?:\d+|two|three|four|five|six|seven|eight|nine|ten)\b", re.I)
_PLURAL = regex(r"\b[a-z-]{4,}s\b|\b(?:following|these)\b", re.I)
_WHOLE = regex(
    r"(?:\ball|\bthere are|\bsupports?|\bhas|\bhave|\bprovides?|\bships?(?: with)?|\bcomes? with|"
    r"\bincludes?|\boffers?|\bcontains?|\bdefines?)"
    r"\s+(?:the\s+)?[*_]*\Z",
    re.I,
)
_NOT_COUNTED = regex(
    (
        r"(?:readme|index|__init__|__main__|mod|changelog|license|_\w*|\..*|base|common|utils?|"
        r"helpers?|conftest|package|types?|main|lib)(?:\..*)?"
    ),
    re.I,
)


class _Count(NamedTuple):
    """How many there are of what a number may be said of."""

    sizes: tuple[int, ...]
    """The ways to count it."""
    what: str
    """As the end of "there are N": what is counted, and where."""
    evidence: tuple[Evidence, ...]
    sure: bool
    """Whether the number is surely said of it."""
    source: str = "text"
    """What it was counted in: two counts of different sources that agree are sure as well."""


def check_counts(page: Page, project: Project) -> Outcome:
    """Faults for numbers with a clear referent that has another size."""
    outcome = Outcome(page)
    claims = list(count_claims(page.markdown))
    around = _Around(page)
    beside = Counter((claim.prose.start, claim.sentence.start) for claim in claims)
    for claim in claims:
        alone = beside[claim.prose.start, claim.sentence.start] == 1
        _decide(outcome, claim, list(_referents(around, project, claim)), alone)
    return outcome


def _decide(outcome: Outcome, claim: CountClaim, found: list[_Count], alone: bool) -> None:
    fits = next((count for count in found if claim.number in count.sizes), None)
    if fits is not None:
        outcome.confirm(COUNTS, claim.place, f"there are {claim.number} {fits.what}", fits.evidence)
        return
    sure = [count for count in found if count.sure] or _agreeing(claim, found)
    if not sure:
        return
    if is_past(outcome.page, claim.place[0], claim.sentence.text):
        outcome.leave(COUNTS, claim.place, "the text may speak of another version")
    elif not alone or _PARTS.search(claim.after) or len({count.sizes[0] for count in sure}) > 1:
        outcome.leave(COUNTS, claim.place, "the number may be a part of a sum, or said of something else")
    else:
        _fault(outcome, claim, sure[0])


def _agreeing(claim: CountClaim, found: list[_Count]) -> list[_Count]:
    """Counts of the text and of the code or a folder that have the same size, where the number is of all."""
    if not claim.presents or claim.words or _OPEN_END.search(claim.sentence.text):
        return []
    shown = {count.sizes[0] for count in found if count.source == "text"}
    held = [count for count in found if count.source != "text"]
    return held[:1] if held and len({count.sizes[0] for count in held} | shown) == len(shown) == 1 else []


def _fault(outcome: Outcome, claim: CountClaim, count: _Count) -> None:
    things = printable(claim.noun) or "of them"
    outcome.fault(
        COUNTS,
        claim.place,
        f"The text says {claim.number} {things}, and there are {count.sizes[0]} {count.what}.",
        consequence="A reader looks for what is not there, or misses what is.",
        change="Say how many there are, or no number.",
        expected=str(count.sizes[0]),
        evidence=count.evidence,
    )


class _Around:
    """What stands around the claims of a page, worked out once for all of them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._setting = Setting(page)
        self._numbers = {id(piece): number for number, piece in enumerate(page.markdown.prose)}
        self._tables: dict[tuple[int, int], tuple[dict[int, Prose], Counter[int]]] = {}

    def behind(self, prose: Prose) -> int:
        """The place among all of the piece of prose behind one."""
        return self._numbers.get(id(prose), len(self._numbers)) + 1

    def tables(self, offset: int) -> tuple[dict[int, Prose], Counter[int]]:
        """The heads of the first columns of the tables in the section of an offset, and the rows of each."""
        section = self._setting.section(offset)
        if section not in self._tables:
            heads: dict[int, Prose] = {}
            rows: Counter[int] = Counter()
            for piece in self._first_cells:
                if piece.cell is None or not section[0] <= piece.start < section[1]:
                    continue
                if piece.cell.row == 0:
                    heads[piece.cell.table] = piece
                elif piece.text.strip():
                    rows[piece.cell.table] += 1
            self._tables[section] = heads, rows
        return self._tables[section]

    @cached_property
    def _first_cells(self) -> list[Prose]:
        return [piece for piece in self.page.markdown.prose if piece.cell and not piece.cell.column]


def _referents(around: _Around, project: Project, claim: CountClaim) -> Iterator[_Count]:
    page = around.page
    if count := _spelt_out(claim):
        yield count
    if count := _list_behind(around, claim):
        yield count
    if claim.noun and not claim.measured:
        yield from _tables(around, claim)
    if not claim.measured:
        yield from _folders(page, project, claim)
        yield from _constants(project, claim)


def _spelt_out(claim: CountClaim) -> _Count | None:
    """The code of an enumeration behind a colon, a dash or a bracket: "three modes: `a`, `b` and `c`"."""
    text, at = claim.prose.text, claim.end
    lead = re.match(r"([^.:;(){}\n—–`]{0,40}?)\s*(?::|\(|—|–|\s-\s)\s*", text[at:])
    if lead is None:
        return None
    plain = _PLURAL.search(lead[1]) is None
    at += lead.end()
    size, closed = 0, False
    for span in claim.prose.spans:
        gap = text[at : span.opens] if span.opens >= at else None
        if gap is None:
            continue
        if size and not re.fullmatch(
            r"[\s*_]*(?:,|、|，|;|/)?[\s*_]*(?:(?:and|or|&|und|oder|et)\s+)?[\s*_(]*", gap
        ):
            break
        if not size and gap.strip(' *_("'):
            break
        closed = re.search(r"\b(?:and|or|&|und|oder|et)\b|&", gap) is not None
        size, at = size + 1, span.closes
    ends = re.match(r"[\s*_]*(?:[.)]|\Z|\n)", text[at:])
    sure = plain and closed and ends is not None and size > 1 and not _OPEN_END.search(claim.sentence.text)
    return _Count((size,), "in the words behind it", (), sure) if size > 1 else None


def _list_behind(around: _Around, claim: CountClaim) -> _Count | None:
    """The list or table right behind the paragraph of a claim."""
    page = around.page
    text = claim.prose.text
    led = re.search(r"[:：]\s*[*_]*\Z", text) is not None
    if claim.prose.cell is not None:
        return None
    if led and claim.sentence.start + len(claim.sentence.text.rstrip()) < len(text.rstrip()):
        return None
    prose = page.markdown.prose
    number = around.behind(claim.prose)
    if number >= len(prose):
        return None
    first, rest = prose[number], islice(prose, number, None)
    between = text[claim.end : claim.end + 200]
    sure = (
        led
        and _PLURAL.search(between) is None
        and len(between) < 60
        and not _OPEN_END.search(claim.sentence.text)
    )
    if first.cell is not None:
        table = first.cell.table
        inside = takewhile(lambda piece: piece.cell is not None and piece.cell.table == table, rest)
        cells = [(piece.cell, piece.text) for piece in inside if piece.cell is not None]
        rows = max(cell.row for cell, _ in cells)
        heads = [text.strip() for cell, text in cells if cell.row == 0]
        sure = sure and len(set(heads)) == len(heads)
        return _Count((rows,), "in the table behind it", (page.evidence(first.start),), sure and rows > 1)
    if (
        first.item is None
        or first.item.number != 0
        or (claim.prose.item and first.item.list <= claim.prose.item.list)
    ):
        return None
    return _list(page, claim, rest, sure)


def _list(page: Page, claim: CountClaim, rest: Iterator[Prose], sure: bool) -> _Count:
    first = next(rest)
    column = _column(page, first)
    number = first.item.list if first.item else 0
    items, several = 1, False
    for piece in rest:
        if piece.role == "heading":
            break
        if piece.item is None:
            continue
        if piece.item.list == number:
            items = max(items, piece.item.number + 1)
        elif _column(page, piece) <= column:
            # A list that goes on behind a block of code is another one here.
            several = True
            break
    return _Count(
        (items,), "in the list behind it", (page.evidence(first.start),), sure and not several and items > 1
    )


def _column(page: Page, piece: Prose) -> int:
    return piece.start - page.document.line_starts[page.line(piece.start) - 1]


def _tables(around: _Around, claim: CountClaim) -> Iterator[_Count]:
    """Tables of the same section whose first column is headed by the noun."""
    if claim.prose.cell is not None:
        return
    heads, rows = around.tables(claim.place[0])
    same = {
        n: h for n, h in heads.items() if h.text.strip(" *_`").lower() in (claim.noun, singular(claim.noun))
    }
    for number, head in same.items():
        whole = (
            bool(_WHOLE.search(claim.before))
            and len(heads) == 1
            and not claim.words
            and not _OPEN_END.search(claim.sentence.text)
        )
        yield _Count(
            (rows[number],), "in the table", (around.page.evidence(head.start),), whole and rows[number] > 1
        )


def _folders(page: Page, project: Project, claim: CountClaim) -> Iterator[_Count]:
    """Folders of the repository that the sentence links or names in code."""
    for written, at, end in _named(page, claim.prose):
        between = (
            claim.prose.text[end : claim.start] if end <= claim.start else claim.prose.text[claim.end : at]
        )
        if len(between) > 40 or re.search(r"[.!?;]\s", between):
            continue
        path = located(project, written, bases_of(page))
        if path and path in project.repository.folders:
            yield from _folder(project, claim, path, between)


def _named(page: Page, prose: Prose) -> Iterator[tuple[str, int, int]]:
    """Paths that a paragraph links or marks as code, each with its place in it."""
    for found in re.finditer(r"\[[^\[\]\n]{1,200}\]\(([^()\s]{1,200})\)", prose.text):
        target = None if leads_out(found[1]) else target_of(found[1])
        if target is not None and target.path:
            yield target.path.lstrip("/") if target.from_root else target.path, found.start(), found.end()
    for span in prose.spans:
        if re.fullmatch(r"[\w./-]+/", span.text):
            yield span.text, span.opens, span.closes


def _folder(project: Project, claim: CountClaim, path: str, between: str) -> Iterator[_Count]:
    inside = [name for name in project.repository.files if name.startswith(f"{path}/")]
    direct = [name for name in inside if "/" not in name.removeprefix(f"{path}/")]
    folders = {name.removeprefix(f"{path}/").partition("/")[0] for name in inside} - {
        n.rpartition("/")[2] for n in direct
    }
    things = [name for name in direct if not _NOT_COUNTED.fullmatch(posixpath.basename(name))]
    endings = Counter(posixpath.splitext(name)[1] for name in things)
    sizes = [len(things), len(folders), len(things) + len(folders), *endings.values()]
    sizes.append(sum(not _NOT_COUNTED.fullmatch(posixpath.basename(name)) for name in inside))
    if claim.noun == "files":
        sizes += [len(direct), len(inside)]
    one = singular(claim.noun)
    called = {singular(part.lower()) for part in path.split("/")} | {"file"}
    uniform = len(endings) == 1 and not folders and len(things) > 1
    sure = (
        uniform
        and one in called
        and not re.search(
            r"\w", re.sub(r"\b(?:contains?|has|have|holds?|with|in|there are|are)\b", "", between)
        )
    )
    first = sorted(things)[:1]
    yield _Count(
        tuple(sizes), f"in `{printable(path)}/`", tuple(Evidence(name, 1) for name in first), sure, "folder"
    )


def _constants(project: Project, claim: CountClaim) -> Iterator[_Count]:
    """Literals of the code that the sentence names, or that are called as the noun is."""
    from workbench.checks.evidence.constants import constants

    start, end = claim.sentence.start, claim.sentence.start + len(claim.sentence.text)
    for span in claim.prose.spans:
        name = re.split(r"\.|::", span.text.strip("()"))[-1]
        if start <= span.opens < end and re.fullmatch(r"[A-Z][A-Z0-9_]{2,}|[A-Z][a-z]\w+", name):
            yield from _of_constant(
                project,
                name,
                sure=name.isupper() and not claim.words and not _OPEN_END.search(claim.sentence.text),
            )
    if not claim.noun:
        for span in claim.prose.spans:
            name = re.split(r"\.|::", span.text)[-1]
            if re.fullmatch(r"[A-Z][A-Z0-9_]{2,}", name):
                yield from _of_constant(project, name, sure=False)
    if not claim.noun or not claim.presents:
        return
    noun = re.sub(r"\W", "_", claim.noun).upper()
    for name in (
        noun,
        f"ALL_{noun}",
        f"SUPPORTED_{noun}",
        f"AVAILABLE_{noun}",
        singular(claim.noun).title().replace("-", ""),
    ):
        yield from _of_constant(project, name, sure=False)
    for constant in constants(project.code, "ALL"):
        stem = posixpath.splitext(posixpath.basename(constant.evidence.path))[0].lower()
        if stem in (claim.noun, singular(claim.noun)):
            yield _Count(
                (constant.size,),
                f"in `{printable(constant.evidence.path)}`",
                (constant.evidence,),
                False,
                "code",
            )


def _of_constant(project: Project, name: str, sure: bool) -> Iterator[_Count]:
    from workbench.checks.evidence.constants import constants

    found = constants(project.code, name)
    for constant in found:
        yield _Count(
            (constant.size,),
            f"in `{printable(name)}`",
            (constant.evidence,),
            sure and len(found) == 1,
            "code",
        )
