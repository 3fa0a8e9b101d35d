"""A term used before it is explained: the sentence that explains it is gone, or comes after its uses."""

import re
from collections.abc import Iterator

from workbench.core.planting.candidates import Candidate, Edit, Recognised, Stretch
from workbench.core.planting.families.vocabulary import UNEXPLAINED
from workbench.core.planting.passages import Passages, Sentence, telling

_MARKS = r"[`*_]{0,2}"
_ENGLISH = re.compile(
    rf"(?:The |An? )?{_MARKS}(?P<term>[A-Za-z][\w.-]*(?: [A-Z][\w.-]*)?){_MARKS} "
    r"(?:is|are|stands for|means|refers to) (?:an?|the) (?P<said>\w.{15,})",
    re.DOTALL,
)
_JAPANESE = re.compile(
    rf"{_MARKS}(?P<term>[\w .-]{{2,30}}?){_MARKS}\s?とは[、，]?\s?(?P<said>.{{8,}})", re.DOTALL
)
_NOT_TERMS = (
    "this", "that", "it", "these", "those", "there", "here", "what", "which", "he", "she", "they", "one",
    "we", "you", "i",
)  # fmt: skip
_SAYS_THE_SAME = 2
"""Telling words that another passage may share with an explanation before it explains as much."""


def terms(passages: Passages) -> Iterator[Candidate]:
    """The one sentence that says what something is, taken away; the term stays in use."""
    for sentence, term, said in explained(passages):
        yield from _unexplained(passages, sentence, term, telling(said) - telling(term))
    yield from _undescribed(passages)


def explained(passages: Passages) -> Iterator[tuple[Sentence, str, str]]:
    """Each sentence that says what something is, with the name and what is said of it."""
    for sentence in passages.sentences:
        found = _ENGLISH.match(sentence.text) or _JAPANESE.match(sentence.text)
        if found and _is_term(passages, sentence, found):
            yield sentence, found["term"], found["said"]


def _is_term(passages: Passages, sentence: Sentence, found: re.Match[str]) -> bool:
    """Whether something is named, and not merely spoken of: a name, or marked as a term."""
    term = found["term"]
    marked = sentence.text[found.start("term") - 1 : found.start("term")] in ("`", "*", "_")
    japanese = found.re is _JAPANESE
    named = marked or japanese or passages.is_name(term)
    return term.casefold() not in _NOT_TERMS and named


def _undescribed(passages: Passages) -> Iterator[Candidate]:
    """The only paragraph between the title and the next heading, which alone says what the thing is."""
    headings = passages.document.headings
    titles = [h for h in headings if h.level == 1 and h.title and passages.text.startswith("#", h.start)]
    if not titles:
        return
    after = min((h.start for h in headings if h.start > titles[0].start), default=len(passages.text))
    lead = [s for s in passages.sentences if titles[0].start < s.start < after]
    if len(lead) == 1 and not lead[0].in_list and not _ENGLISH.match(lead[0].text):
        term = re.sub(r"[^\w -]", "", titles[0].title).strip()
        yield from _unexplained(passages, lead[0], term, lead[0].words - telling(term))


def _unexplained(
    passages: Passages, sentence: Sentence, term: str, said: frozenset[str]
) -> Iterator[Candidate]:
    uses = [
        found.start()
        for found in re.finditer(rf"(?<!\w){re.escape(term)}(?!\w)", passages.text, re.IGNORECASE)
    ]
    later = [at for at in uses if at >= sentence.end]
    if len(later) < 2 or len(said) < 3 or _explained_elsewhere(passages, sentence, said):
        return
    gone = whole_of(passages, sentence)
    first = passages.around(later[0])
    yield Candidate(
        "term",
        f"the sentence that says what {term} is removed",
        f"What {term} is has not been said by the time it is used in “{passages.words(first)}”.",
        (Edit(gone.start, gone.end, ""),),
        (sentence.stretch,),
        (first,),
        Recognised(said=((*UNEXPLAINED, f"what {term}"), (term,))),
        shown=_headed(passages, sentence),
    )


def _headed(passages: Passages, sentence: Sentence) -> tuple[Stretch, ...]:
    """The heading that a sentence stands under, where a reader expects to be told."""
    before = [heading.start for heading in passages.document.headings if heading.start < sentence.start]
    return (passages.line_at(before[-1]),) if before else ()


def _explained_elsewhere(passages: Passages, sentence: Sentence, said: frozenset[str]) -> bool:
    """Whether a passage before the sentence, or right after it, says much of the same."""
    text = passages.text
    before = re.split(r"\n\s*\n|<br", text[: sentence.start])
    after = re.split(r"\n\s*\n", text[sentence.end : sentence.end + 1_000])[:3]
    return any(len(telling(each) & said) >= _SAYS_THE_SAME for each in (*before, *after))


def whole_of(passages: Passages, sentence: Sentence) -> Stretch:
    """What is removed with a sentence, so that no empty paragraph or item tells of it."""
    text = passages.text
    line = passages.line_at(sentence.start)
    alone = (
        text[line.start : sentence.start].strip(" \t-*+") == ""
        and text[sentence.end : line.end].strip() == ""
    )
    if not alone or not text[line.start : line.end].strip():
        return sentence.stretch
    end = passages.line_at(sentence.end - 1).end
    blank_before = not text[: line.start].rpartition("\n")[0].rpartition("\n")[2].strip()
    while blank_before and text[end : end + 1] == "\n":
        end += 1
    return Stretch(line.start, end)
