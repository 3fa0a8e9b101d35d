"""How long sentences and paragraphs are."""

from collections.abc import Iterator

from workbench.checks.facts.sentences import Sentence, Words

LONG_SENTENCE = {False: 40, True: 100}
LONG_PARAGRAPH = {False: 150, True: 400}
"""By whether it is Japanese: words, or characters."""

_UNIT = {False: "words", True: "characters"}


def lengths(words: Words) -> Iterator[str]:
    """A line on sentences and one on paragraphs, for each of the two ways of counting that the text needs."""
    for japanese in (False, True):
        sentences = [s for s in words.sentences if s.japanese is japanese and s.length]
        paragraphs = [
            p for p in words.paragraphs if p and p[0].japanese is japanese and any(s.length for s in p)
        ]
        if sentences:
            longest = max(sentences, key=lambda sentence: sentence.length)
            sizes = [sentence.length for sentence in sentences]
            yield _line("Sentences", sizes, LONG_SENTENCE[japanese], _UNIT[japanese], longest)
        if paragraphs:
            most = max(paragraphs, key=_size)
            sizes = [_size(paragraph) for paragraph in paragraphs]
            yield _line(
                "Paragraphs and list items", sizes, LONG_PARAGRAPH[japanese], _UNIT[japanese], most[0]
            )


def _size(paragraph: tuple[Sentence, ...]) -> int:
    return sum(sentence.length for sentence in paragraph)


def _line(what: str, sizes: list[int], long: int, unit: str, first: Sentence) -> str:
    over = sum(size > long for size in sizes)
    return (
        f"{what}: {len(sizes)}; {over} of them over {long} {unit}; the longest has {max(sizes)} "
        f"(line {first.line}, {first.said})."
    )
