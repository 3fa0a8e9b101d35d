import pytest


@pytest.fixture
def ja(faults):
    """The faults of a translation, by its text and the original's."""
    return lambda text, original, **more: faults(
        "siblings", text, name="README.ja.md", files={"README.md": original, **more}
    )


def shell(*lines):
    return "```sh\n" + "\n".join(lines) + "\n```\n"


def test_a_command_with_another_option_is_said(ja):
    assert ja(shell("tool run --dry a"), shell("tool run --dry-run a")) == [("--dry", "--dry-run")]


def test_an_install_of_another_name_or_version_is_said(ja):
    assert ja(shell("pip install tool-kit"), shell("pip install toolkit")) == [("tool-kit", "toolkit")]
    assert ja(shell("docker run a/tool:1.2"), shell("docker run a/tool:1.3")) == [
        ("a/tool:1.2", "a/tool:1.3")
    ]


def test_a_value_of_the_same_row_is_said(ja):
    table = "| Option | Default |\n|---|---|\n| `--port` | {} |\n"
    assert ja(table.format("`80`"), table.format("`8080`")) == [("`80`", "8080")]
    assert ja(table.format("nichts"), table.format("nothing")) == []


def test_the_oldest_version_of_a_runtime_is_said(ja):
    assert ja("Python 3.8 以上\n\nPython 3.8+\n", "Python 3.10+\n") == [("Python 3.8+", "3.10")]


def test_the_local_port_is_said(ja):
    assert ja("http://localhost:80/\n", "http://localhost:8080/x\n") == [("80", "8080")]


@pytest.mark.parametrize(
    ("text", "original"),
    [
        (shell("tool a"), shell("tool a", "tool b --new")),
        (shell("tool --a x"), shell("tool --a x", "tool --b x")),
        (shell("tool --a x", "tool --b x"), shell("tool --c x", "tool --d x")),
        (shell("tool 入力.txt"), shell("tool input.txt")),
        (shell("tool one.txt"), shell("tool two.txt")),
        (shell("git clone <url>"), shell("git clone <address>")),
        ("http://localhost:80/ http://localhost:81/\n", "http://localhost:8080/\n"),
        ("古い文章\n", "A newer text with more words.\n\n## More\n"),
    ],
)
def test_an_older_or_shorter_translation_is_no_fault(ja, text, original):
    assert ja(text, original) == []


def test_an_original_is_not_blamed_for_one_translation(checked):
    files = {"README.ja.md": shell("tool run --dry a")}
    report = checked(shell("tool run --dry-run a"), files=files)
    assert [f for f in report.faults if f.asks == "siblings"] == []
    assert [c.quote for c in report.undecided if c.check == "siblings"] == ["--dry-run"]


def test_an_original_is_told_what_two_translations_say(faults):
    files = {f"README.{code}.md": shell("tool run --dry a") for code in ("ja", "de")}
    assert faults("siblings", shell("tool run --dry-run a"), files=files) == [("--dry-run", "--dry")]


def test_the_evidence_is_the_line_of_the_other_page(checked):
    files = {"README.md": "# A\n\n" + shell("tool run --dry-run a")}
    report = checked(shell("tool run --dry a"), name="README.ja.md", files=files)
    (fault,) = (f for f in report.faults if f.asks == "siblings")
    assert [(e.path, e.line, e.text) for e in fault.evidence] == [("README.md", 4, "tool run --dry-run a")]
    assert fault.on_fail == "note"


def test_other_pages_of_the_folder_are_no_translations(faults):
    files = {"README-VIM.md": shell("tool run --dry a"), "GUIDE.ja.md": shell("tool run --dry a")}
    assert faults("siblings", shell("tool run --dry-run a"), files=files) == []
