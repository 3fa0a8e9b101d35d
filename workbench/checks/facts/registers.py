"""How Japanese sentences end: politely (desu, masu) or plainly (da, dearu)."""

from collections.abc import Iterable, Iterator

from workbench.checks.facts.sentences import Sentence
from workbench.checks.regex import regex

_TRAILING = regex(r"[\s。！？!?.」』）)*_~〜ー…♪]{1,20}\Z")
_POLITE = regex(
    r"(?:です|ます|でした|ました|ません|ませんでした|でしょう|ましょう|ください|下さい|ございます)(?:か|ね|よ|よね|が|けど)?\Z"
)
_PLAIN = regex(
    r"(?:だ|である|だった|であった|だろう|であろう|ではない|じゃない|のだ|ない|なかった|"
    r"[うくぐすつぬぶむるたい])(?:か|ね|よ|な)?\Z"
)


def registers(sentences: Iterable[Sentence]) -> Iterator[str]:
    """One line on how many sentences end politely, plainly and otherwise, and where first.

    List items and quotes are left out: their endings follow other rules.
    """
    ends: dict[str, list[int]] = {"です/ます": [], "だ/である": [], "neither": []}
    for sentence in sentences:
        prose = sentence.prose
        if not sentence.japanese or prose.item is not None or prose.quoted:
            continue
        words = _TRAILING.sub("", sentence.words[-80:])
        polite, plain = _POLITE.search(words), _PLAIN.search(words)
        ends["です/ます" if polite else "だ/である" if plain else "neither"].append(sentence.line)
    said = [f"{len(lines)} {end} (first on line {lines[0]})" for end, lines in ends.items() if lines]
    if said:
        yield f"Japanese sentences by their ending: {', '.join(said)}."
