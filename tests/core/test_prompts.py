import pytest
from support.builders import TEXT, persona, question, revision, rubric

from workbench.core.artifacts import Kind
from workbench.core.prompts import judge_prompt, prompt_sha256, reader_prompt
from workbench.core.text_questions import TextQuestion


def test_the_part_before_the_task_is_the_same_for_every_reader_of_a_revision():
    one, two = (reader_prompt(persona(name), revision()) for name in ("skeptic", "engineer"))
    assert (one.instructions, one.text, one.schema) == (two.instructions, two.text, two.schema)
    assert one.task != two.task


def test_a_reader_gets_the_text_and_the_persona_and_no_intent():
    whole = reader_prompt(persona(), revision()).whole
    assert TEXT in whole and "You are the skeptic." in whole


def test_a_reader_of_the_first_screen_sees_nothing_behind_it():
    whole = reader_prompt(persona(sees="first-screen"), revision()).whole
    assert "boils water" in whole and "pip install" not in whole


def test_front_matter_is_left_out_but_for_its_title():
    text = "---\ntitle: All about tea\ndraft: true\n---\nTea is hot.\n"
    shown = reader_prompt(persona(), revision(text)).text
    assert "All about tea\n\nTea is hot." in shown and "draft" not in shown


def test_a_title_that_is_a_heading_of_the_text_is_not_said_twice():
    text = "---\ndraft: true\n---\n# Tea\n\nTea is hot.\n"
    assert reader_prompt(persona(), revision(text)).text.count("Tea\n") == 1


def test_a_reader_of_the_first_screen_sees_the_stated_title_too():
    text = "---\ntitle: All about tea\n---\nTea is hot.\n\n## More\n"
    assert "All about tea" in reader_prompt(persona(sees="first-screen"), revision(text)).text


def test_the_judge_is_asked_every_question_with_its_anchors_and_told_the_facts():
    prompt = judge_prompt(rubric(question("Q1", dominant=True)), revision(), Kind.README, ["9 links resolve"])
    assert "## Q1 (dominant)" in prompt.task and "> no" in prompt.task
    assert "- 9 links resolve" in prompt.task


@pytest.mark.parametrize(
    ("quote", "said"),
    [
        ("boils  water from", "It is about the words: boils water from"),
        ("boils tea", "It was first asked about words that were edited since: boils tea"),
    ],
    ids=["stand", "edited"],
)
def test_the_judge_is_told_whether_the_words_of_a_question_still_stand(quote, said):
    asked = TextQuestion("D1", "derived", "Is it so?", quote=quote)
    assert said in judge_prompt(rubric(), revision(), Kind.README, (), [asked]).task


def test_the_stored_hash_changes_with_any_word_of_the_prompt():
    hashes = {
        prompt_sha256(reader_prompt(persona(), revision())),
        prompt_sha256(reader_prompt(persona(body="You are the sceptic."), revision())),
        prompt_sha256(reader_prompt(persona(), revision(TEXT + " "))),
    }
    assert len(hashes) == 3
    assert prompt_sha256(reader_prompt(persona(), revision())) in hashes
