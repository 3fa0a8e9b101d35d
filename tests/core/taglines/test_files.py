import pytest

from workbench.core.errors import ArtifactError
from workbench.core.taglines.candidates import Candidate, Written
from workbench.core.taglines.files import is_candidate_file, read_candidates


def texts(name, text, **options):
    return [candidate.text for candidate in read_candidates(name, text, **options).candidates]


def test_lines_are_candidates_without_front_matter_comments_headings_and_rules():
    found = read_candidates(
        "taglines.txt",
        "---\ntitle: Kettle\n---\n# Lines\n\nBoils water\n<!-- not\nthis one -->\n---\n  Tea, sooner  \n",
    )
    assert [(each.text, each.line) for each in found.candidates] == [("Boils water", 6), ("Tea, sooner", 10)]
    assert found.written is Written.LINES
    assert found.title == "Kettle"


def test_a_line_may_begin_with_a_number_sign_that_opens_no_heading():
    assert texts("taglines.txt", "#1 among kettles\nTea\n") == ["#1 among kettles", "Tea"]


@pytest.mark.parametrize("bullet", ["-", "*", "+", "1.", "2)", "- [ ]"])
def test_a_list_holds_a_candidate_an_item(bullet):
    found = read_candidates("t.md", f"# Kettle\n\n{bullet} Boils **water**\n{bullet} Tea, sooner\n")
    assert [each.text for each in found.candidates] == ["Boils water", "Tea, sooner"]
    assert (found.written, found.title) == (Written.LIST, "Kettle")


def test_what_is_indented_below_an_item_goes_on_with_it_and_what_is_a_list_there_is_a_note():
    found = read_candidates(
        "t.md", "- Boils water\n  at your desk\n  - by: Ann\n  - too plain?\n    maybe\n- Tea\n"
    )
    first, second = found.candidates
    assert first.text == "Boils water at your desk"
    assert first.notes == (("by", "Ann"), ("note", "too plain?"), ("note", "maybe"))
    assert second == Candidate("Tea", line=6)


def test_lines_outside_a_list_are_left_out_and_that_is_said():
    found = read_candidates("t.md", "These are mine.\n\n- Tea\n- Water\n- Steam\n")
    assert [each.text for each in found.candidates] == ["Tea", "Water", "Steam"]
    assert found.notices == ("1 line outside the list left out, the first on line 1.",)


@pytest.mark.parametrize("header", ["tagline", "Text", "CANDIDATE"])
@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_a_table_has_its_candidates_in_the_column_of_that_name_and_notes_in_the_others(header, mark):
    text = f'by{mark}{header}{mark}why\nAnn{mark}"Boils{mark} water"{mark}plain\n\n{mark}Tea{mark}\n'
    found = read_candidates("t.csv", text)
    assert [(each.text, each.notes, each.line) for each in found.candidates] == [
        (" ".join(f"Boils{mark} water".split()), (("by", "Ann"), ("why", "plain")), 2),
        ("Tea", (), 4),
    ]


def test_toml_lists_texts_or_tables_with_notes():
    strings = 'taglines = ["Boils water", "Tea"]\n'
    tables = 'title = "Kettle"\n[[tagline]]\ntext = "Boils water"\nby = "Ann"\n[[tagline]]\ntext = "Tea"\n'
    assert texts("t.toml", strings) == ["Boils water", "Tea"]
    found = read_candidates("t.toml", tables)
    assert found.title == "Kettle"
    assert [(c.text, c.notes, c.line) for c in found.candidates] == [
        ("Boils water", (("by", "Ann"),), 3),
        ("Tea", (), 6),
    ]


def test_a_candidate_that_stands_twice_is_read_once_and_that_is_said():
    found = read_candidates("taglines.txt", "Tea\nWater\n  Tea \n")
    assert [each.text for each in found.candidates] == ["Tea", "Water"]
    assert found.notices == ("taglines.txt:3: the same candidate as on line 1, read once: Tea",)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("t.txt", "<!-- none -->\n", "t.txt holds no candidate"),
        ("t.csv", "by,line\nAnn,Tea\n", "t.csv:1: no column is named tagline, text or candidate"),
        ("t.csv", "tagline\nTea\nWater, hot\n", "t.csv:3: 2 cells under 1 columns"),
        ("t.csv", "tagline,by\n,Ann\n", "t.csv:2: a candidate without a text"),
        ("t.csv", 'tagline\n"Tea" and more\n', "t.csv:2: broken CSV"),
        ("t.toml", "taglines = [\n", "t.toml: broken TOML"),
        ("t.toml", "taglines = [1\n2]\n", "t.toml:2: broken TOML"),
        ("t.toml", "x = 1\n", "t.toml: no key `taglines`"),
        ("t.toml", "taglines = [1]\n", "t.toml, taglines 1: a candidate without a text"),
        ("t.txt", "Tea\n" + "word " * 100, "t.txt:2: 499 cells are no line but a paragraph"),
    ],
)
def test_what_is_wrong_is_said_with_file_and_line(name, text, said):
    with pytest.raises(ArtifactError, match=said.replace("(", r"\(")):
        read_candidates(name, text)


def test_how_a_file_is_written_can_be_forced():
    text = "- Tea\n- Water\n"
    assert texts("t.txt", text) == ["Tea", "Water"]
    assert texts("t.txt", text, written=Written.LINES) == ["- Tea", "- Water"]


@pytest.mark.parametrize(
    ("name", "text", "is_one"),
    [
        ("taglines.md", "Tea\n", True),
        ("kettle-taglines.txt", "Tea\n", True),
        ("TagLines", "Tea\n", True),
        ("ideas.csv", "tagline,by\nTea,Ann\n", True),
        ("ideas.csv", "name,by\nTea,Ann\n", False),
        ("ideas.toml", 'taglines = ["Tea"]\n', True),
        ("pyproject.toml", '[project]\nname = "tea"\n', False),
        ("ideas.toml", "taglines = [\n", False),
        ("ideas.md", "---\nkind: taglines\n---\nTea\n", True),
        ("ideas.md", "- Tea\n- Water\n", False),
        ("README.md", "# Kettle\n\nBoils water\n", False),
        ("guidelines.md", "Tea\n", False),
    ],
)
def test_a_file_is_taken_for_candidates_only_where_it_says_so(name, text, is_one):
    assert is_candidate_file(name, text) is is_one


def test_japanese_chinese_and_emoji_are_counted_as_a_person_counts_and_as_a_terminal_shows():
    found = read_candidates("taglines.txt", "湯を沸かす\n👩‍👩‍👧 tea 🇯🇵\nか\u3099く\n").candidates
    assert [(each.graphemes, each.cells) for each in found] == [(5, 10), (7, 9), (2, 4)]


@pytest.mark.parametrize("after", ["", "---\nTea\n"])
@pytest.mark.parametrize("said", ["kind: taglines", "by: Ann\ntitle: Kettle"])
def test_front_matter_that_is_not_closed_is_said_and_no_candidate(said, after):
    with pytest.raises(ArtifactError, match=r"ideas\.md:1: front matter that is not closed: write `---`"):
        read_candidates("ideas.md", f"---\n{said}\n\nBoils water\n{after}")


def test_a_rule_on_the_first_line_begins_no_front_matter():
    found = read_candidates("ideas.md", "---\nKettle: boils water\n\ntitle: none\n")
    assert [each.text for each in found.candidates] == ["Kettle: boils water", "title: none"]
