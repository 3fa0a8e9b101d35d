"""Why a ruling is what it is, in words."""

import pytest

from workbench.core.history import Round, RoundState
from workbench.core.marks import Mark
from workbench.core.readings import Answer, Span, Verdict
from workbench.core.reasons import how_it_counts, reasons, unfinished_words, why_ruled
from workbench.core.ruling import MarkedAnswer, MarkedJudgement, rule
from workbench.core.sources import Source, SourceKind

FOUND = Span(0, 5)


def answer(id, value="fails", on_fail="fix", dominant=False, mark=None, span=FOUND):
    source = Source(SourceKind.QUESTION, f"readme/{id}", "q")
    return MarkedAnswer(Answer(source, id, value, "words", "so", "", span, dominant, on_fail), mark)


def ruled(verdict, *answers, **changes):
    return rule([MarkedJudgement(verdict, answers)], [], **{"complete": True, **changes})


def test_every_reason_is_listed_and_the_verdict_names_the_fails_that_bear_it_out():
    ruling = ruled(
        Verdict.FIX, answer("R4", dominant=True), answer("R5"), answer("D1"), answer("R9", on_fail="note")
    )
    assert [(does, [cap.why for cap in caps]) for does, caps in reasons(ruling)] == [
        (
            "Each of these alone rules Fix:",
            ["R4 fails: so", "R4, R5 and D1 fail, and the judge's verdict is Fix"],
        )
    ]
    assert why_ruled(ruling) == "R4 fails and 1 more"


def test_what_would_rule_less_strictly_stands_below_what_decides():
    ruling = ruled(Verdict.FIX, answer("R1", on_fail="rewrite", dominant=True))
    assert [does for does, _ in reasons(ruling)] == [
        "This alone rules Rewrite:",
        "Without that it would still be Fix:",
    ]


@pytest.mark.parametrize(
    ("marked", "verdict", "said"),
    [
        (answer("R4", dominant=True), Verdict.PUBLISHABLE, "dominant: a fail alone rules Fix"),
        (answer("R5"), Verdict.FIX, "a fail asks for Fix; it counts, since the judge's verdict is Fix"),
        (
            answer("R5"),
            Verdict.PUBLISHABLE,
            "a fail asks for Fix; it does not count, since the judge's verdict is Publishable",
        ),
        (answer("R5", on_fail="note"), Verdict.FIX, "a fail is a note, and changes no ruling"),
        (answer("R5", mark=Mark.MISS), Verdict.FIX, "it does not count, since you marked it a miss"),
        (answer("R5", "cannot tell", dominant=True), Verdict.FIX, "dominant, so it rules Fix"),
        (answer("R5", "cannot tell"), Verdict.FIX, "not dominant, so it changes no ruling"),
        (answer("R5", "meets"), Verdict.FIX, ""),
    ],
)
def test_an_answer_says_whether_it_counts(marked, verdict, said):
    assert how_it_counts(marked, verdict) == said


def test_a_fail_whose_words_were_lost_says_that_it_counts_as_cannot_tell():
    said = how_it_counts(answer("R5", span=None), Verdict.FIX)
    assert said.startswith("its words are not in the text, so it counts as cannot tell")


def test_a_round_that_leaves_an_earlier_ruling_is_named_once():
    last = Round(1, 2, (), RoundState.INCOMPLETE, freeze=True)
    stands = ruled(Verdict.PUBLISHABLE, complete=False, read_before=True)
    assert (stands.value.value, unfinished_words(last, stands)) == ("Publishable", "the freeze is incomplete")
    capped = ruled(Verdict.PUBLISHABLE, complete=False)
    assert (capped.value.value, unfinished_words(last, capped)) == ("Fix", "")
