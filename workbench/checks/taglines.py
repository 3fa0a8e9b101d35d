"""What is counted in a single line: stock phrases, and names that nothing beside them explains."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from workbench.checks.facts.names import names
from workbench.checks.facts.phrase_counts import Phrases
from workbench.checks.facts.sentences import Words, quoted
from workbench.checks.text.page import Page
from workbench.core.text.phrases import PhraseList

_STOCK = "stock-phrases"
_KNOWN = "common-names"


class StandardLineChecks:
    """`core.taglines.checks.LineChecks` by the lists and shapes that texts are counted by."""

    def __init__(self, phrases: Callable[[], tuple[PhraseList, ...]] = tuple) -> None:
        """Set where the phrases come from; asked once, at the first run."""
        self._phrases = phrases

    async def run(self, lines: Sequence[str]) -> tuple[tuple[str, ...], ...]:
        """What they say of each line: stock phrases, names that nothing explains; a few words each."""
        return await asyncio.to_thread(lambda: tuple(tuple(self._said(line)) for line in lines))

    def _said(self, line: str) -> Iterator[str]:
        words = Words(Page("line.md", line))
        for phrases in self._stock:
            for found in dict.fromkeys(each.phrase for each in phrases.within(words.sentences)):
                yield f"stock phrase: {quoted(found)}"
        for name in names(words, self._known):
            if not name.explained:
                yield f"not explained: {name.text}"

    @cached_property
    def _lists(self) -> tuple[PhraseList, ...]:
        return self._phrases()

    @cached_property
    def _stock(self) -> tuple[Phrases, ...]:
        return tuple(Phrases(each) for each in self._lists if each.name == _STOCK)

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(name for each in self._lists if each.name == _KNOWN for name in each.phrases)
