import pytest


@pytest.fixture
def trees(faults):
    return lambda text, *names, **more: faults("trees", text, *names, **more)


FILES = ("src/a.py", "src/b.py", "src/sub/c.py", "docs/guide.md", "setup.py")
DRAWN = """```
project/
├── src/            # the code
│   ├── a.py
│   ├── gone.py     # nothing
│   └── sub/
│       └── c.py
├── docs/
└── setup.py
```
"""


def ascii_drawn(text):
    return text.replace("├── ", "|-- ").replace("└── ", "`-- ").replace("│", "|")


@pytest.mark.parametrize(
    "text",
    [
        DRAWN,
        ascii_drawn(DRAWN),
        DRAWN.replace("├──", "+--").replace("└──", "+--").replace("│", "|"),
        DRAWN.replace("├── ", "├─ ").replace("└── ", "└─ "),
        DRAWN.replace("project/\n", ".\n"),
        DRAWN.replace("project/\n", ""),
        "```\nsrc/\n    a.py\n    gone.py\n    sub/\n        c.py\ndocs/\nsetup.py\n```\n",
    ],
)
def test_an_entry_is_missing_in_a_tree_of_any_style(trees, text):
    assert [quote for quote, _ in trees(text, *FILES)] == ["gone.py"]


def test_what_is_drawn_in_a_missing_folder_is_said_once(trees):
    text = DRAWN.replace("sub/\n", "subs/\n")
    assert trees(text, *FILES, "src/gone.py") == [("subs/", "src/sub")]


def test_what_is_there_is_confirmed(checked):
    report = checked(DRAWN, *FILES)
    found = [claim.quote for claim in report.confirmed if claim.check == "trees"]
    assert found == ["src/", "a.py", "sub/", "c.py", "docs/", "setup.py"]


def test_a_tree_of_a_folder_is_seen_from_there(trees):
    text = "```\nsrc/\n├── a.py\n├── gone.py\n└── b.py\n```\n"
    assert trees(text, *FILES) == [("gone.py", None)]


@pytest.mark.parametrize(
    "line",
    [
        "...",
        "…",
        "*.py",
        "<name>.py",
        "node_modules/",
        "dist/",
        "__pycache__/",
        ".venv/",
        "out.txt   # generated",
        "out.txt   (created on the first run)",
        "build.log",
        "{one,two}.py",
        "x.py, y.py",
        "[more]",
    ],
)
def test_patterns_products_and_ellipses_are_no_faults(trees, line):
    text = DRAWN.replace("gone.py     # nothing", line)
    assert trees(text, *FILES, files={".gitignore": "*.log\n"}) == []


def test_a_tree_of_the_reader_is_no_fault(trees):
    text = "The tool makes this:\n\n```\nmy-site/\n├── pages/\n│   └── a.md\n├── theme/\n└── setup.py\n```\n"
    assert trees(text, *FILES) == []
    assert trees("Your project should look like this:\n\n" + DRAWN, *FILES) == []


def test_a_tree_that_hardly_fits_is_not_decided(checked):
    text = "```\nproject/\n├── one.py\n├── two.py\n├── three.py\n└── setup.py\n```\n"
    report = checked(text, *FILES)
    assert [f for f in report.faults if f.asks == "trees"] == []
    assert [c.quote for c in report.undecided if c.check == "trees"] == ["one.py"]


def test_names_with_blanks_and_links_are_read(trees):
    text = "```\n.\n├── My File.txt  the text\n├── a.py a module\n├── b.py -> src/b.py\n└── setup.py\n```\n"
    assert trees(text, "My File.txt", "a.py", "b.py", "setup.py") == []


def test_a_table_or_a_diagram_is_no_tree(trees):
    text = "```\n+-----+-----+\n| a   | b   |\n+-----+-----+\n| c   | d   |\n+-----+-----+\n```\n"
    assert trees(text, *FILES) == []
