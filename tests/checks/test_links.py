import pytest

from workbench.core.readings import Evidence

FILES = ("docs/guide.md", "docs/two words.md", "docs/a_(b).md", "src/main.py", "docs/ärger.md")


@pytest.mark.parametrize(
    "target",
    [
        "docs/guide.md",
        "./docs/guide.md",
        "docs/../docs/guide.md",
        "/docs/guide.md",
        "docs/guide.md?plain=1",
        "docs/guide.md#x-y",
        "docs",
        "docs/",
        ".",
        "docs/two%20words.md",
        "<docs/two words.md>",
        "docs/a_(b).md",
        'docs/a_(b).md "a (b)"',
        "docs/%C3%A4rger.md",
        "src/main.py#L3-L9",
    ],
)
def test_a_link_to_what_is_there_is_confirmed(checked, target):
    report = checked(f"See [it]({target}).\n", *FILES)
    assert [claim.check for claim in report.confirmed] == ["links"]
    assert [fault for fault in report.faults if fault.asks == "links"] == []


def test_a_file_that_is_not_added_yet_counts_as_there(checked):
    assert checked("[new](new.md)\n", "new.md").faults == ()


def test_a_link_of_a_deeper_page_starts_at_its_own_folder(faults):
    text = "[a](guide.md) [b](../src/main.py) [c](src/main.py)\n"
    assert faults("links", text, *FILES, name="docs/index.md") == [("[c](src/main.py)", "../src/main.py")]


def test_a_moved_file_is_named_with_its_new_place(checked):
    (fault,) = checked("Read [the guide](guide.md).\n", "docs/guide.md").faults
    assert fault.quote == "[the guide](guide.md)"
    assert fault.problem == "`guide.md` is not in the repository. Did you mean `docs/guide.md`?"
    assert fault.expected == "docs/guide.md"
    assert fault.evidence == (Evidence("docs/guide.md", 1),)
    assert fault.on_fail == "fix"


def test_letter_case_counts(checked):
    (fault,) = checked("[faq](docs/FAQ.md)\n", "docs/faq.md").faults
    assert "letter case counts" in fault.problem
    assert fault.expected == "docs/faq.md"


def test_a_swapped_name_in_the_same_folder_is_suggested(faults):
    found = faults("images", "![fern](img/pressed-fern.png)\n", "img/fern-pressed.png", "img/oak.png")
    assert found == [("![fern](img/pressed-fern.png)", "img/fern-pressed.png")]


def test_a_path_that_is_like_nothing_gets_no_suggestion(checked):
    (fault,) = checked("[x](zebra/quartz.md)\n", "docs/guide.md").faults
    assert fault.problem == "`zebra/quartz.md` is not in the repository."
    assert (fault.expected, fault.evidence) == (None, ())


@pytest.mark.parametrize("target", ["docs/guide.md%00", "dist%00x", "%ff.md"])
def test_a_path_that_no_file_can_have_is_a_fault(checked, target):
    (fault,) = checked(f"[x]({target})\n", *FILES, files={".gitignore": "dist\n"}).faults
    assert fault.problem.isprintable()


def test_a_file_is_not_a_folder_to_go_on_from(faults):
    assert faults("links", "[x](docs/guide.md/more)\n", *FILES) != []


@pytest.mark.parametrize("text", ["[notes]()\n", "[notes](<>)\n", '<a href="">notes</a>\n'])
def test_a_link_without_a_target_is_a_fault(checked, text):
    (fault,) = checked(text).faults
    assert (fault.asks, fault.problem) == ("links", "The link has no target.")


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("[a\nb](gone.md)\n", "[a\nb](gone.md)"),
        ("> - [a](gone.md)\n", "[a](gone.md)"),
        ("| a |\n|---|\n| `x \\| y` [a](gone.md) |\n", "[a](gone.md)"),
        ("[![i](ok.png)](gone.md)\n", "[![i](ok.png)](gone.md)"),
        ("## See [a](gone.md) ##\n", "[a](gone.md)"),
        ('<p>\n  <a class=b href="gone.md">a</a>\n</p>\n', 'href="gone.md"'),
        ("text <A HREF=gone.md>a</A>\n", "HREF=gone.md"),
        ("[a][r] and [b][r]\n\n[r]: gone.md 'title'\n", "[r]: gone.md 'title'"),
        ("[R]\n\n> [r]: <gone.md>\n", "[r]: <gone.md>"),
        ("---\ntitle: t\n---\n\n[a](gone.md)\n", "[a](gone.md)"),
    ],
)
def test_a_missing_target_is_marked_where_it_stands(faults, text, quote):
    assert faults("links", text, "ok.png") == [(quote, None)]


@pytest.mark.parametrize(
    "text",
    [
        "`[a](gone.md)`\n",
        "```\n[a](gone.md)\n```\n",
        "    [a](gone.md)\n",
        "\\[a\\](gone.md)\n",
        "<!-- [a](gone.md) -->\n",
        "<!-- so\n\n[a](gone.md)\n\n-->\n",
        "<div><!--\n\n[a](gone.md)\n\n--></div>\n",
        "- [ ] a task\n",
        "[^1]: gone.md\n\nA note[^1].\n",
        "[unused]: gone.md\n",
        "[//]: # (a comment)\n",
        "<gone.md>\n",
        "<script>\nlet a = '<a href=\"gone.md\">';\n</script>\n",
        '<a name="here"></a>\n',
    ],
)
def test_what_is_no_link_on_the_page_is_not_checked(checked, text):
    report = checked(text)
    claims = report.confirmed + report.undecided
    assert report.faults == ()
    assert [claim for claim in claims if claim.check != "fences"] == []


def test_a_label_that_is_defined_twice_leads_where_its_first_definition_does(faults):
    assert faults("links", "[a]\n\n[a]: ok.md\n\n[a]: gone.md\n", "ok.md") == []


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("[the cup]https://example.org/a) is", "[the cup](https://example.org/a)"),
        ("[the cup])https://example.org/a) is", "[the cup](https://example.org/a)"),
        ("[the cup] (https://example.org/a) is", "[the cup](https://example.org/a)"),
        ("(the cup)[https://example.org/a] is", "[the cup](https://example.org/a)"),
        ("see [the cup](https://example.org/a", "[the cup](https://example.org/a)"),
        ("[the cup](docs/the cup.md)", "[the cup](docs/the%20cup.md)"),
        ("see [the cup(https://example.org/a), and", "[the cup](https://example.org/a)"),
    ],
)
def test_a_link_that_is_none_by_a_slip_of_its_marks_is_a_fault(faults, text, meant):
    ((_, expected),) = faults("links", f"{text}\n")
    assert expected == meant


@pytest.mark.parametrize(
    "text",
    [
        "`[the cup] (https://example.org/a)`",
        "[1] (https://example.org/a)",
        "- [x] (https://example.org/a)",
        "\\[the cup] (https://example.org/a)",
        "[the cup](https://example.org/a 'its title')",
        "[the cup](<docs/the cup.md>)",
        "cups[index](first of all)",
        "an array[cups(https://example.org/a)",
        "[the cup (https://example.org/a)",
        "[its cup(https://example.org/a), and more\nof them]",
        "[cups(n)",
        "[the cup] (see below)",
        "[the cup][2] (https://example.org/a)\n\n[2]: https://example.org",
        "    [the cup]https://example.org/a)",
        "![the cup](https://example.org/a.png)",
    ],
)
def test_brackets_that_are_meant_are_no_fault(faults, text):
    assert [fault for fault in faults("links", f"{text}\n", "docs/the cup.md")] == []


def test_the_place_on_github_is_known_by_files_that_the_readme_links_to(faults):
    base = "https://github.com/tide/cups/blob/main/"
    here = ["docs/a.md", "docs/b.md", "src/c.py"]
    text = "".join(f"[x]({base}{path})\n\n" for path in (*here, "src/gone.py"))
    assert faults("links", text, *here) == [(f"[x]({base}src/gone.py)", None)]


def test_two_files_that_are_here_do_not_say_where_the_project_lives(faults):
    base = "https://github.com/tide/cups/blob/main/"
    text = "".join(f"[x]({base}{path})\n\n" for path in ("docs/a.md", "docs/b.md", "src/gone.py"))
    assert faults("links", text, "docs/a.md", "docs/b.md") == []


def test_the_place_of_another_repository_is_not_taken_for_its_own(faults):
    base = "https://github.com/tide/other/blob/main/"
    text = "".join(f"[x]({base}{path})\n\n" for path in ("README.md", "LICENSE", "src/a.py", "src/b.py"))
    assert faults("links", text, "README.md", "LICENSE", "src/a.py") == []


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("pyproject.toml", '[tool.poetry]\nrepository = "https://github.com/tide/cups"\n'),
        ("package.json", '{"homepage": "https://github.com/tide/cups#readme"}'),
        ("setup.py", "setup(\n    url='https://github.com/tide/cups',\n)\n"),
        ("CITATION.cff", "repository-code: https://github.com/tide/cups\n"),
    ],
)
def test_lesser_manifests_say_where_the_project_lives(faults, file, content):
    text = "[x](https://github.com/tide/cups/blob/main/gone.md)\n"
    assert len(faults("links", text, files={file: content})) == 1


CHANGES = "# Changes\n\n## 1.2.0\n\n[new](gone.md#a)\n\n## 1.1.0\n\n[old](left.md) [o](#gone)\n"


def test_an_older_entry_of_a_changelog_tells_of_its_time(checked):
    report = checked(CHANGES, name="CHANGELOG.md")
    assert [fault.quote for fault in report.faults] == ["[new](gone.md#a)"]
    assert {claim.quote for claim in report.undecided} >= {"[old](left.md)", "[o](#gone)"}


def test_what_is_not_released_yet_comes_and_goes(faults):
    text = "[a](CHANGELOG.md#unreleased) [b](CHANGELOG.md#13)\n"
    found = faults("anchors", text, files={"CHANGELOG.md": "# Changes\n\n## 1.2\n"})
    assert [quote for quote, _ in found] == ["[b](CHANGELOG.md#13)"]


def test_a_gem_says_where_it_lives(faults):
    files = {
        "cups.gemspec": "Gem::Specification.new do |s|\n  s.homepage = 'https://github.com/tide/cups'\nend\n"
    }
    assert len(faults("links", "[x](https://github.com/tide/cups/blob/main/gone.md)\n", files=files)) == 1
