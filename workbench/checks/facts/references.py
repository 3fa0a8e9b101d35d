"""Words that send a reader to another place, each with its sentence."""

from collections.abc import Iterator

from workbench.checks.facts.phrase_counts import Phrases
from workbench.checks.facts.sentences import Sentence, quoted

MOST_REFERENCES = 8
"""References that are shown; the rest are counted."""


def references(lists: tuple[Phrases, ...], sentences: tuple[Sentence, ...]) -> Iterator[str]:
    """A line for each reference, and one for those that are not shown."""
    found = sorted(
        (each for phrases in lists for each in phrases.within(sentences)), key=lambda each: each.sentence.line
    )
    for each in found[:MOST_REFERENCES]:
        words = each.sentence.text[each.start : each.end]
        yield f"Reference, line {each.sentence.line}: {quoted(words)} in {each.sentence.said}."
    if len(found) > MOST_REFERENCES:
        yield f"{len(found) - MOST_REFERENCES} more references of this sort."
