import pytest


@pytest.mark.parametrize(
    "text",
    [
        "```sh\nrun\n```\n",
        "```sh\nrun\n`````\n",
        "````markdown\n```sh\nrun\n```\n````\n",
        "~~~text\n```\n~~~\n",
        "- a\n\n  ```sh\n  run\n  ```\n",
        "> ```sh\n> run\n> ```\n",
        "1. a\n   ````markdown\n   ```\n   run\n   ```\n   ````\n",
        "```\n    ```sh\n```\n",
        "```sh\nrun\n```",
        "```\n```\n",
    ],
)
def test_a_fence_that_closes_is_confirmed(checked, text):
    report = checked(text)
    assert report.faults == ()
    assert {claim.check for claim in report.confirmed} == {"fences"}


@pytest.mark.parametrize(
    "text",
    ["    ```sh\n    run\n", "<!--\n```sh\n-->\n", "<div>\n```sh\n</div>\n", "`` ` ``\n", "``` a ` b\n"],
)
def test_what_is_no_fence_is_not_looked_at(checked, text):
    report = checked(text)
    assert (report.faults, report.confirmed) == ((), ())


def problem_of(report):
    (fault,) = report.faults
    return fault.quote, fault.problem, [evidence.line for evidence in fault.evidence]


def test_a_fence_that_runs_to_the_end_is_a_fault_at_its_opening(checked):
    assert problem_of(checked("# A\n\n```sh\nrun\n\nmore\n")) == (
        "```sh",
        "The code block of line 3 opens with 3 backticks and is never closed; it runs to line 6.",
        [6],
    )


def test_a_fence_that_is_too_short_does_not_close(checked):
    assert problem_of(checked("````markdown\n> a\n```\n\nmore\n\n```\n")) == (
        "````markdown",
        "The code block of line 1 opens with 4 backticks and is never closed: "
        "the fence of line 3 is too short to close it.",
        [3],
    )


def test_a_fence_that_swallows_another_is_a_fault_though_something_closes_it(checked):
    text = "```toml\na = 1\n\n## Next\n\n```sh\nrun\n```\n\n```\nx\n```\n"
    assert problem_of(checked(text)) == (
        "```toml",
        "The code block of line 1 opens with 3 backticks and is still open at line 6, "
        "whose fence has `sh` behind it and cannot close it.",
        [6],
    )


def test_tildes_do_not_close_backticks(checked):
    assert problem_of(checked("~~~\na\n```\n"))[0] == "~~~"


def test_an_invisible_character_behind_a_fence_is_shown(checked):
    assert "`\N{REPLACEMENT CHARACTER}` behind it" in problem_of(checked("```\na\n```\u200b\n"))[1]


def test_a_fence_in_a_list_ends_with_the_list_but_was_never_closed(checked):
    quote, problem, lines = problem_of(checked("- a\n\n  ```sh\n  run\n\nmore\n"))
    assert (quote, lines) == ("```sh", [5])
    assert "never closed" in problem


def test_a_closer_that_stands_outside_the_list_is_the_same_fault(checked):
    assert problem_of(checked("- a\n\n  ```sh\n  run\n```\n\nmore\n"))[0] == "```sh"


def test_a_second_open_fence_with_a_language_is_a_fault_of_its_own(checked):
    text = "> ```sh\n> run\n\n> ```py\n> run\n"
    assert [fault.quote for fault in checked(text).faults] == ["```sh", "```py"]
