"""A family plants where that makes a fault, and nowhere else."""

import pytest
from core.planting.conftest import ENGLISH, JAPANESE

from workbench.core.planting.families import FAMILIES
from workbench.core.planting.passages import Passages


def offered(family, text):
    """What a family would change, as old and new words, and the problem that it names."""
    return [
        ([(text[e.start : e.end], e.new) for e in candidate.edits], candidate.problem)
        for candidate in FAMILIES[family](Passages(text))
    ]


def changes(family, text):
    return [edits for edits, _ in offered(family, text)]


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_finds_something_in_english(family):
    assert offered(family, ENGLISH)


@pytest.mark.parametrize("family", sorted(set(FAMILIES) - {"term", "step"}))
def test_most_families_find_something_in_japanese(family):
    assert offered(family, JAPANESE)


def test_front_matter_tables_comments_and_html_are_passed_over():
    text = "---\ntitle: usually\n---\n\n| usually |\n| - |\n\n<p>It usually works.</p>\n\n<!-- usually -->\n"
    assert not any(offered(family, text) for family in FAMILIES)


def test_a_number_that_two_sentences_state_is_changed_in_one():
    found = offered("number", "# A\n\nKettle has 5 modes.\n\nAll 5 modes of kettle are quiet.\n")
    assert [edits for edits, _ in found] == [[("5", "6")], [("5", "6")]]
    assert (
        found[0][1]
        == "“Kettle has 5 modes.” says 6 now, and “All 5 modes of kettle are quiet.” still says 5."
    )


def test_a_number_of_two_different_things_is_left_alone():
    assert not offered("number", "Boiling takes 5 minutes.\n\nThe team rests 5 minutes.\n")


def test_a_number_that_a_list_beside_it_bears_out_is_changed():
    assert changes("number", "It has three modes (eco, fast and silent).") == [[("three", "four")]]
    assert changes("number", "設定は 3 種類 (節約、高速、静音) ある。") == [[("3", "4")]]


def test_a_number_beside_a_list_of_another_length_is_left_alone():
    assert not offered("number", "It has three modes (eco and fast).")


def test_a_version_that_a_command_below_names_is_changed_in_the_sentence():
    text = "Use Gemini 1.5 Flash:\n\n```bash\ntool -m gemini-1.5-flash\n```\n"
    assert changes("number", text) == [[("1.5", "1.7")]]


def test_a_term_that_another_passage_explains_too_is_left_alone():
    said = "Kettle is a daemon that boils water on a schedule."
    again = "# Kettle\n\nA daemon for boiling water on a schedule.\n\n## Intro\n\n"
    assert offered("term", f"# Kettle\n\n{said}\n\n## Use\n\nKettle runs. Kettle stops.\n")
    assert not offered("term", f"{again}{said}\n\n## Use\n\nKettle runs. Kettle stops.\n")


def test_the_explanation_of_a_term_that_is_never_used_again_stays():
    assert not offered(
        "term", "# A\n\nKettle is a daemon that boils water on a schedule.\n\n## Use\n\nRun it.\n"
    )


def test_a_step_is_removed_with_its_number_and_the_later_ones_count_on():
    text = "1. Install `tool`.\n2. Rest.\n3. Run `tool`.\n"
    assert changes("step", text) == [[("1. Install `tool`.\n", ""), ("2", "1"), ("3", "2")]]


def test_a_step_that_no_later_one_needs_stays():
    assert not offered("step", "1. Install `tool`.\n2. Rest.\n3. Have tea.\n")


def test_the_command_that_enters_a_folder_stays_where_a_sentence_names_it():
    block = "```bash\ncd recipes\nmake tea\n```\n"
    assert changes("step", f"Brew:\n\n{block}") == [[("cd recipes\n", "")]]
    assert not offered("step", f"In the recipe directory:\n\n{block}")
    assert not offered("step", f"各 skill ディレクトリで:\n\n{block}")


def test_a_flag_is_broken_in_a_command_only_if_a_sentence_names_it():
    block = "```bash\nkettle --watch\n```\n"
    assert changes("broken", f"Give `--watch` to stay:\n\n{block}") == [[("--watch", "--watchs")]]
    assert not offered("broken", f"Stay:\n\n{block}")


def test_a_program_that_everybody_knows_is_spelt_right():
    assert not offered(
        "broken", "```bash\ngit pull\n```\n\n```bash\ngit push\n```\n\n```bash\ngit log\n```\n"
    )


def test_the_target_of_a_link_is_broken_where_the_links_own_text_names_it():
    assert changes("broken", "See [docs/hooks.md](docs/hooks.md).") == [[("hooks.md", "hook.md")]]


def test_a_claim_with_a_limit_loses_it():
    assert changes("absolute", "It is one of the fastest kettles.") == [
        [("one of the fastest kettles", "the fastest kettle")]
    ]
    assert changes("absolute", "Supports most formats.") == [[("most ", "all ")]]
    assert changes("absolute", "ほとんどの形式を読む。") == [[("ほとんどの", "すべての")]]


@pytest.mark.parametrize(
    "text",
    ["I usually work on servers.", "Runs `usually` first.", "It is always usually so.", "私は通常は歩く。"],
)
def test_what_an_author_says_of_themselves_code_and_absolute_claims_are_left_alone(text):
    assert not offered("absolute", text)


def test_the_section_that_installs_is_moved_after_the_one_that_runs_it():
    use = "## Use\n\n```bash\nkettle on\n```\n\n"
    text = f"# A\n\n## Install\n\n```bash\npip install kettle\n```\n\n{use}## End\n\nBye.\n"
    assert changes("order", text) == [[(use, ""), ("", use)]]


def test_a_section_that_nothing_depends_on_stays_where_it_is():
    assert not offered("order", "# A\n\n## Colours\n\nRed.\n\n## Sounds\n\nLoud.\n")


def test_a_denial_is_turned_round_only_where_something_rests_on_it():
    resting = "It cannot be moved. For now, lift it instead."
    assert changes("contradiction", resting) == [[("cannot", "can")]]
    assert not offered("contradiction", "It cannot be moved. It is red.")
    assert changes("contradiction", "PR は受け付けない。代わりに Issue を歓迎する。") == [
        [("受け付けない", "受け付ける")]
    ]


def test_a_statement_is_denied_in_another_section_than_its_own():
    text = "# A\n\n## Systems\n\nIt runs on Linux and macOS.\n\n## Thanks\n\nThanks to everybody.\n"
    assert changes("contradiction", text) == [[("", " It does not run on macOS.")]]


def test_a_prerequisite_that_is_stated_twice_is_not_hidden():
    once = "# A\n\nYou must set `TOKEN_A` first.\n\n## Use\n\nRun it.\n"
    assert changes("prerequisite", once) == [[("You must set `TOKEN_A` first.\n\n", "")]]
    assert not offered("prerequisite", f"{once}\n`TOKEN_A` is needed.\n")


@pytest.mark.parametrize(
    "text",
    [
        "It has tests for the happy path and two fallback patterns (28 tests, all passing).",
        "It has two patterns (fast, reliable).",
        "It has two modes (eco, all in silver).",
        "It has two modes (one slow, one fast).",
    ],
)
def test_what_a_parenthesis_says_of_things_is_no_list_of_them(text):
    assert not offered("number", text)


def test_names_between_commas_are_a_list():
    assert changes("number", "It runs on two systems (Linux, macOS).") == [[("two", "three")]]
    assert changes("number", "It has two modes (`eco`, `gpt-4`).") == [[("two", "three")]]


@pytest.mark.parametrize(
    "title", ["How we moved house", "Notes", "Moving the API to AI", "湯沸かしを作った", "Moving To Mars"]
)
def test_nothing_is_praised_where_the_text_has_no_name_for_its_subject(title):
    text = f"# {title}\n\nNotes are short. Our notes on the API and on AI.\n\nThe trip to Mars was to mars.\n"
    assert not offered("hype", text)


@pytest.mark.parametrize(
    "text",
    [
        "# Moving House with Kettle\n\nSo we took Kettle.\n\nThen Kettle broke.\n",
        "---\ntitle: Why Kettle broke\n---\n\n## A\n\nSo we took Kettle.\n\nThen Kettle broke.\n",
        "## A\n\nKettle is a daemon that boils your water.\n\nSo we took Kettle. Then Kettle broke.\n",
    ],
)
def test_what_the_title_or_an_explanation_names_is_praised(text):
    assert all("Kettle" in problem for _, problem in offered("hype", text))
    assert offered("hype", text)
