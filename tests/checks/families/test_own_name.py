import pytest


@pytest.fixture
def said(checked):
    """What is said to be misspelt, by the name in the manifest and the other files."""

    def ask(text, name="larchvault", **files):
        manifest = {"pyproject.toml": f'[project]\nname = "{name}"\n'}
        report = checked(text, files={**manifest, **{k.replace("_", "."): v for k, v in files.items()}})
        faults = [fault for fault in report.faults if fault.asks == "own-name"]
        assert all(text[f.span.start : f.span.end] == f.quote for f in faults)
        return [(fault.quote, fault.expected) for fault in faults]

    return ask


RIGHT = "# larchvault\n\nRun `larchvault` or `larchvault --help`.\n\n"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Then `larchvualt` calls it.", "larchvualt"),
        ("```sh\npip install larchvaul-t\nlarcvault run\n```", "larcvault"),
        ("`larchvalt`", "larchvalt"),
        ("`larchvvaullt`", "larchvvaullt"),
    ],
)
def test_a_slip_in_the_own_name_is_a_fault(said, text, word):
    assert said(RIGHT + text + "\n") == [(word, "larchvault")]


@pytest.mark.parametrize(
    "text",
    [
        "`larchvaults`",
        "`larch-vault`",
        "`larch_vault`",
        "`Larchvault`",
        "`larchvault2`",
        "`larchvaultd`",
        "`marchvault`",
        "`larchboat`",
        "The larchvualt of old.",
        "`larchvualt.conf`",
    ],
)
def test_other_words_are_none(said, text):
    assert said(RIGHT + text + "\n") == []


def test_what_something_here_is_called_is_right(said):
    text = RIGHT + "`larchvalt`\n"
    assert said(text, larchvalt_py="x\n") == []
    assert said(text, notes_txt="see larchvalt\n") == []


def test_a_short_name_has_neighbours(said):
    assert said("# flask\n\n`flask` `flask`, `flash`\n", name="flask") == []


def test_a_name_that_the_page_does_not_use_itself_proves_nothing(said):
    assert said("# Vault\n\n`larchvualt`\n") == []
    assert said(RIGHT + "`larchvualt` `larchvualt` `larchvualt`\n") == []
