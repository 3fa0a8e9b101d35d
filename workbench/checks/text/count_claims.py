"""Numbers that a text says of things that can be counted."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from workbench.checks.regex import regex
from workbench.checks.text.code import Prose
from workbench.checks.text.markdown import Markdown
from workbench.checks.text.number_words import NUMBER_WORDS
from workbench.checks.text.sentences import Sentence, sentences

LONGEST = 5_000
"""Characters of a paragraph; a longer one is not read."""

_WORDS = {word: number for word, number in NUMBER_WORDS.items() if number > 1}
_HAN = {char: number for number, char in enumerate("一二三四五六七八九十", 1)}
_N = rf"(?<![\w.$€£#/:+~≈<>≥≤-])(?P<number>\d{{1,3}}|{'|'.join(_WORDS)})(?![\w.%/+-]|,\d|\s*[-–]\s*\d)"
_CLAIM = regex(rf"{_N}\s+(?P<words>(?:[A-Za-z][\w-]*\s+){{0,2}}?)(?P<noun>[A-Za-z][A-Za-z-]{{2,}}s)\b", re.I)
_BARE = regex(
    rf"{_N}\s+(?:of them\s+|are\s+)?(?:come|ship|built[ -]in|included|are (?:built|included|bundled))\b", re.I
)
_COUNTED = regex(
    r"(?<![\d.,第])(?P<number>\d{1,2}|[二三四五六七八九十])\s?(?:つの|つ|個の|種類の|种|個|个|種|项|項)"
)
_LOOSE_BEFORE = regex(
    r"\b(?:about|around|approx\w*|roughly|nearly|almost|over|under|above|below|than|least|most|up "
    r"to|some|or|next|first|last|another|"
    r"every|per|each|within|after|before|additional|extra|other|max(?:imum)?|min(?:imum)?|version|"
    r"python|node|top|every|any|between|to|"
    r"another|v|page|step|chapter|section|table|figure|level|issue|line|port|further|"
    r"more)\s*[(]?\Z|[~≈<>≥≤+–-]\s*\Z",
    re.I,
)
_LOOSE_AFTER = regex(
    (
        r"\A\s*(?:or more|or so|and (?:more|counting)|\+|plus|per\b|at a time|long|wide|deep|ago|old|"
        r"later|away|apart|each\b|faster|slower|in a row)"
    ),
    re.I,
)
_UNITS = frozenset(
    [
        "seconds",
        "minutes",
        "hours",
        "days",
        "weeks",
        "months",
        "years",
        "bytes",
        "bits",
        "pixels",
        "lines",
        "characters",
        "chars",
        "words",
        "times",
        "stars",
        "users",
        "people",
        "percent",
        "cents",
        "dollars",
        "euros",
        "points",
        "ways",
        "cores",
        "threads",
        "cpus",
        "gpus",
        "nodes",
        "spaces",
        "columns",
        "rows",
        "digits",
        "milliseconds",
        "secs",
        "mins",
        "ms",
        "gigabytes",
        "megabytes",
        "kilobytes",
        "miles",
        "meters",
        "metres",
        "feet",
        "inches",
        "degrees",
        "dots",
        "attempts",
        "retries",
        "levels",
        "decimals",
        "backticks",
        "backslashes",
        "hyphens",
        "dashes",
        "quotes",
        "blanks",
        "tabs",
        "processes",
        "workers",
        "replicas",
        "pages",
        "reasons",
        "this",
        "does",
        "plus",
        "less",
        "was",
        "has",
        "its",
        "yours",
        "always",
        "across",
        "unless",
        "versus",
        "status",
        "class",
        "address",
        "access",
        "process",
        "bus",
        "hits",
        "tokens",
        "places",
        "requests",
        "messages",
        "records",
        "items",
        "steps",
        "minors",
        "majors",
        "versions",
        "releases",
        "instances",
        "copies",
        "parts",
        "things",
        "sets",
        "pairs",
        "weeks",
        "clicks",
        "commits",
        "downloads",
        "contributors",
    ]
)
"""Nouns whose number is a measure, or says nothing of the repository; a list behind may still count."""
_LISTED = frozenset({"ways", "steps", "things", "items", "parts", "places", "reasons", "columns", "levels"})


class CountClaim(NamedTuple):
    """One number of things."""

    number: int
    noun: str
    """What is counted, in the plural and in lower case; empty where the words do not say."""
    words: str
    """Between the number and the noun."""
    prose: Prose
    place: tuple[int, int]
    start: int
    """Offset in its prose."""
    end: int
    sentence: Sentence
    measured: bool
    """Whether the noun is one of those that only a list right behind can count."""

    @property
    def before(self) -> str:
        """The words of its sentence in front of it."""
        return self.prose.text[self.sentence.start : self.start]

    @property
    def after(self) -> str:
        """The words of its sentence behind it."""
        return self.prose.text[self.end : self.sentence.start + len(self.sentence.text)]

    @property
    def presents(self) -> bool:
        """Whether its words say that this is how many there are."""
        return _PRESENTS.search(self.before) is not None


_PRESENTS = regex(
    r"(?:\A\W*|\b(?:all|the|these|are|exist|has|have|provides?|ships? with|ships?|comes? with|"
    r"includes?|offers?|supports?|consists? of|contains?|defines?|"
    r"exposes?|implements?|knows|takes|accepts|with|following|currently)|[:,;]|"
    r"\]\([^()]*\):?)\s*(?:the\s+)?(?:following\s+)?[*_]*\Z",
    re.I,
)


def count_claims(markdown: Markdown) -> Iterator[CountClaim]:
    """Every number of things, unless it is a bound, a guess or a measure."""
    for prose in markdown.prose:
        if prose.role == "heading" or len(prose.text) > LONGEST or prose.quoted:
            continue
        plain = re.sub(r"\]\([^()\n]{1,300}\)", lambda found: " " * len(found[0]), prose.masked())
        for sentence in sentences(plain):
            yield from _of(prose, sentence)


def _of(prose: Prose, sentence: Sentence) -> Iterator[CountClaim]:
    taken = -1
    for pattern in (_CLAIM, _BARE, _COUNTED):
        for found in pattern.finditer(sentence.text):
            before, after = sentence.text[: found.start()], sentence.text[found.end() :]
            if found.start() < taken or _LOOSE_BEFORE.search(before[-40:]) or _LOOSE_AFTER.match(after):
                continue
            taken = found.end()
            groups = found.groupdict()
            noun = (groups.get("noun") or "").lower()
            measured = noun in _UNITS
            if measured and noun not in _LISTED:
                continue
            start, end = sentence.start + found.start(), sentence.start + found.end()
            yield CountClaim(
                _number(found["number"]),
                noun,
                (groups.get("words") or "").strip(),
                prose,
                prose.place(start, end),
                start,
                end,
                sentence,
                measured,
            )


def _number(written: str) -> int:
    lower = written.lower()
    if lower in _WORDS:
        return _WORDS[lower]
    return _HAN[written] if written in _HAN else int(written)


def singular(noun: str) -> str:
    """A plural without its ending."""
    if noun.endswith("ies"):
        return f"{noun[:-3]}y"
    if noun.endswith(("sses", "shes", "ches", "xes")):
        return noun[:-2]
    return noun.removesuffix("s")
