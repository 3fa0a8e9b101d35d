"""Everything that is counted in a page, in lines that a prompt has room for."""

from collections.abc import Iterable, Iterator

from workbench.checks.facts.claims import claims
from workbench.checks.facts.figures import figures
from workbench.checks.facts.folded import folded
from workbench.checks.facts.lengths import lengths
from workbench.checks.facts.names import names, opening, unexplained
from workbench.checks.facts.numbers import unsourced, versions
from workbench.checks.facts.phrase_counts import Phrases, counted
from workbench.checks.facts.references import references
from workbench.checks.facts.registers import registers
from workbench.checks.facts.sentences import Words
from workbench.checks.facts.triads import triads
from workbench.checks.outcome import Outcome
from workbench.checks.text.page import Page, is_markdown, is_read
from workbench.core.text.phrases import PhraseList

MOST_FACTS = 80
"""Lines; what is beyond is counted."""

_UNCOUNTED = "Not Markdown by its name: its words were not counted."
_UNREAD = (
    "Neither Markdown nor reStructuredText by its name: only secrets and hidden characters were looked for."
)


def facts(page: Page, outcomes: Iterable[Outcome], lists: Iterable[PhraseList] = ()) -> tuple[str, ...]:
    """What can be counted in a page and in what its checks said, a short line each.

    `lists` are the phrases that are looked for.
    """
    said = tuple(outcomes)
    if not is_markdown(page.path):
        return (_UNCOUNTED if is_read(page.path) else _UNREAD, *claims(said))
    lines = [*_counted(Words(page), tuple(map(Phrases, lists))), *claims(said)]
    more = len(lines) - MOST_FACTS
    return (*lines[:MOST_FACTS], f"{more} more lines are left out here.") if more > 0 else tuple(lines)


def _counted(words: Words, lists: tuple[Phrases, ...]) -> Iterator[str]:
    def named(name: str) -> tuple[Phrases, ...]:
        return tuple(phrases for phrases in lists if phrases.listed.name == name)

    known = {name for phrases in named("common-names") for name in phrases.listed.phrases}
    found = names(words, known)
    yield from opening(words.page, found)
    yield from unexplained(found)
    yield from references(named("references"), words.sentences)
    yield from unsourced(words.sentences, named("sources"))
    yield from versions(words.sentences)
    yield from counted(lists, words.sentences)
    yield from triads(named("triads"), words.sentences)
    yield from registers(words.sentences)
    yield from lengths(words)
    if not words.whole:
        yield "The text is so long that its words were counted in its beginning only."
    yield from folded(words.page)
    yield from figures(words)
