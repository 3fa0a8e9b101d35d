"""Whatever a text says of files and numbers, the checks of them come to an end."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

PIECES = st.sampled_from(
    [
        "`a/b.py`",
        "see ",
        "in ",
        "four modes:",
        "\n\n",
        "- x\n",
        "```sh\n",
        "```\n",
        "python ",
        "./x.sh",
        "-r ",
        "pip install ",
        "cp ",
        "├── ",
        "└── ",
        "│   ",
        "|-- ",
        "+---",
        "`docs/`",
        "[x](docs/)",
        "3 rules",
        "{a}",
        "...",
        "\\",
        "\t",
        ": ",
        "`",
        "../",
        "//",
        "一种：",
        "| a | b |\n",
        "|-|-|\n",
        "\n",
    ]
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(PIECES, max_size=40).map("".join))
def test_any_text_is_read_to_its_end(checked, text):
    report = checked(text, "docs/a.md", "a/c.py")
    for claim in (*report.confirmed, *report.undecided):
        assert text[claim.start : claim.end] == claim.quote
