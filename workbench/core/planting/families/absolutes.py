"""A claim with a limit made one without."""

import re
from collections.abc import Iterator

from workbench.core.planting.candidates import Candidate, Edit, Recognised
from workbench.core.planting.families.vocabulary import OVERSTATED, runs
from workbench.core.planting.passages import Passages

_CHANGES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), new)
    for pattern, new in (
        (r"\b[Oo]ne of the (?P<best>\w{2,}est|most \w+) (?P<what>\w+)s\b", r"the \g<best> \g<what>"),
        (r"\busually\b", "always"),
        (r"\bUsually\b", "Always"),
        (r"\b(?:often|sometimes|typically|(?<!more )generally|frequently)\b", "always"),
        (r"\b(?:rarely|hardly ever)\b", "never"),
        (r"\bin most cases\b", "in every case"),
        (r"\b(?<!the )(?<!at )most (?=[a-z]+s\b)", "all "),
        (r"\ba (?:variety|wide range) of (?=[a-z]+s\b)", "all "),
        (r"\bmany (?=[a-z]+s\b)", "all "),
        (r"\ba lot of (?=the\b)", "all of "),
        (r"\ba more (?=\w+ \w+)", "the most "),
        (r"\b(?:common|popular) (?=(?:[a-z-]+ ){0,3}[a-z]+s\b)", "all "),
        (r"\b(?:almost|nearly|virtually) (?=all\b|every|never|always|no\b)", ""),
        (r"\blargely\b|\bmostly\b|\bmainly\b", "entirely"),
        (r"\blimited (?=(?:support|coverage))", "complete "),
        (r"多くの場合", "どんな場合も"),
        (r"(?:ほとんど|大半)の", "すべての"),
        (r"多くの", "すべての"),
        (r"一部の", "すべての"),
        (r"通常は?|たいてい|基本的に", "必ず"),
        (r"しばしば|時々|ときどき", "常に"),
        (r"ほぼ", "完全に"),
        (r"できるだけ|なるべく", "必ず"),
    )
)
_OF_THE_AUTHOR = re.compile(r"\b(?:I|my|me|we|our|us)\b|私|筆者")
"""What somebody says of themselves is theirs to know."""
_ABSOLUTE = re.compile(r"\b(?:all|every|always|never|no|not|none)\b|n't\b|すべて|必ず|常に|ない")
"""What is absolute already, or denied, becomes no more so."""
_ASKED = re.compile(r"\b(?:how|however|as|so|too|more|less|very|that) \Z", re.IGNORECASE)
"""After these the word is no limit of a claim: how often, as many."""


def absolutes(passages: Passages) -> Iterator[Candidate]:
    """What holds mostly is said to hold always."""
    for sentence in passages.sentences:
        if _OF_THE_AUTHOR.search(sentence.text) or _ABSOLUTE.search(sentence.text):
            continue
        for pattern, new in _CHANGES:
            for found in pattern.finditer(sentence.text):
                before = sentence.text[: found.start()]
                if before.count("`") % 2 == 0 and not _ASKED.search(before):
                    yield _made(sentence.start + found.start(), found[0], found.expand(new), passages)


def _made(start: int, old: str, new: str, passages: Passages) -> Candidate:
    around = passages.around(start)
    said = new.strip() or old.strip()
    telling = [word for word in said.split() if len(word) > 2 and word != "the"]
    return Candidate(
        "absolute",
        f"“{old.strip()}” changed to “{new.strip()}”" if new else f"“{old.strip()}” removed",
        f"It claims without support what the original says with a limit: “{passages.words(around)}”",
        (Edit(start, start + len(old), new),),
        (around,),
        (),
        Recognised(
            said=(OVERSTATED,),
            named=((said, *telling),),
            there=True,
            echoed=(_echoes(passages, start, old, new),),
        ),
    )


def _echoes(passages: Passages, start: int, old: str, new: str) -> tuple[str, ...]:
    """The words of the changed sentence that only the copy has."""
    around, text = passages.around(start), passages.text
    changed = text[around.start : start] + new + text[start + len(old) : around.end]
    before = set(runs(text[around.start : around.end]))
    return tuple(run for run in runs(changed) if run not in before)
