import re
from pathlib import Path

import pytest

from workbench.content.library import read_library
from workbench.content.locations import bundled
from workbench.core.artifacts import Kind
from workbench.core.text.language import is_japanese

LIBRARY = read_library()
QUESTIONS = [(rubric, question) for rubric in LIBRARY.rubrics for question in rubric.questions]


def named(pair):
    return f"{pair[0].name}/{pair[1].id}"


def test_every_bundled_file_loads():
    assert [str(error) for error in LIBRARY.errors] == []
    loaded = {p.name for p in LIBRARY.personas}, {r.name for r in LIBRARY.rubrics}
    there = tuple({file.stem for file in bundled(name).glob("*.md")} for name in ("personas", "rubrics"))
    assert loaded == there


@pytest.mark.parametrize("kind", [Kind.README, Kind.ARTICLE])
def test_a_default_round_is_at_most_six_calls_with_its_judge(kind):
    assert 3 <= len(LIBRARY.readers(kind)) <= 5
    assert LIBRARY.judge(kind).name == kind.value


def test_taglines_are_read_by_somebody():
    assert LIBRARY.readers(Kind.TAGLINES)


@pytest.mark.parametrize("persona", LIBRARY.personas, ids=lambda persona: persona.name)
def test_a_persona_says_what_each_id_that_it_reads_for_means(persona):
    listed = re.findall(r"^- `([a-z-]+)`: \S", persona.body, re.MULTILINE)
    assert tuple(listed) == persona.reads_for
    assert 4 <= len(listed) <= 8


@pytest.mark.parametrize("persona", LIBRARY.personas, ids=lambda persona: persona.name)
def test_a_persona_speaks_to_its_reader_and_stays_short(persona):
    if is_japanese(persona.body):
        assert persona.body.startswith("あなたは、")
        assert 400 <= len(persona.body) <= 900
        return
    words = [word for word in persona.body.split() if re.search(r"\w", word)]
    assert persona.body.startswith("You ")
    assert 90 <= len(words) <= 200


@pytest.mark.parametrize("persona", LIBRARY.personas, ids=lambda persona: persona.name)
def test_a_persona_says_what_is_no_failure(persona):
    assert re.search(r"no failure|no fault|失敗ではありません", persona.body)


def test_no_prompt_asks_for_a_number_of_findings_or_a_grade():
    bodies = [item.body for item in (*LIBRARY.personas, *LIBRARY.rubrics)]
    assert not [
        b
        for b in bodies
        if re.search(r"at least \w+ findings|\bscore|\brate\b|\bgrade|out of ten|点数|採点|[0-9]件以上", b)
    ]


@pytest.mark.parametrize("pair", QUESTIONS, ids=named)
def test_a_question_has_both_anchors_and_they_differ(pair):
    _, question = pair
    assert question.meets and question.fails
    assert question.meets.strip() != question.fails.strip()


@pytest.mark.parametrize("pair", QUESTIONS, ids=named)
def test_an_anchor_holds_no_heading_that_would_look_like_one_of_the_prompt(pair):
    _, question = pair
    lines = f"{question.meets}\n{question.fails}".splitlines()
    assert [line for line in lines if line.startswith("#")] == []


@pytest.mark.parametrize("pair", QUESTIONS, ids=named)
def test_a_question_is_one_sentence_that_yes_answers_well(pair):
    _, question = pair
    end = "か。" if re.search("[ぁ-ん]", question.ask) else "?"
    assert question.ask.count(end) == 1
    assert question.ask.endswith(end)


@pytest.mark.parametrize("rubric", LIBRARY.rubrics, ids=lambda rubric: rubric.name)
def test_the_readers_beside_a_rubric_are_there_and_read_what_it_judges(rubric):
    read = [LIBRARY.persona(name) for name in rubric.readers]
    assert None not in read and len(read) <= 5
    assert not [p.name for p in read if not set(rubric.kinds) <= set(p.kinds)]


def test_a_language_is_read_in_that_language():
    written = [r for r in LIBRARY.rubrics if is_japanese("".join(q.ask for q in r.questions))]
    assert [r.name for r in written] == [r.name for r in LIBRARY.rubrics if r.language == "ja"] != []


def test_a_question_in_japanese_has_no_blank_where_its_lines_were_joined():
    asked = [q.ask for _, q in QUESTIONS if is_japanese(q.ask)]
    assert asked and not [ask for ask in asked if re.search(r"[、。ぁ-ヿ一-鿿] +[ぁ-ヿ一-鿿]", ask)]


@pytest.mark.parametrize("rubric", LIBRARY.rubrics, ids=lambda rubric: rubric.name)
def test_a_rubric_can_rule_every_verdict(rubric):
    assert {question.on_fail for question in rubric.questions} == {"note", "fix", "rewrite"}
    assert 1 <= sum(question.dominant for question in rubric.questions) <= 4


def test_the_documentation_names_every_persona_and_every_owned_question():
    page = (Path(__file__).parents[2] / "docs" / "personas-and-rubrics.md").read_text(encoding="utf-8")
    assert [p.name for p in LIBRARY.personas if f"`{p.name}`" not in page] == []
    assert sorted({q.owns for _, q in QUESTIONS if f"`{q.owns}`" not in page}) == []
