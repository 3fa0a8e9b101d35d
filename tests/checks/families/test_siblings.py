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


@pytest.mark.parametrize(
    ("text", "original"),
    [
        ("https://github.com/old-owner/tool/issues", "https://github.com/owner/tool/issues"),
        ("https://tool.example.org/getting-start", "https://tool.example.org/getting-started"),
    ],
)
def test_a_link_that_differs_in_one_place_is_said(ja, text, original):
    assert ja(f"[課題]({text})\n", f"[issues]({original})\n") == [(f"[課題]({text})", original)]


@pytest.mark.parametrize(
    ("text", "original"),
    [
        ("https://tool.example.org/ja/guide", "https://tool.example.org/en/guide"),
        ("https://tool.example.org/japanese", "https://tool.example.org/english"),
        ("https://tool.example.org/guides-ja/start", "https://tool.example.org/guides/start"),
        ("https://github.com/owner-ja", "https://github.com/owner"),
        ("https://github.com/someone/plugin", "https://github.com/another/plugin"),
        ("https://discord.gg/aBcDeFg", "https://discord.gg/xYzUvWt"),
        ("https://tool.example.org/release-1", "https://tool.example.org/release-2"),
        ("https://ja.example.org/getting-start", "https://en.example.org/getting-started"),
    ],
)
def test_a_link_that_may_well_differ_is_no_fault(ja, text, original):
    assert ja(f"[a]({text})\n", f"[a]({original})\n") == []


def test_a_link_with_two_that_it_may_stand_for_is_no_fault(ja):
    address = "https://example.org/{}"
    text = f"[a]({address.format('installing')})\n"
    original = "".join(f"[a]({address.format(name)})\n\n" for name in ("installations", "installation"))
    assert ja(text, original) == []


def test_another_number_of_sections_is_left_to_a_person(checked):
    report = checked("# A\n\n## B\n", name="README.ja.md", files={"README.md": "# A\n\n## B\n\n## C\n"})
    assert [c.why for c in report.undecided if c.check == "siblings"] == [
        "sections at this level: 1 here, 2 in `README.md`"
    ]


def test_the_page_for_models_is_compared_with_the_readme(faults):
    original = {"README.md": shell("tool run --dry-run a")}
    assert faults("siblings", shell("tool run --dry a"), name="llms.txt", files=original) == [
        ("--dry", "--dry-run")
    ]
    assert faults("links", "# A\n\n- [b](gone.md)\n", name="llms.txt") == [("[b](gone.md)", None)]


MANIFEST = """\
[project]
name = "tool"
version = "{}"

[project.urls]
Source = "https://github.com/owner/tool"
"""


def citation(faults, text, version="1.3.0"):
    files = {"pyproject.toml": MANIFEST.format(version), "LICENSE": MIT}
    return faults("siblings", text, name="CITATION.cff", files=files)


MIT = "MIT License\n\nPermission is hereby granted, free of charge, to any person obtaining a copy\n"


def test_a_citation_says_what_the_manifest_and_the_licence_file_say(faults):
    text = (
        "cff-version: 1.2.0\ntitle: A tool\nversion: 1.2.0\nlicense: Apache-2.0\n"
        "repository-code: https://github.com/before/tool\n"
    )
    assert citation(faults, text) == [
        ("1.2.0", "1.3.0"),
        ("Apache-2.0", "MIT"),
        ("https://github.com/before/tool", "https://github.com/owner/tool"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "version: v1.3.0\nlicense: MIT\nrepository-code: https://github.com/Owner/tool.git\n",
        "preferred-citation:\n  version: 1.2.0\n  license: Apache-2.0\n",
        "license: [MIT, Apache-2.0]\n",
        "version: [\n",
        "- version: 1.2.0\n",
    ],
)
def test_a_citation_of_the_same_or_of_something_else_is_no_fault(faults, text):
    assert citation(faults, text) == []


def test_a_citation_is_no_fault_between_two_releases(faults):
    assert citation(faults, "version: 1.2.0\n", version="1.3.0.dev0") == []
