import pytest

USED = "\n\n[ok][guide]\n\n[guide]: https://example.org\n"


@pytest.mark.parametrize("link", ["[text][gude]", "![alt][gude]", "[gude][]", "[`code`][gude]"])
def test_a_label_that_nothing_defines_is_a_fault(faults, link):
    assert faults("references", f"See {link}.{USED}") == [(link, "guide")]


def test_a_label_like_no_other_gets_no_suggestion(faults):
    assert faults("references", f"See [text][quartz].{USED}") == [("[text][quartz]", None)]


@pytest.mark.parametrize("link", ["[text][guide]", "[Guide][]", "[guide]", "[text][GUIDE]", "[gu\nide][]"])
def test_a_label_that_is_defined_is_none(faults, link):
    assert faults("references", f"See {link}.\n\n[guide]: https://example.org\n[gu ide]: x\n", "x") == []


@pytest.mark.parametrize(
    "words",
    [
        "matrix[row][column]",
        "`[text][label]`",
        "\\[text][label]",
        "[1][2]",
        "[text][^note]",
        "[[text][label]]",
    ],
)
def test_brackets_that_are_no_link_are_none(checked, words):
    report = checked(f"See {words}.{USED}")
    assert (report.faults, [c for c in report.undecided if c.check == "references"]) == ((), [])


def test_a_numbered_label_counts_where_others_are_numbered(faults):
    assert faults("references", "[aa][1] [bb][2]\n\n[1]: https://example.org\n") == [("[bb][2]", None)]


def test_a_text_that_uses_no_definition_may_mean_mere_brackets(checked):
    report = checked("Usage: [options][files]\n")
    assert report.faults == ()
    assert [claim.check for claim in report.undecided] == ["references"]


def test_a_page_of_a_site_may_have_labels_from_a_plugin(checked):
    report = checked(f"[text][module.name]{USED}", "mkdocs.yml", name="docs/a.md")
    assert report.faults == ()
