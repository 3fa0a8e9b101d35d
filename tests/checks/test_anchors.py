import pytest

PAGE = """\
# Title

## Set up *now*

Some heading
------------

### `code` and [a link](https://example.org)

> ## Quoted

- ## In a list

## ![a picture](https://example.org/a.png) After

<h2 align="center">
  In <b>HTML</b> &amp; more
</h2>

<a name="Old.Name"></a> <p id="mark">here</p> <h3 id="own" title=x>Other</h3>

## Repeat
## Repeat

## Colours {#rgb}
"""


@pytest.mark.parametrize(
    "name",
    [
        "title",
        "set-up-now",
        "some-heading",
        "code-and-a-link",
        "quoted",
        "in-a-list",
        "-after",
        "in-html--more",
        "Old.Name",
        "mark",
        "own",
        "other",
        "repeat",
        "repeat-1",
        "top",
        "user-content-title",
        "%74itle",
    ],
)
@pytest.mark.parametrize("link", ["[x](#{})", '<a href="#{}">x</a>', "[x](README.md#{})"])
def test_an_anchor_that_is_there_is_confirmed(checked, name, link):
    report = checked(f"{PAGE}\n{link.format(name)}\n")
    assert [claim.check for claim in report.confirmed if claim.check == "anchors"] == ["anchors"]
    assert [fault for fault in report.faults if fault.asks == "anchors"] == []


@pytest.mark.parametrize(
    "name", ["rgb", "Title", "readme", "#", "L20", "L3C1-L9C2", ":~:text=a", "/route", "{{x}}"]
)
def test_an_anchor_that_others_may_answer_is_not_decided(checked, name):
    report = checked(f"{PAGE}\n[x](#{name})\n")
    assert [claim.check for claim in report.undecided if claim.check == "anchors"] == ["anchors"]
    assert [fault for fault in report.faults if fault.asks == "anchors"] == []


def test_a_renamed_heading_is_named_with_its_line(checked):
    (fault,) = checked("# A\n\n[x](#configuration)\n\n## Configuration file\n\nb\n").faults
    assert fault.problem == (
        "No heading or id of this page has the anchor `#configuration`. Did you mean `#configuration-file`?"
    )
    assert fault.expected == "#configuration-file"
    assert [(e.path, e.line, e.text) for e in fault.evidence] == [("README.md", 5, "## Configuration file")]


def test_an_emoji_leaves_its_blank_behind(faults):
    assert faults("anchors", "[x](#install)\n\n## 🚀 Install\n") == [("[x](#install)", "#-install")]


def test_a_picture_leaves_its_blank_behind(faults):
    text = "[x](#after)\n\n## ![a](https://example.org/a.png) After\n"
    assert faults("anchors", text) == [("[x](#after)", "#-after")]


def test_a_page_that_was_not_read_whole_may_have_the_anchor(checked):
    report = checked("[x](#y)\n\n" + "<a id=y></a> long " * 6_000 + "\n")
    assert report.faults == ()
    assert [claim.why for claim in report.undecided if claim.check == "anchors"] == [
        "the page has a paragraph too long to be read"
    ]


@pytest.mark.parametrize(
    ("text", "words"), [("[x](#y)\n", "it has none at all"), ("# Quartz\n\n[x](#y)\n", "it has 1 other")]
)
def test_an_anchor_like_no_other_is_said_to_be_so(checked, text, words):
    (fault,) = checked(text).faults
    assert words in fault.problem
    assert (fault.expected, fault.evidence) == (None, ())


@pytest.mark.parametrize(
    "text",
    ["[x](#a)\n\n```\n## a\n```\n", "[x](#a)\n\n<!--\n## a\n-->\n", "---\na: b\n---\n\n[x](#a-b)\n"],
)
def test_a_heading_that_is_not_shown_has_no_anchor(faults, text):
    assert len(faults("anchors", text)) == 1


def test_an_anchor_of_another_page_is_looked_up_there(checked):
    files = {"docs/a.md": "## Here\n"}
    report = checked("[x](docs/a.md#here) [y](docs/a.md#there)\n", files=files)
    (fault,) = report.faults
    assert (fault.asks, fault.quote) == ("anchors", "[y](docs/a.md#there)")
    assert fault.problem.startswith("No heading or id of `docs/a.md` has the anchor `#there`")
    (claim,) = [claim for claim in report.confirmed if claim.check == "anchors"]
    assert [(e.path, e.line) for e in claim.evidence] == [("docs/a.md", 1)]


def test_an_anchor_of_a_folder_is_looked_up_in_its_readme(faults):
    files = {"docs/README.md": "## Here\n"}
    text = "[x](docs#here) [y](docs/#gone)\n"
    assert [quote for quote, _ in faults("anchors", text, files=files)] == ["[y](docs/#gone)"]


def test_the_anchor_of_a_missing_file_is_not_a_second_fault(checked):
    assert [fault.asks for fault in checked("[x](gone.md#here)\n").faults] == ["links"]


@pytest.mark.parametrize("target", ["main.go#L3", "docs#here", "page.html#x"])
def test_places_in_what_is_no_markdown_are_not_looked_at(checked, target):
    report = checked(f"[x]({target})\n", "main.go", "docs/a.txt", "page.html")
    assert [claim.check for claim in report.confirmed + report.undecided] == ["links"]


def test_a_footnote_of_the_page_is_not_decided(checked):
    report = checked("A[^n].\n\n[^n]: Note. [back](#fnref-n)\n")
    assert report.faults == ()


def test_pages_of_a_site_have_anchors_of_their_own(checked):
    report = checked("[x](#gone)\n", "mkdocs.yml", name="docs/index.md")
    assert "one of a site" in report.undecided[0].why


def test_labels_that_the_all_contributors_tool_writes_are_not_decided(checked):
    start, end = "<!-- ALL-CONTRIBUTORS-LIST:START -->", "<!-- ALL-CONTRIBUTORS-LIST:END -->"
    report = checked(f'{start}\n<a href="#infra-ann" title="x">y</a>\n{end}\n\n[z](#infra-ann)\n')
    assert [fault.quote for fault in report.faults] == ["[z](#infra-ann)"]
    assert "all-contributors" in report.undecided[0].why


def test_a_place_in_restructuredtext_is_confirmed_or_not_decided(checked):
    text = "[a](guide.rst#my-part) [b](guide.rst#the-label) [c](guide.rst#gone)\n"
    guide = "Guide\n=====\n\n.. _the label:\n\nMy part\n-------\n\nwords\n"
    report = checked(text, files={"guide.rst": guide})
    assert [claim.quote[1] for claim in report.confirmed if claim.check == "anchors"] == ["a", "b"]
    assert [claim.quote[1] for claim in report.undecided if claim.check == "anchors"] == ["c"]
