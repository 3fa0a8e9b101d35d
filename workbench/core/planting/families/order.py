"""A section moved so that what it needs, or what it points at, is no longer where it should be."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from workbench.core.planting.candidates import Candidate, Edit, Recognised, Stretch
from workbench.core.planting.families.vocabulary import ORDERED
from workbench.core.planting.passages import Passages, Section, Sentence, telling

_LONGEST = 4_000
"""Characters of a section that is moved: moving more would be another text, and not a local change."""
_FARTHEST = 12
"""Sections that one is moved past at most."""
_INSTALLS = re.compile(
    r"\b(?:pipx?|uv tool|uv pip|npm|yarn|pnpm|brew|cargo|go|apt|gem|conda) "
    r"(?:global )?(?:install|add)\b[^\n`]*"
    r"|\bgit clone [^\n`]+"
)
_INSTALLED_TITLE = re.compile(
    r"install|set ?up|prerequisite|requirement|インストール|セットアップ|導入|準備", re.IGNORECASE
)
_GOES_ON = re.compile(
    r"(?:In addition to|Besides|Apart from|With (?:this|that|these) |Once (?:that|this)|After (?:that|this)|"
    r"As (?:shown|described|explained|mentioned) above|Next,|これで|次に|続いて|さらに|上で)"
)
_BELOW = re.compile(r"\bsee below\b|\b(?:described|explained|listed|shown) below\b|下記|後述|以下の節")
_ABOVE = re.compile(
    r"\b(?:described|explained|listed|shown|mentioned) above\b|\bsee above\b|(?:^|[。、\s])上の|前述|上記"
)


def order(passages: Passages) -> Iterator[Candidate]:
    """Two sections of one level, one of which needs the other where it is."""
    told: set[str] = set()
    for first, second in _siblings(passages.sections):
        for found in _needs(passages, first, second):
            # What points above is moved before the first of the sections that it points at.
            pointing = found.problem.partition("”")[0]
            if pointing not in told:
                told.add(pointing)
                yield found


def _siblings(sections: Sequence[Section]) -> Iterator[tuple[Section, Section]]:
    """Each two sections under one heading that are not far apart, in order."""
    for at, first in enumerate(sections):
        near = 0
        for second in sections[at + 1 :]:
            if second.level < first.level or near == _FARTHEST:
                break
            if second.level == first.level and first.level > 1:
                near += 1
                yield first, second


def _needs(passages: Passages, first: Section, second: Section) -> Iterator[Candidate]:
    if _installs_for(first, second):
        problem = f"“{second.title}” runs what is installed in “{first.title}”, which now comes after it."
        names = ("install*", "set up", "setup", "インストール", "導入")
        yield from _swapped(passages, first, second, problem, names)
    start = next(iter(_in(passages, second)), None)
    goes_on = _GOES_ON.match(start.text) if start and second.body.lstrip().startswith(start.text) else None
    # "In addition to the manual" goes on from a section only if that speaks of the manual.
    if start and goes_on and first.end == second.start and telling(start.text) & telling(first.body):
        words = goes_on[0].strip()
        problem = f"“{words}” in “{second.title}” goes on from “{first.title}”, which now comes after it."
        yield from _swapped(passages, first, second, problem, (words, first.title), start)
    yield from _pointing(passages, first, second)


def _pointing(passages: Passages, first: Section, second: Section) -> Iterator[Candidate]:
    """A sentence says that what it speaks of is below, or above, and that is so no more."""
    for sentence in _in(passages, first):
        if _BELOW.search(sentence.text) and _about(sentence, second):
            words = passages.words(sentence.stretch)
            problem = f"“{words}” points below, and “{second.title}” now stands above it."
            names = (second.title, "below", "下記", "後述")
            yield from _swapped(passages, first, second, problem, names, sentence)
    for sentence in _in(passages, second):
        if _ABOVE.search(sentence.text) and _about(sentence, first):
            words = passages.words(sentence.stretch)
            problem = f"“{words}” points above, and “{first.title}” now stands below it."
            names = (first.title, "above", "上の", "前述")
            yield from _swapped(passages, first, second, problem, names, sentence)


def _installs_for(first: Section, second: Section) -> bool:
    """Whether the first section installs what the second one runs, and says so in its title."""
    nothing = not _INSTALLED_TITLE.search(first.title) or not _INSTALLS.search(first.body)
    if nothing or first.end != second.start:
        return False
    if _INSTALLS.search(second.body):
        return False
    installed = " ".join(found.split("install", 1)[-1] for found in _INSTALLS.findall(first.body))
    words = {word.casefold() for word in re.findall(r"[A-Za-z][\w-]+", installed)}
    programs = re.findall(r"^\s*\$?\s*([a-z][\w-]+)\b", _code(second.body), re.MULTILINE)
    return any(word == program or word.startswith(f"{program}-") for program in programs for word in words)


def _code(body: str) -> str:
    return "\n".join(re.findall(r"```[^\n]*\n(.*?)```", body, re.DOTALL))


def _in(passages: Passages, section: Section) -> Sequence[Sentence]:
    sentences = passages.sentences
    first, after = (bisect_left(sentences, at, key=lambda s: s.start) for at in (section.start, section.end))
    return sentences[first:after]


def _about(sentence: Sentence, section: Section) -> bool:
    """Whether a sentence names what a section is titled by, in any of its forms."""
    words = telling(sentence.text)
    return any(title[:5] == word[:5] for title in telling(section.title) for word in words)


def _swapped(
    passages: Passages,
    first: Section,
    second: Section,
    problem: str,
    names: tuple[str, ...],
    pointing: Sentence | None = None,
) -> Iterator[Candidate]:
    """The shorter of two sections on the other side of the other one."""
    text = passages.text
    if min(len(first.body), len(second.body)) > _LONGEST:
        return
    moves_down = len(first.body) <= len(second.body)
    moved, to = (first, second.end) if moves_down else (second, first.start)
    words = text[moved.start : moved.end]
    if not words.endswith("\n\n"):
        words = f"{words.rstrip()}\n\n"
    before = "" if not to or text[:to].endswith("\n\n") else "\n" if text[:to].endswith("\n") else "\n\n"
    yield Candidate(
        "order",
        f"the section “{moved.title}” moved {'after' if moves_down else 'before'} "
        f"“{second.title if moves_down else first.title}”",
        problem,
        (Edit(moved.start, moved.end, ""), Edit(to, to, f"{before}{words}")),
        (moved.stretch, Stretch(to, to)),
        (second.stretch if moves_down else first.stretch,),
        Recognised(said=(ORDERED, tuple(name.casefold() for name in names))),
        shown=(
            passages.line_at(first.start),
            passages.line_at(second.start),
            *([pointing.stretch] if pointing else []),
        ),
    )
