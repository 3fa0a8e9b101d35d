"""Which invented findings on invented texts are one concern."""

from dataclasses import replace

import pytest

from workbench.core.identity.identity import FIRST, GREY, KnownConcern, group, place
from workbench.core.readings import Finding, FindingKind, Span
from workbench.core.sources import Source, SourceKind

ENGLISH = """# Tidelog

Tidelog is the fastest way to keep a diary of tides. It just works everywhere.

## Install

Install it with `pip install tidelog`. Some systems need extra libraries.

## Usage

Run `tidelog watch` to follow a harbour. Results are written to the usual place.
Press the key to stop, or wait until the tide turns.

## Limits

Only harbours with a public gauge can be followed.
"""

JAPANESE = """# 潮見帳

潮見帳は、港の潮位を毎日記録するための道具です。どこでもすぐに動きます。

## 導入

パッケージ管理から導入してください。環境によっては追加の部品が必要です。

## 使い方

監視命令を実行すると港の潮位を追います。結果はいつもの場所に保存されます。
"""


def finding(
    text: str,
    quote: str,
    problem: str,
    change: str = "",
    *,
    id: int,
    reader: str = "engineer",
    reading: int = 0,
) -> Finding:
    start = text.find(quote)
    return Finding(
        Source(SourceKind.READER, reader, "w"),
        FindingKind.FINDING,
        quote,
        problem,
        change=change,
        span=None if start < 0 else Span(start, start + len(quote)),
        id=id,
        reading=reading or id,
    )


LIBRARIES = finding(
    ENGLISH,
    "Some systems need extra libraries.",
    "Which systems and which libraries is not said, so the install fails and I cannot repair it.",
    "Name the libraries for each system.",
    id=1,
)
LIBRARIES_REWORDED = finding(
    ENGLISH,
    "need extra libraries",
    "The libraries are never named; on my system I would not know what to install first.",
    "List the libraries that each system needs.",
    id=2,
    reader="newcomer",
)
FASTEST = finding(
    ENGLISH,
    "the fastest way to keep a diary of tides",
    "The fastest compared with what? No measurement supports the superlative.",
    "Give a measurement or drop the superlative.",
    id=3,
    reader="skeptic",
)
RESULTS = finding(
    ENGLISH,
    "Results are written to the usual place.",
    "The usual place is unknown to someone new, so the output file cannot be found.",
    "Give the path of the output file.",
    id=4,
    reader="newcomer",
)
FAULT = Finding(
    Source(SourceKind.CHECK, "cli-flags", "w"),
    FindingKind.FAULT,
    "tidelog watch",
    "tidelog has no command watch.",
    asks="cli-flags",
    span=Span(ENGLISH.index("tidelog watch"), ENGLISH.index("tidelog watch") + 13),
    id=9,
)


def concerns(findings: list[Finding], known: tuple[KnownConcern, ...] = (), text: str = ENGLISH) -> list[int]:
    return [placement.concern for placement in place(findings, known, text)]


def test_the_same_problem_in_other_words_is_one_concern() -> None:
    first, second, *others = concerns([LIBRARIES, LIBRARIES_REWORDED, FASTEST, RESULTS])
    assert first == second
    assert len({first, *others}) == 3


def test_the_same_problem_in_japanese_is_one_concern() -> None:
    findings = [
        finding(
            JAPANESE,
            "環境によっては追加の部品が必要です。",
            "どの環境でどの部品が必要か書かれておらず、導入に失敗しても直せない。",
            "環境ごとに必要な部品を挙げる。",
            id=1,
        ),
        finding(
            JAPANESE,
            "追加の部品が必要です",
            "追加の部品の名前がないので、自分の環境で何を先に入れるべきか分からない。",
            "必要な部品の名前を環境ごとに示す。",
            id=2,
        ),
        finding(
            JAPANESE,
            "結果はいつもの場所に保存されます。",
            "初めての人には「いつもの場所」が分からず、出力ファイルを見つけられない。",
            "保存先のパスを書く。",
            id=3,
        ),
    ]
    first, second, third = concerns(findings, text=JAPANESE)
    assert first == second != third


def test_different_problems_of_one_sentence_stay_apart() -> None:
    sentence = "Tidelog is the fastest way to keep a diary of tides."
    audience = finding(
        ENGLISH,
        sentence,
        "Who would want this, sailors or anglers? Readers are not named.",
        "Say for whom.",
        id=5,
    )
    speed = replace(FASTEST, quote=sentence, span=Span(11, 11 + len(sentence)))
    first, second = concerns([audience, speed])
    assert first != second


def test_opposite_complaints_about_two_places_do_not_merge_by_wording() -> None:
    long = finding(
        ENGLISH, "Some systems need extra libraries.", "This section is too long for me.", "Shorten it.", id=5
    )
    short = finding(
        ENGLISH,
        "Only harbours with a public gauge",
        "This section is too short for me.",
        "Expand more.",
        id=6,
    )
    first, second = concerns([long, short])
    assert first != second


def test_a_new_finding_joins_the_concern_it_repeats() -> None:
    known = (KnownConcern(7, (LIBRARIES,)), KnownConcern(8, (FASTEST,)))
    assert concerns([LIBRARIES_REWORDED, RESULTS], known) == [7, 0]


def test_known_concerns_stay_apart_however_alike_they_are() -> None:
    known = (KnownConcern(7, (LIBRARIES,)), KnownConcern(8, (replace(LIBRARIES, id=20),)))
    assert concerns([LIBRARIES_REWORDED], known)[0] in (7, 8)


def test_one_like_wording_is_enough_in_a_concern_of_many() -> None:
    other = finding(ENGLISH, "It just works everywhere.", "On which platforms?", "Name platforms.", id=30)
    known = (KnownConcern(7, (LIBRARIES, other)),)
    assert concerns([LIBRARIES_REWORDED], known) == [7]


def test_a_concern_whose_words_are_gone_is_joined_by_wording() -> None:
    known = (KnownConcern(7, (replace(LIBRARIES, span=None),)), KnownConcern(8, (FASTEST,)))
    assert concerns([LIBRARIES_REWORDED], known) == [7]


def test_a_lost_quote_joins_by_wording_or_starts_its_own() -> None:
    lost = replace(LIBRARIES_REWORDED, span=None)
    stray = finding(ENGLISH, "words that are nowhere", "The colours of the chart hurt.", "Use fewer.", id=6)
    known = (KnownConcern(7, (LIBRARIES,)),)
    assert concerns([lost, stray], known) == [7, 0]


def test_faults_match_by_check_and_words_only() -> None:
    known = (KnownConcern(7, (replace(FAULT, id=90),)),)
    reworded = replace(FAULT, problem="No such command.")
    other_check = replace(FAULT, id=10, asks="dead-links")
    other_words = replace(FAULT, id=11, quote="tidelog  stop")
    assert concerns([reworded, other_check, other_words], known) == [7, -1, 0]


def test_a_fault_never_joins_a_readers_concern_about_the_same_words() -> None:
    reader = finding(ENGLISH, "tidelog watch", "tidelog has no command watch.", id=5)
    assert concerns([FAULT], (KnownConcern(7, (reader,)),)) == [0]
    assert concerns([replace(reader, id=6)], (KnownConcern(7, (FAULT,)),)) == [0]


def test_a_persons_merge_of_a_fault_and_a_finding_attracts_both() -> None:
    reader = finding(ENGLISH, "need extra libraries", LIBRARIES.problem, LIBRARIES.change, id=5)
    known = (KnownConcern(7, (replace(FAULT, id=90), reader)),)
    assert concerns([FAULT, LIBRARIES], known) == [7, 7]


def test_a_placement_says_what_its_finding_shares() -> None:
    first, second = place([LIBRARIES, LIBRARIES_REWORDED], (), ENGLISH)
    assert first.why == FIRST
    assert second.why.startswith("same words, ")
    assert "libraries" in second.why or "same change" in second.why
    assert {first.by, second.by} == {"rules"}


def test_what_the_rules_are_unsure_of_is_named() -> None:
    vague = finding(ENGLISH, "Some systems need extra libraries.", "Why?", id=5, reader="researcher")
    grouping = group([LIBRARIES, vague, FASTEST], (), ENGLISH)
    assert {doubt.finding for doubt in grouping.doubts} == {LIBRARIES.id, vague.id}
    assert all(GREY[0] <= doubt.probability < GREY[1] for doubt in grouping.doubts)


@pytest.mark.parametrize("text", ["", ENGLISH])
def test_nothing_found_places_nothing(text: str) -> None:
    assert place([], (KnownConcern(7, (LIBRARIES,)),), text) == ()


def test_a_readers_one_fix_on_the_words_of_its_own_finding_is_that_concern():
    found = finding(ENGLISH, "the usual place", "I cannot find my results.", id=1, reading=7)
    fix = replace(
        finding(ENGLISH, "written to the usual place", "Name the folder.", id=2, reading=7),
        kind=FindingKind.ONE_FIX,
    )
    other = finding(
        ENGLISH, "It just works everywhere.", "I believe that it runs on my phone.", id=3, reading=7
    )
    concerns = {p.finding: p.concern for p in place([fix, found, other], [], ENGLISH)}
    assert concerns[2] == concerns[1] != concerns[3]


def test_a_one_fix_on_words_of_its_own_is_a_concern_of_its_own():
    found = finding(ENGLISH, "the usual place", "I cannot find my results.", id=1, reading=7)
    fix = replace(
        finding(ENGLISH, "It just works everywhere.", "Say where it does not run.", id=2, reading=7),
        kind=FindingKind.ONE_FIX,
    )
    first, second = place([found, fix], [], ENGLISH)
    assert first.concern != second.concern
