from core.comparing.stage import A, B, both_orders, comparison, player

from workbench.core.comparing.agreement import Agreement, Asked, JudgeAgreement
from workbench.core.comparing.comparison import Choice
from workbench.core.comparing.printed import comparison_lines, yours_sentence
from workbench.core.comparing.standing import Standing


def standing(*readings, choices=()):
    return Standing(comparison(), readings, choices)


def agreement(who, same, opposite, asked=None):
    made = comparison()
    return JudgeAgreement(who, asked or Asked(made.question, made.asked), Agreement(same, opposite), 1)


def test_who_is_no_judge_of_this_stands_beside_the_counts():
    who, other = player(), player("engineer")
    made = standing(*both_orders(B, B, who), *both_orders(B, B, other))
    against = agreement(who, 0, 9)
    lines = list(comparison_lines(made, [against, agreement(other, 5, 0)]))
    said = "skeptic (m) is no judge of this: it keeps choosing the opposite of you."
    assert lines.index(said) < lines.index("skeptic (m): chose B in both orders")
    assert not any("no judge" in line for line in comparison_lines(made, [agreement(other, 5, 0)]))
    both = list(comparison_lines(made, [against, agreement(other, 0, 9)]))
    assert any("skeptic (m), engineer (m) are no judges of this" in line for line in both)


def test_agreement_on_another_question_is_said_of_that_question_only():
    made = standing(*both_orders(B, B))
    elsewhere = agreement(player(), 0, 9, Asked("Which is shorter?", "0" * 64))
    lines = list(comparison_lines(made, [elsewhere]))
    assert not any("no judge" in line for line in lines)
    assert "  no reader can be held against a blind choice of yours yet" in lines


def test_what_the_person_chose_is_said_with_whether_it_counts():
    blind, later = Choice(A, True, id=1), Choice(None, False, id=2)
    assert yours_sentence(standing()) == "You have not chosen."
    assert yours_sentence(standing(choices=(blind,))) == "You chose A, blind."
    assert yours_sentence(standing(choices=(blind, later))) == (
        "You chose A, blind, which counts; later you saw no difference."
    )
    assert yours_sentence(standing(choices=(later,))) == (
        "You saw no difference, after what readers chose was shown: "
        "it does not count for or against a reader."
    )
