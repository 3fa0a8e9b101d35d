"""How right a judge is by blind answers, with judges of known skill as controls."""

from datetime import UTC, datetime, timedelta

import pytest

from workbench.core.calibration.blind_counts import Figures, blind_counts
from workbench.core.calibration.blind_words import blind_sentences, blind_shape
from workbench.core.calibration.store import OwnSaid, Stored
from workbench.core.sources import Source, SourceKind, wording_of
from workbench.core.trust.claims import Played

AT = datetime(2026, 1, 1, tzinfo=UTC)
JUDGE = Played(Source(SourceKind.RUBRIC, "readme", wording_of("readme")), "scripted", "large")
TRUTH = ("meets", "meets", "meets", "fails", "fails", "meets", "fails", "meets")


def question(number):
    return Source(SourceKind.QUESTION, f"readme/R{number}", wording_of(f"R{number}"))


def reading(values, given, revision=1, id=1, played=JUDGE, artifact=1, at=AT):
    """A judge's answers to R1 and on; `given` are the person's, None where they gave none."""
    return [
        Stored(
            id * 100 + n, artifact, revision, id, played, question(n), value, at, said, drawn=said is not None
        )
        for n, (value, said) in enumerate(zip(values, given, strict=True), start=1)
    ]


def flipped(value):
    return "fails" if value == "meets" else "meets"


@pytest.mark.parametrize(
    ("judge", "matrix", "tpr", "tnr", "kappa"),
    [
        (lambda truth: truth, (5, 0, 0, 3), 1.0, 1.0, 1.0),
        (lambda truth: "meets", (5, 0, 3, 0), 1.0, 0.0, 0.0),
        (lambda truth: "fails", (0, 5, 0, 3), 0.0, 1.0, 0.0),
        # Observed 0, by chance 2 x 5/8 x 3/8: (0 - 15/32) / (1 - 15/32).
        (flipped, (0, 5, 3, 0), 0.0, 0.0, -15 / 17),
    ],
    ids=["always right", "always passes", "always fails", "flips"],
)
def test_a_judge_of_known_skill_has_exactly_its_figures(judge, matrix, tpr, tnr, kappa):
    (found,) = blind_counts(reading([judge(value) for value in TRUTH], TRUTH), ())
    confusion = found.figures.confusion
    assert (
        confusion.true_positive,
        confusion.false_negative,
        confusion.false_positive,
        confusion.true_negative,
    ) == matrix
    assert (confusion.tpr.value, confusion.tnr.value) == (tpr, tnr)
    assert confusion.kappa.value == pytest.approx(kappa, abs=1e-9)


def test_a_reading_counts_only_once_all_of_its_answers_were_given_blind():
    part = reading(("meets", "fails"), ("meets", None))
    (found,) = blind_counts(part, ())
    assert found.figures == Figures(readings=1, elsewhere=1)
    whole = reading(("meets", "fails"), ("meets", "fails"), revision=2, id=2)
    (found,) = blind_counts([*part, *whole], ())
    assert found.figures == Figures(
        readings=2, whole=1, answers=2, true_positive=1, true_negative=1, elsewhere=1
    )


def test_abstentions_of_both_are_told_and_in_no_rate():
    given = ("meets", "fails", "cannot tell", "does not apply", "meets")
    judged = ("meets", "cannot tell", "fails", "meets", "does not apply")
    (found,) = blind_counts(reading(judged, given), ())
    assert found.figures == Figures(
        readings=1, whole=1, answers=5, true_positive=1, judge_abstained=2, person_abstained=2
    )
    assert found.figures.compared == 1


def test_of_a_judge_that_read_a_revision_twice_the_first_reading_counts():
    given = ("meets", "fails")
    twice = [*reading(("meets", "fails"), given), *reading(("fails", "meets"), given, id=2)]
    (found,) = blind_counts(twice, ())
    assert found.figures.readings == 1
    assert found.figures.confusion.tpr.value == 1.0


def test_two_judges_of_one_revision_are_both_told_by_one_persons_answers():
    other = JUDGE._replace(model="small")
    given = ("meets", "fails")
    two = [*reading(given, given), *reading(("meets", "meets"), given, id=2, played=other)]
    right, passing = blind_counts(two, ())
    assert (right.figures.confusion.tnr.value, passing.figures.confusion.tnr.value) == (1.0, 0.0)
    assert passing.differing == (("readme/R2", 1),)


def test_an_answer_that_the_person_had_marked_before_is_not_blind():
    stored = reading(("meets", "fails"), ("meets", "fails"))
    stored[1] = stored[1]._replace(seen=True)
    (found,) = blind_counts(stored, ())
    assert found.figures == Figures(readings=1, elsewhere=1)


@pytest.mark.parametrize("before", [True, False])
def test_a_rubric_of_the_persons_own_is_blind_for_a_judge_that_answered_later_only(before):
    at = AT + timedelta(seconds=-1 if before else 1)
    own = [OwnSaid(question(n), 1, value, at) for n, value in enumerate(("meets", "fails"), start=1)]
    (found,) = blind_counts(reading(("meets", "meets"), (None, None)), own)
    blind = Figures(readings=1, whole=1, answers=2, true_positive=1, false_positive=1)
    assert found.figures == (blind if before else Figures(readings=1, seen=2, seen_same=1))


def test_a_judge_to_which_nobody_answered_is_not_told_of():
    assert blind_counts(reading(("meets", "fails"), (None, None)), ()) == ()
    assert list(blind_sentences(())) == []


def test_coverage_and_abstentions_stand_beside_the_figures():
    given = ("meets", "fails", "cannot tell")
    counts = blind_counts(
        [
            *reading(("meets", "meets", "fails"), given),
            *reading(("meets",) * 3, ("meets", None, None), id=2, revision=2),
            *reading(("meets",) * 3, (None,) * 3, id=3, revision=3, artifact=2),
        ],
        (),
    )
    said = " ".join(blind_sentences(counts))
    name = f"readme {JUDGE.source.wording[:8]} large"
    assert (
        f"{name}: 1 of 3 readings answered blind, 3 answers, of which it abstained from 0 and you from 1 "
        "more, so 2 are compared; 1 more is of a reading that you have not answered whole, in no figure."
    ) in said
    assert (
        f"{name}: you say meets: it says meets 1, fails 0; you say fails: it says meets 1, fails 0." in said
    )
    assert (
        "TPR 1.00 (1 of 1, 0.21 to 1.00, directional); TNR 0.00 (0 of 1, 0.00 to 0.79, directional)" in said
    )
    (shape,) = blind_shape(counts)
    assert (shape["whole"], shape["compared"], shape["person_abstained"]) == (1, 2, 1)
    assert shape["tpr"]["rate"] == 1.0
    assert shape["differing"] == {"readme/R2": 1}


def test_agreement_with_answers_that_could_be_seen_is_called_agreement():
    own = [OwnSaid(question(1), 1, "meets", AT + timedelta(days=1))]
    said = " ".join(blind_sentences(blind_counts(reading(("meets",), (None,)), own)))
    assert "you said the same 1 of 1 times: that is agreement, in none of these figures." in said
    assert "TPR" not in said.partition("answered all of its questions.")[2]
