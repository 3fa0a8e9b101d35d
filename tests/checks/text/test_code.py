import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.checks.text.code import NEARBY, block_of
from workbench.checks.text.page import Page


def markdown(text):
    return Page("README.md", text).markdown


def blocks(text):
    return [(block.language, block.text) for block in markdown(text).blocks]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("```sh\na\n\nb\n```\n", [("sh", "a\n\nb")]),
        ("```sh\na\n\n```\n", [("sh", "a\n")]),
        ("```\n\n```\n", [("", "")]),
        ("```\n```\n", [("", "")]),
        ("```py title=a.py\na\n", [("py", "a")]),
        ("``` {.python .numberLines}\na\n```\n", [("python", "a")]),
        ("```{r, echo=FALSE}\na\n```\n", [("r", "a")]),
        ("```C++\na\n```\n", [("c++", "a")]),
        ("```rust,ignore\na\n```\n", [("rust", "a")]),
        ("A:\n\n    a\n      b\n\n    c\n\nB\n", [("", "a\n  b\n\nc")]),
        ("- a\n\n  ```sh\n  b\n    c\n  ```\n", [("sh", "b\n  c")]),
        ("> ```sh\n> a\n> ```\n", [("sh", "a")]),
        ("<!--\n```sh\na\n```\n-->\n", []),
    ],
)
def test_blocks_are_fenced_or_indented_code_without_what_holds_them(text, expected):
    assert blocks(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "A\n\n```sh\none\n\n  two\n```\n",
        "> - ```sh\n>   one\n>\n>     two\n>   ```\n",
        "    one\n\n      two\n",
        "1. a\n\n       one\n\n         two\n",
    ],
)
def test_lines_and_offsets_of_a_block_are_those_of_the_source(text):
    (block,) = markdown(text).blocks
    assert [line.text for line in block.lines] == ["one", "", "  two"]
    for line in block.lines:
        assert text[line.start : line.start + len(line.text)] == line.text
    for offset, char in enumerate(block.text):
        assert char == "\n" or text[block.at(offset)] == char
    assert text[block.start :].startswith(("```", "one"))
    assert block.end <= len(text)


def test_a_block_is_found_by_an_offset_in_it():
    text = "a\n\n```\nb\n```\n\nc\n\n    d\n"
    found = markdown(text).blocks
    assert [block_of(found, text.index(char)) for char in "abcd"] == [None, found[0], None, found[1]]


def prose(text):
    return [(p.role, p.text) for p in markdown(text).prose]


def test_prose_is_everything_that_is_read_as_words():
    text = "# A `b`\n\nC\nd\n\n| E | F |\n|---|---|\n| g | h |\n\n<p>I</p>\n\n```\nj\n```\n\n<!-- k -->\n"
    assert prose(text) == [
        ("heading", "A `b`"),
        ("paragraph", "C\nd"),
        ("cell", "E"),
        ("cell", "F"),
        ("cell", "g"),
        ("cell", "h"),
        ("html", "<p>I</p>\n"),
    ]


def test_a_heading_says_its_level():
    assert [p.level for p in markdown("# A\n\n### B\n\nC\n=\n\nD\n").prose] == [1, 3, 1, 0]


def test_cells_say_their_table_row_and_column():
    table = "| a | b |\n|---|---|\n| c | d |\n"
    cells = [p.cell for p in markdown(f"{table}\nwords\n\n{table}").prose if p.cell]
    assert [(cell.table, cell.row, cell.column) for cell in cells] == [
        (table, row, column) for table in (0, 1) for row in (0, 1) for column in (0, 1)
    ]


def test_items_say_their_list_and_number_and_a_nested_list_is_another():
    text = "- a\n- b\n  1. c\n  2. d\n\n  e\n- f\n\ng\n\n* h\n"
    placed = {p.text: p.item and (p.item.list, p.item.number) for p in markdown(text).prose}
    assert placed == {
        "a": (0, 0),
        "b": (0, 1),
        "c": (1, 0),
        "d": (1, 1),
        "e": (0, 1),
        "f": (0, 2),
        "g": None,
        "h": (2, 0),
    }


def test_quoted_prose_says_so():
    assert [(p.text, p.quoted) for p in markdown("> a\n\nb\n").prose] == [("a", True), ("b", False)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a `b` c", ["b"]),
        ("a `` b`c `` d", ["b`c"]),
        ("`a` and `b c`", ["a", "b c"]),
        ("a\n`b\nc` d", ["b\nc"]),
        ("<code>a</code> <kbd>b</kbd>", ["a", "b"]),
        ("[`a`](b)", ["a"]),
        ("**`a`**", ["a"]),
        ("\\`a\\` b", []),
        ("`a", []),
        ("`` ` ``", ["`"]),
    ],
)
def test_spans_are_the_words_marked_as_code(text, expected):
    (paragraph,) = markdown(text + "\n").prose
    assert [span.text for span in paragraph.spans] == expected
    for span in paragraph.spans:
        assert text[span.start : span.end] == span.text


def test_spans_of_cells_and_quotes_stand_where_they_are_in_the_source():
    text = "> a `b`\n> c `d`\n\n| `e` | `f\\|g` |\n|---|---|\n| x | `h` |\n"
    spans = [span for p in markdown(text).prose for span in p.spans]
    assert [text[span.start : span.end] for span in spans] == ["b", "d", "e", "f\\|g", "h"]


def test_what_stands_around_a_span_is_at_hand():
    (paragraph,) = markdown("The option `-x` is off.\n").prose
    (span,) = paragraph.spans
    assert (paragraph.before(span), paragraph.after(span)) == ("The option ", " is off.")
    (paragraph,) = markdown("a" * 5_000 + " `b` " + "c" * 5_000).prose
    (span,) = paragraph.spans
    assert len(paragraph.before(span)) == len(paragraph.after(span)) == NEARBY


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("a `bc` d", "a      d"),
        ("a <b>c</b>", "a    c    "),
        ("<code>a</code> b", "               b"),
        ("<code>`a`</code> b `c`", "                 b    "),
        ("a < b and c", "a < b and c"),
    ],
)
def test_masked_prose_has_blanks_for_code_and_tags(text, masked):
    (paragraph,) = markdown(text + "\n").prose
    assert paragraph.masked() == masked


@given(st.text(alphabet="ab `<>/code|-#>*\n\t1.", max_size=120))
def test_places_of_any_text_are_in_it(text):
    page = Page("README.md", text)
    for paragraph in page.markdown.prose:
        assert len(paragraph.masked()) == len(paragraph.text)
        assert 0 <= paragraph.start <= len(text)
        for span in paragraph.spans:
            assert 0 <= span.start < span.end <= len(text)
    for block in page.markdown.blocks:
        assert 0 <= block.start <= block.end <= len(text)
    starts = [typed.command.start for typed in page.commands]
    assert starts == sorted(starts)
