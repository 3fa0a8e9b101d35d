import pytest

from workbench.core.errors import ArtifactError
from workbench.core.taglines.page import line_under_title


@pytest.mark.parametrize(
    "text",
    [
        "# Kettle\n\nBoils *water* at your [desk](https://desk.example).\n\n## Install\n",
        "# Kettle\nBoils water\nat your `desk`.\n",
        "Kettle\n======\n\n> Boils water at your desk.\n",
        "# Kettle\n\n[![ci](a.svg)](b) ![x](y.png)\n[![more][1]][2]\n\nBoils water at your desk.\n\n[1]: a\n",
        '<div>\n<h1>Kettle</h1>\n<img src="a.png" alt="logo">\n<p>Boils water at your desk.</p>\n</div>\n',
        '<p>\n<img src="a.png">\n</p>\n\n# Kettle\n\n<!-- tag -->\n\n**Boils water at your desk.**\n',
        "---\ntitle: Kettle\n---\n\nBoils water at your desk.\n",
        "---\ntitle: Kettle\n---\n\nBoils water at your desk.\n\n# First\n\nMore.\n",
    ],
)
def test_the_line_is_the_first_that_a_visitor_reads_under_the_title(text):
    found = line_under_title("README.md", text)
    assert found.candidate.text == "Boils water at your desk."
    assert found.title == "Kettle"


def test_the_line_knows_where_it_stands():
    assert line_under_title("README.md", "# Kettle\n\nBoils.\n").candidate.line == 3


def test_a_page_without_a_title_has_its_first_line():
    found = line_under_title("README.md", "Boils water.\n\nMore.\n")
    assert (found.title, found.candidate.text) == ("", "Boils water.")


@pytest.mark.parametrize(
    "text", ["# Kettle\n", "# Kettle\n\n## Install\n\nRun it.\n", "", "# K\n\n![a](b)\n\n# L\n\nx\n"]
)
def test_a_page_without_a_line_before_its_first_section_says_so(text):
    with pytest.raises(ArtifactError, match=r"README.md: no line stands under its title"):
        line_under_title("README.md", text)
