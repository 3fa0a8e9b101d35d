"""Something that the reader must have or do first, said nowhere any more."""

import re
from collections.abc import Iterator

from workbench.core.planting.candidates import Candidate, Edit, Recognised, Stretch
from workbench.core.planting.families.terms import whole_of
from workbench.core.planting.families.vocabulary import MISSING
from workbench.core.planting.passages import Passages, Sentence

_REQUIRES = re.compile(
    r"\brequires\b|(?<!you )\brequire (?=[A-Z`])|\bmust (?:have|be|set|install)\b|"
    r"\bneeds? (?:to (?:set|install|have|be|create|add)|[A-Z`])|"
    r"\bmake sure\b|\bbefore you (?:start|begin|install|run|use)\b|\bdepends on [A-Z`]|"
    r"必要です|必要があ|必要で|必須|要ります|要る|前提|あらかじめ|事前に|(?:手動)?配線してください"
)
_CODE = re.compile(r"`[^`]*`")
_THINGS = re.compile(
    r"`([^`\n]{2,60})`|\b([A-Z][A-Z0-9_]{3,}|[A-Z][a-z]+(?: [A-Z][a-z]+)*(?: \d[\d.]*\+?)?)\b"
)
_STARTS = re.compile(r"\W*$")
_ASIDE = re.compile(r"\s?\((?:requires?|needs?) [^()]{3,80}\)|\s?（[^（）]{0,40}(?:必要|必須)[^（）]{0,40}）")


def prerequisites(passages: Passages) -> Iterator[Candidate]:
    """The one place that says what is needed first, taken away."""
    for sentence in passages.sentences:
        aside = _ASIDE.search(sentence.text)
        if aside:
            start = sentence.start + aside.start()
            yield from _hidden(passages, sentence, Stretch(start, start + len(aside[0])))
        elif _REQUIRES.search(_CODE.sub("`_`", sentence.text)) and '"' not in sentence.text:
            yield from _hidden(passages, sentence, whole_of(passages, sentence))


def _hidden(passages: Passages, sentence: Sentence, gone: Stretch) -> Iterator[Candidate]:
    words = passages.text[gone.start : gone.end]
    rest = passages.text[: gone.start] + passages.text[gone.end :]
    only_here = [thing for thing in _things(words) if thing.casefold() not in rest.casefold()]
    if not only_here or not passages.text[gone.end :].strip():
        return
    told = " ".join(words.split()).strip(" ()（）")
    yield Candidate(
        "prerequisite",
        f"removed: {told}",
        f"Nothing says any more what is needed first: {told}",
        (Edit(gone.start, gone.end, ""),),
        (sentence.stretch,),
        (),
        Recognised(said=(tuple(_recognised(only_here)), MISSING)),
    )


def _things(words: str) -> list[str]:
    """What is named as needed: in code, in capitals, or by a name that begins no sentence."""
    found = []
    for each in _THINGS.finditer(words):
        begins = (
            bool(_STARTS.fullmatch(words[: each.start()])) or words[: each.start()].rstrip()[-1:] in ".:!?"
        )
        if each[1] or not begins or "_" in each[0]:
            found.append(each[1] or each[2])
    return found


def _recognised(things: list[str]) -> Iterator[str]:
    """The names that a finding would use, whole and in parts: nobody writes OPENAI_API_KEY in full."""
    for thing in things:
        yield thing
        yield from (part for part in re.split(r"[\W_]+", thing) if len(part) > 2)
