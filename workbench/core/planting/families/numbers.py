"""A number that two places state, or that a list beside it bears out, changed in one of them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from workbench.core.planting.candidates import Candidate, Edit, Recognised, Stretch
from workbench.core.planting.families.vocabulary import OPPOSED
from workbench.core.planting.passages import Passages, telling

_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBER = r"(?<![\w./#-])(?P<number>\d{1,4}|two|three|four|five|six|seven|eight|nine)"
_STATED = re.compile(
    _NUMBER
    + r"(?P<unit>[ -](?!(?:of|and|or|to|in|the)\b)[a-z]{3,}|\s?[本個つ件節層段種項章回枚点人台](?![一-龯]))"
)
_LISTED = re.compile(
    _NUMBER
    + r"(?P<unit>[ -][A-Za-z]{3,}(?: [A-Za-z]{3,})?|\s?[^\s\d()（）、。,.`|]{1,8}(?: [A-Za-z]{3,})?)\s?"
    r"(?:[(（](?P<inside>[^()（）\n]{5,200})[)）]|\s?[—:：]\s?(?P<after>[^()（）\n。.—]{5,200}?)(?=[—。.\n]))"
)
_VERSION = re.compile(
    r"(?<![\w./-])(?P<before>[A-Z][a-z]{2,}) (?P<number>\d{1,2}(?:\.\d{1,2})?)"
    r"(?P<after> [A-Z][a-z]+)?(?![\w.]*\d)"
)
_BACK = re.compile(
    r"(?:\b(?:the|these|those|its|all|all the|same|both)|この|これらの|その)\s?\Z", re.IGNORECASE
)
_BACK_JAPANESE = re.compile(r"\s?(?:すべて|とも|の(?:うち|いずれ))")
_BEFORE = 12
"""Characters before a number in which something may point back."""
_MOST_PLACES = 3
"""Sentences that state one number before changing it in one of them would be a slip that nobody weighs."""
_SHARED_WORDS = 3
"""Telling words that two sentences share where they count the same thing, and neither points back."""
_WORDS_OF_A_THING = 6
"""Words that a thing in a list has at most; more are the parts of a sentence."""
_NO_THING = re.compile(
    rf"(?<![A-Za-z0-9_.-])\d|\b(?:{'|'.join(_WORDS)})\b|"
    r"\A\W*(?:all|each|every|both|none|not|no|only|mostly|most|some|see|still|plus|including|with|without|"
    r"for|from|by|in|on|at|as|now|so|such|because|if|when|which|that|e\.g|i\.e)\b",
    re.IGNORECASE,
)
"""What a thing in a list does not say of itself: a number of its own, or how it is with them all."""
_JOINED = re.compile(r"(?:[,\s](?:and|or)\s|[、/／]|と(?=`))")
_MARKED = re.compile(r"[`*_\[「]|\w*[A-Z]")
_AND = re.compile(r"\s*(?:,\s*and\s|,\s*or\s|[,、/／]|\sand\s|\sor\s|と(?=`))\s*")


class _Said(NamedTuple):
    at: Stretch
    """Of the number alone."""
    number: str
    key: str
    around: Stretch
    words: frozenset[str]
    back: bool = False
    """Whether it points back at what was counted before: these five, all 5."""


def numbers(passages: Passages) -> Iterator[Candidate]:
    """One of two places that state the same number of the same thing says another."""
    by_key: dict[str, list[_Said]] = {}
    for each in _said(passages):
        by_key.setdefault(each.key, []).append(each)
    for said in by_key.values():
        if len({each.around for each in said}) > _MOST_PLACES:
            continue
        for one in said[:_MOST_PLACES]:
            others = [o.around for o in said if o.around != one.around and _same(one, o)]
            if others:
                still = f"“{passages.words(others[0])}” still says {one.number}"
                yield _changed(passages, one, others, still)
    yield from _listed(passages)
    yield from _versions(passages)


def _same(one: _Said, other: _Said) -> bool:
    """Whether two numbers count the same: one points back, or their sentences are about much the same."""
    least = 1 if one.back or other.back else _SHARED_WORDS
    return len(one.words & other.words) >= least


def _said(passages: Passages) -> Iterator[_Said]:
    for sentence in passages.sentences:
        words, codes = sentence.words, " ".join(re.findall(r"`[^`]*`", sentence.text))
        for found in _STATED.finditer(sentence.text):
            start = sentence.start + found.start("number")
            unit = found["unit"].strip(" -").rstrip("s").casefold()
            at = Stretch(start, start + len(found["number"]))
            key = f"{_figure(found['number'])} {unit}"
            before = sentence.text[max(0, found.start() - _BEFORE) : found.start()]
            back = bool(_BACK.search(before) or _BACK_JAPANESE.match(sentence.text, found.end()))
            # A sentence that explains how a number is written gives an example, and states nothing.
            if found["number"] not in codes:
                yield _Said(at, found["number"], key, sentence.stretch, words - telling(found["unit"]), back)


def _figure(number: str) -> str:
    return str(_WORDS.index(number)) if number in _WORDS else number


def _listed(passages: Passages) -> Iterator[Candidate]:
    """A number right before a list of as many things."""
    for sentence in passages.sentences:
        for found in _LISTED.finditer(sentence.text):
            things = [thing for thing in _AND.split(found["inside"] or found["after"]) if thing.strip()]
            least = 2 if found["inside"] else 3
            counted = str(len(things)) == _figure(found["number"])
            if not counted or len(things) < least or not _is_list(found["inside"] or found["after"], things):
                continue
            start = sentence.start + found.start("number")
            one = _Said(
                Stretch(start, start + len(found["number"])),
                found["number"],
                "",
                sentence.stretch,
                frozenset(),
            )
            yield _changed(passages, one, [], f"the list right after it has {len(things)}", things)


def _is_list(said: str, things: list[str]) -> bool:
    """Whether words with commas name things: joined as a list is, or all marked as names are."""
    if any(len(thing.split()) > _WORDS_OF_A_THING or _NO_THING.search(thing.strip()) for thing in things):
        return False
    return bool(_JOINED.search(said)) or all(_MARKED.match(thing.strip()) for thing in things)


def _versions(passages: Passages) -> Iterator[Candidate]:
    """The number of a version in a sentence, where a command below it names the same thing and version."""
    for sentence in passages.sentences:
        for found in _VERSION.finditer(sentence.text):
            name = f"{found['before']}{found['number']}{found['after'] or ''}"
            same = [
                line
                for block in passages.blocks
                for line in block.lines
                if _folded(name) in _folded(line.text) and found["number"] in line.text
            ]
            if not same or "." not in found["number"]:
                continue
            start = sentence.start + found.start("number")
            one = _Said(
                Stretch(start, start + len(found["number"])),
                found["number"],
                "",
                sentence.stretch,
                frozenset(),
            )
            yield _changed(
                passages,
                one,
                [line.stretch for line in same],
                f"“{same[0].text.strip()}” still says {one.number}",
            )


def _folded(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())


def _changed(
    passages: Passages, one: _Said, others: list[Stretch], other: str, things: list[str] | None = None
) -> Candidate:
    new = _other(one.number)
    taken = tuple({one.number, _figure(one.number)})
    return Candidate(
        "number",
        f"{one.number} changed to {new}",
        f"“{passages.words(one.around)}” says {new} now, and {other}.",
        (Edit(one.at.start, one.at.end, new),),
        (one.around,),
        tuple(others),
        # Where a list bears the number out, somebody may count it, or say only that it does not fit.
        Recognised(
            said=((*taken, *OPPOSED, "count*", "list*") if things else taken,), named=((new, _figure(new)),)
        ),
    )


def _other(number: str) -> str:
    """Another number in the same form, near enough to be a slip."""
    if number in _WORDS:
        return _WORDS[_WORDS.index(number) + 1]
    whole, point, part = number.rpartition(".")
    return f"{whole}{point}{int(part) + 2}" if point else str(int(number) + (1 if int(number) < 12 else 10))
