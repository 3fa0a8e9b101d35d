import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.checks.text.page import Page


def read(text):
    return Page("README.rst", text).markdown


def headings(text):
    return [(heading.text, heading.level) for heading in read(text).headings]


def test_headings_have_an_underline_and_take_their_level_from_its_sign():
    text = "====\nTop\n====\n\nA\n=\n\nPart ``x``\n----------\n\nDeep\n~~~~\n\nBack\n====\n"
    assert headings(text) == [
        ("Top", 1),
        ("A", 2),
        ("Part x", 3),
        ("Deep", 4),
        ("Back", 2),
    ]
    assert headings("Top\n===\n\nPart\n----\n\nNext\n====\n") == [("Top", 1), ("Part", 2), ("Next", 1)]


def test_a_heading_stands_at_its_title_and_ends_after_its_underline():
    text = "=====\n Top\n=====\n\nwords\n"
    (heading,) = read(text).headings
    assert (text[heading.start :].split("\n")[0], text[heading.start : heading.end]) == ("Top", "Top\n=====")


@pytest.mark.parametrize(
    "text", ["a\n\n----\n\nb\n", "a\nb\n--\n", "a much longer title\n--\n", "- a\n- b\n"]
)
def test_other_lines_of_signs_make_no_heading(text):
    assert headings(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("So::\n\n    a\n      b\n\n    c\n\nd\n", [("", "a\n  b\n\nc")]),
        ("::\n\n  a\n", [("", "a")]),
        (".. code-block:: sh\n   :linenos:\n   :caption: x\n\n   a\n", [("sh", "a")]),
        (".. code:: python\n\n   a\n", [("python", "a")]),
        (".. sourcecode:: C++\n\n   a\n", [("c++", "a")]),
        (".. code-block::\n\n   a\n", [("", "a")]),
        (".. prompt:: bash $\n\n   a\n", [("bash", "a")]),
        ("- x\n\n  .. code-block:: sh\n\n     a\n", [("sh", "a")]),
        (".. note:: x\n\n   So::\n\n       a\n", [("", "a")]),
        (">>> 1\n1\n\nx\n", [("pycon", ">>> 1\n1")]),
        (".. code-block:: sh\n\nx\n", []),
        (".. unknown:: sh\n\n   a::\n\n     b\n", []),
        (".. A comment::\n\n   a\n", []),
    ],
)
def test_literal_blocks_and_code_directives_are_blocks(text, expected):
    assert [(block.language, block.text) for block in read(text).blocks] == expected


def test_lines_of_a_block_stand_where_they_are_in_the_source():
    text = "- x\n\n  .. code-block:: sh\n\n     one\n\n       two\n\nSo::\n\n\tone\n\n\t  two\n"
    for block in read(text).blocks:
        assert [line.text for line in block.lines] == ["one", "", "  two"]
        assert all(text[line.start :].startswith(line.text) for line in block.lines)


@pytest.mark.parametrize(
    ("text", "target", "figure"),
    [
        ("See `it <docs/a.rst>`_.", "docs/a.rst", False),
        ("See `it\nthere <docs/a.rst>`__.", "docs/a.rst", False),
        (".. image:: a.png\n   :alt: x\n", "a.png", True),
        (".. figure:: a.png\n\n   words\n", "a.png", True),
        (".. |logo| image:: a.png\n", "a.png", True),
        ("See guide_.\n\n.. _guide: docs/a.rst\n", "docs/a.rst", False),
        ("See `the guide`_.\n\n.. _the guide: docs/a.rst\n", "docs/a.rst", False),
    ],
)
def test_links_name_their_address(text, target, figure):
    (link,) = read(text).links
    assert (link.target, link.figure) == (target, figure)
    assert target.split("/")[-1] in text[link.start : link.end]


@pytest.mark.parametrize(
    "text",
    [
        ".. _unused: docs/a.rst\n",
        "See `x <other_>`_.\n",
        "``a <b>`_ ``\n",
        ".. See `it <docs/a.rst>`_.\n",
        "So::\n\n  `it <a.rst>`_\n",
        ".. raw:: html\n\n   <a href='a.rst'>x</a>\n",
    ],
)
def test_what_leads_nowhere_by_itself_is_no_link(text):
    assert read(text).links == ()


def test_the_target_of_an_image_is_a_link():
    assert [link.target for link in read(".. image:: a.png\n   :target: docs/a.rst\n").links] == [
        "a.png",
        "docs/a.rst",
    ]


def test_labels_are_ids():
    assert read(".. _My Label:\n\nA\n=\n").ids == {"my label", "my-label"}


def test_literals_and_roles_are_spans_where_they_stand():
    text = "Use ``a b`` and :option:`--c`\nwith ``d`e``, not `f` or :ref:`g`.\n"
    (paragraph,) = read(text).prose
    assert [span.text for span in paragraph.spans] == ["a b", "--c", "d`e"]
    assert all(text[span.start : span.end] == span.text for span in paragraph.spans)
    assert paragraph.masked().split() == ["Use", "and", "with", ",", "not", "`f`", "or", ":ref:`g`."]


def test_the_options_of_an_option_list_are_code():
    text = "-a  one\n-b, --bee=N  two\n--see  three\n"
    assert [[s.text for s in p.spans] for p in read(text).prose] == [["-a"], ["-b, --bee=N"], ["--see"]]


def test_items_cells_quotes_and_definitions_say_where_they_stand():
    text = (
        "- a\n\n  1. b\n- c\n\n=====  =====\nd      e\n=====  =====\n``f``  g\n=====  =====\n\n"
        ".. list-table::\n\n   * - h\n     - i\n   * - j\n     - k\n\nl\n  m\n\n  n\n"
    )
    found = {p.text: p for p in read(text).prose}
    assert [(found[c].item.list, found[c].item.number) for c in "abc"] == [(0, 0), (1, 0), (0, 1)]
    cells = [(found[c].cell.table, found[c].cell.row, found[c].cell.column) for c in ("d", "e", "``f``", "g")]
    assert cells == [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1)]
    assert [(found[c].cell.row, found[c].cell.column) for c in "hijk"] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert (found["m"].quoted, read("a\n\n  b\n").prose[1].quoted) == (False, True)


def test_comments_are_known_and_say_nothing():
    text = ".. A comment\n   of `two <lines>`_\n\nwords\n"
    found = read(text)
    assert [text[start:end] for start, end in found.comments] == [".. A comment\n   of `two <lines>`_"]
    assert [p.text for p in found.prose] == ["words"]


def test_its_relative_links_are_checked(faults):
    text = "See `a <ok.rst>`_ and `b <gone.rst>`_.\n\n.. image:: gone.png\n"
    assert faults("links", text, "ok.rst", name="README.rst") == [("`b <gone.rst>`_", None)]
    assert [quote for quote, _ in faults("images", text, "ok.rst", name="README.rst")] == [
        ".. image:: gone.png"
    ]


def test_its_commands_are_read():
    page = Page("README.rst", "Run ``make all``::\n\n  $ make test\n  ok\n")
    assert [t.command.words[1].text for t in page.commands] == ["all", "test"]


SIGNS = st.text(alphabet="ab =-~`_:.*|<>+\n\n  \t1", max_size=150)


@given(SIGNS)
def test_places_of_any_text_are_in_it(text):
    found = read(text)
    for prose in found.prose:
        assert 0 <= prose.start <= len(text)
        for span in prose.spans:
            assert text[span.start : span.start + 1] == span.text[:1]
    for link in found.links:
        assert 0 <= link.start < link.end <= len(text)
    for block in found.blocks:
        assert 0 <= block.start <= block.end <= len(text)
        assert all(text[line.start : line.start + len(line.text)] == line.text for line in block.lines)


@pytest.mark.parametrize(
    "part",
    [
        "- ",
        "``",
        "`a <",
        "= =\n",
        "=====  ====\n",
        ".. a::\n",
        "* - a\n",
        "|",
        "a_ ",
        "::\n\n ",
        ":a:`",
        "-a, ",
        "a\n-\n",
    ],
)
def test_a_long_run_of_what_opens_something_is_read(part):
    text = part * (200_000 // len(part)) + "\n"
    assert read(text).fences == ()


def test_deep_nesting_is_passed_over():
    assert read("".join(" " * n + "- a\n" for n in range(600))).blocks == ()
