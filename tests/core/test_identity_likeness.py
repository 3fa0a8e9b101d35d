"""What speaks for and against one concern in a pair of findings."""

from dataclasses import replace

import pytest

from workbench.core.identity.likeness import Background, Comparison
from workbench.core.identity.wording import folded, terms
from workbench.core.readings import Finding, FindingKind, Span
from workbench.core.sources import ME, Source, SourceKind

TEXT = "The kiln needs a permit. Fire it slowly. The glaze is food safe."


def said(start: int, end: int, problem: str, change: str = "", **others: object) -> Finding:
    reader = Source(SourceKind.READER, "potter", "w")
    plain = Finding(
        reader, FindingKind.FINDING, TEXT[start:end], problem, change=change, span=Span(start, end)
    )
    return replace(plain, **others)  # type: ignore[arg-type]


PERMIT = said(0, 24, "Who grants the permit is not said.", "Name the office.", reading=1)
OFFICE = said(4, 24, "The office that grants it is missing.", "Add who to ask.", reading=2)
SLOWLY = said(25, 40, "Slowly is no temperature.", "Give degrees an hour.", reading=3)
GLAZE = said(41, 64, "Food safe by which norm?", "Cite the norm.", reading=4)


def compared(*findings: Finding, text: str = TEXT) -> Comparison:
    return Comparison(findings, Background(findings, text))


def probability(one: Finding, two: Finding) -> float:
    return compared(one, two, SLOWLY, GLAZE).evidence(0, 1).probability()


def test_two_findings_of_one_reading_are_less_likely_one_concern() -> None:
    assert probability(PERMIT, replace(OFFICE, reading=1)) < probability(PERMIT, OFFICE)


def test_a_question_that_the_person_and_a_judge_answer_with_fails_is_the_same_question() -> None:
    judge = Source(SourceKind.QUESTION, "readme/R1", "w")
    judged = replace(PERMIT, source=judge, kind=FindingKind.FAILS, asks="R1")
    own = replace(OFFICE, source=ME, kind=FindingKind.FAILS, asks="R1")
    other = replace(own, asks="R2")
    assert probability(judged, own) > probability(judged, other)
    overlooked = replace(own, kind=FindingKind.OVERLOOKED)
    assert probability(judged, overlooked) == probability(judged, other)


def test_a_readers_one_fix_may_repeat_its_own_finding() -> None:
    fix = replace(OFFICE, kind=FindingKind.ONE_FIX)
    assert probability(PERMIT, replace(fix, reading=1)) == probability(PERMIT, fix)


def test_the_same_failed_question_makes_one_concern_likelier() -> None:
    one, two = (
        replace(f, kind=FindingKind.FAILS, source=Source(SourceKind.QUESTION, "readme/R4", "w"), asks="R4")
        for f in (PERMIT, OFFICE)
    )
    other = replace(two, source=Source(SourceKind.QUESTION, "readme/R5", "w"), asks="R5")
    assert probability(one, two) > probability(one, other)


def test_asking_for_something_else_says_nothing() -> None:
    assert probability(replace(PERMIT, asks="law"), OFFICE) == probability(PERMIT, OFFICE)


def test_findings_apart_that_ask_for_different_changes_are_left_to_others() -> None:
    long = said(0, 24, "This sentence is far too long for me.", "Shorten it.")
    short = said(41, 64, "This sentence is far too short for me.", "Expand more.")
    pair = compared(long, short, SLOWLY, PERMIT).evidence(0, 1)
    assert pair.apart and pair.both_ask and pair.change < 0
    assert pair.probability() <= 0.25 < replace(pair, apart=False).probability()


def test_an_earlier_finding_is_compared_by_the_words_that_stand_at_its_place_now() -> None:
    edited = replace(OFFICE, quote="An authorisation is obligatory.")
    gone = replace(edited, span=None)
    assert probability(PERMIT, edited) == probability(PERMIT, OFFICE) > probability(PERMIT, gone)


def test_losing_interest_is_not_likened_by_its_fixed_consequence() -> None:
    stopped = replace(OFFICE, kind=FindingKind.LOST_INTEREST, consequence="The reader stopped here.")
    assert probability(PERMIT, stopped) == probability(PERMIT, replace(stopped, consequence=""))


def test_many_findings_of_one_concern_do_not_make_it_the_usual() -> None:
    crowd = [replace(PERMIT, reading=10 + i) for i in range(12)]
    comparison = compared(PERMIT, *crowd, SLOWLY, GLAZE)
    assert comparison.evidence(0, 1).probability() > 0.5 > comparison.evidence(0, 13).probability()


def test_a_remark_that_many_repeat_word_for_word_is_no_less_telling() -> None:
    crowd = [replace(PERMIT, reading=10 + i) for i in range(12)]
    alone, among = compared(PERMIT, OFFICE, SLOWLY, GLAZE), compared(PERMIT, OFFICE, SLOWLY, GLAZE, *crowd)
    assert among.evidence(0, 1) == alone.evidence(0, 1)


def test_a_remark_that_is_repeated_word_for_word_at_many_places_is_not_the_usual() -> None:
    repeated = [replace(PERMIT, span=Span(at, at + 4), reading=10 + at) for at in range(0, 60, 5)]
    comparison = compared(PERMIT, *repeated, SLOWLY, GLAZE)
    assert comparison.evidence(0, 1).probability() > 0.5 > comparison.evidence(0, 13).probability()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I can't, you can", ["i", "can't", "you", "can"]),
        ("Ｐｙｔｈｏｎ 3", ["python", "3"]),
        ("潮位を見る", ["潮位", "位を", "を見", "見る", "潮", "位", "見"]),
        ("港のlog", ["log", "港の", "港"]),
        ("-- !", []),
    ],
)
def test_terms_are_words_or_pairs_of_characters_and_ideographs(text: str, expected: list[str]) -> None:
    assert list(terms(text)) == expected


def test_a_folded_quote_keeps_its_words_only() -> None:
    assert folded(" Ｔide\n  LOG ") == "tide log"


def test_findings_that_say_nothing_are_neither_like_nor_unlike() -> None:
    empty = said(0, 0, "", quote="")
    assert compared(empty, empty, text="").evidence(0, 1).whole == 0
