import pytest

from workbench.content.rubrics import read_rubric
from workbench.core.instruments import Rubric


def problems(path):
    read = read_rubric(path, "user")
    assert isinstance(read, tuple)
    return [(error.line, error.key, error.problem) for error in read]


def test_a_rubric_is_its_questions_and_its_guidance(write, rubric_text):
    path = write("door.md", rubric_text({"dominant": "true", "meets": "It is a lamp."}, {"on_fail": "note"}))
    rubric = read_rubric(path, "project")
    assert isinstance(rubric, Rubric)
    first, second = rubric.questions
    assert (rubric.name, rubric.origin, rubric.body) == ("door", "project", "A README is a front door.")
    assert (first.id, first.dominant, first.meets, first.fails) == ("R1", True, "It is a lamp.", None)
    assert (second.on_fail, second.owns, second.dominant) == ("note", "own-b", False)


def test_an_id_that_yaml_would_take_for_a_truth_value_stays_text(write, rubric_text):
    rubric = read_rubric(write("door.md", rubric_text({"id": "NO"})), "user")
    assert rubric.question("NO") is not None


def test_guidance_may_change_without_a_new_wording_of_the_questions(write, rubric_text):
    before = read_rubric(write("door.md", rubric_text()), "user")
    after = read_rubric(write("door.md", rubric_text(body="A README is short.")), "user")
    assert before.wording != after.wording
    assert before.questions[0].wording == after.questions[0].wording


def test_a_question_id_that_stands_twice_is_named_at_its_second_place(write, rubric_text):
    assert problems(write("door.md", rubric_text({}, {"id": "R1"}))) == [
        (10, "questions.R1.id", "'R1' stands twice")
    ]


def test_two_questions_may_not_own_the_same(write, rubric_text):
    assert problems(write("door.md", rubric_text({}, {"owns": "own-a"}))) == [
        (13, "questions.R2.owns", "'own-a' is owned by an earlier question")
    ]


def test_a_question_may_not_own_what_a_check_decides(write, rubric_text):
    path = write("door.md", rubric_text({"owns": "links-resolve"}))
    [(line, key, problem)] = problems(path)
    assert (line, key) == (8, "questions.R1.owns")
    assert "decided by a check" in problem


@pytest.mark.parametrize("owns", ["claims", "own-tone"])
def test_a_question_of_ones_own_owns_what_is_in_the_list_or_adds_to_it(write, rubric_text, owns):
    rubric = read_rubric(write("door.md", rubric_text({"owns": owns})), "user")
    assert rubric.questions[0].owns == owns


@pytest.mark.parametrize(
    ("owns", "said"),
    [
        ("claim", "did you mean claims? One of your own is written own-claim."),
        ("tone", "One of your own is written own-tone."),
        ("own-", "One of your own is written own-tone."),
    ],
)
def test_a_question_may_not_own_what_nobody_knows(write, rubric_text, owns, said):
    [(line, key, problem)] = problems(write("door.md", rubric_text({"owns": owns})))
    assert (line, key) == (8, "questions.R1.owns")
    assert f"{owns!r} is not in the list" in problem
    assert problem.endswith(said)


def test_a_bundled_rubric_adds_nothing_to_the_list(write, rubric_text):
    [error] = read_rubric(write("door.md", rubric_text({"owns": "own-tone"})), "bundled")
    assert "is not in the list" in error.problem


@pytest.mark.parametrize("true", ["true", "True", "yes", "Y", "on", "1", "t"])
def test_a_dominant_question_with_note_is_named_however_true_is_written(write, rubric_text, true):
    [(line, key, problem)] = problems(write("door.md", rubric_text({"dominant": true, "on_fail": "note"})))
    assert (line, key) == (7, "questions.R1.on_fail")
    assert "needs fix or rewrite" in problem


@pytest.mark.parametrize(
    ("question", "line", "dotted", "problem"),
    [
        ({"ask": None}, 5, "questions.R1.ask", "is missing"),
        ({"ask": ""}, 6, "questions.R1.ask", "is empty"),
        ({"id": "r1"}, 5, "questions.r1.id", "must be capital letters"),
        ({"id": None}, 5, "questions.1.id", "is missing"),
        ({"on_fail": "fxi"}, 7, "questions.R1.on_fail", "must be note, fix or rewrite, not 'fxi'"),
        ({"owns": "First Result"}, 8, "questions.R1.owns", "must be lower-case words"),
        ({"fixable_by": "word"}, 9, "questions.R1.fixable_by", "did you mean wording?"),
        ({"dominant": "perhaps"}, 10, "questions.R1.dominant", "must be true or false"),
        ({"meet": "A"}, 10, "questions.R1.meet", "is not a known key; did you mean meets?"),
        ({"meets": "[A]"}, 10, "questions.R1.meets", "must be text"),
    ],
)
def test_a_wrong_question_is_named_with_line_and_key(write, rubric_text, question, line, dotted, problem):
    [(found_line, found_key, found)] = problems(write("door.md", rubric_text(question)))
    assert (found_line, found_key) == (line, dotted)
    assert problem in found


@pytest.mark.parametrize(
    ("questions", "line", "dotted", "problem"),
    [
        ("", 4, "questions", "is empty"),
        (" []", 4, "questions", "must not be empty"),
        (" some", 4, "questions", "must be a list"),
        ("\n  - plain", 5, "questions.1", "must hold keys of its own"),
    ],
)
def test_questions_that_are_none_are_named(write, questions, line, dotted, problem):
    path = write("door.md", f"---\ntitle: A\nkinds: [readme]\nquestions:{questions}\n---\nBody")
    [(found_line, found_key, found)] = problems(path)
    assert (found_line, found_key) == (line, dotted)
    assert problem in found


def test_missing_guidance_is_an_error(write, rubric_text):
    [(_, _, problem)] = problems(write("door.md", rubric_text(body="")))
    assert "no body" in problem


def test_a_front_matter_error_names_its_line(write):
    assert problems(write("door.md", "---\nquestions:\n  - ask: Is it: so?\n---\nBody"))[0][0] == 3


def test_a_rubric_may_name_its_readers_and_the_texts_that_it_is_for(write, rubric_text):
    keys = 'readers: [newcomer-ja, editor]\nlanguage: ja\nfiles: ["docs/*"]\nquestions:'
    rubric = read_rubric(write("door.md", rubric_text().replace("questions:", keys, 1)), "user")
    assert rubric.readers == ("newcomer-ja", "editor")
    assert (rubric.language, rubric.files) == ("ja", ("docs/*",))


@pytest.mark.parametrize(
    ("line", "key", "problem"),
    [
        ("readers: [Editor]", "readers.1", "'Editor' is no persona's name"),
        ("readers: [editor, editor]", "readers.2", "'editor' stands twice"),
        ("language: jp", "language", "must be ja, not 'jp'"),
    ],
)
def test_readers_and_a_language_that_cannot_be_are_refused_at_their_line(
    write, rubric_text, line, key, problem
):
    text = rubric_text().replace("questions:", f"{line}\nquestions:", 1)
    [(at, named, said)] = problems(write("door.md", text))
    assert (at, named) == (4, key) and said.startswith(problem)
