import pytest


@pytest.fixture
def counts(faults):
    return lambda text, *names, **more: faults("counts", text, *names, **more)


@pytest.fixture
def confirmed(checked):
    def ask(text, *names, **more):
        return [c.quote for c in checked(text, *names, **more).confirmed if c.check == "counts"]

    return ask


LIST = "\n- one\n- two\n- three\n"


@pytest.mark.parametrize(
    ("words", "quote"),
    [
        ("There are four modes:\n", "four modes"),
        ("The tool has 4 modes:\n", "4 modes"),
        ("Choose one of these 4 output formats:\n", "4 output formats"),
        ("4つの方法があります：\n", "4つの"),
        ("有四种模式：\n", "四种"),
    ],
)
def test_a_list_right_behind_is_counted(counts, confirmed, words, quote):
    assert counts(words + LIST) == [(quote, "3")]
    assert confirmed(words + LIST + "- four\n") == [quote]


def test_nested_items_are_not_counted(confirmed):
    assert confirmed("There are two modes:\n\n- one\n  - a\n  - b\n- two\n") == ["two modes"]


def test_the_words_behind_are_counted(counts, confirmed):
    assert confirmed("Three levels exist: `low`, `mid` and `high`.\n") == ["Three levels"]
    assert counts("It has four levels (`low`, `mid` and `high`).\n") == [("four levels", "3")]
    assert counts("It has four levels, such as: `low`, `mid` and `high`.\n") == []
    assert counts("It has four levels: `low`, `mid`, `high`, ...\n") == []


def test_a_table_with_the_noun_for_its_head_is_counted(counts):
    table = "\n| Mode | What |\n|---|---|\n| a | x |\n| b | y |\n"
    assert counts("It has three modes.\n" + table) == [("three modes", "2")]
    assert counts("The three modes that need a key come first.\n" + table) == []


def test_the_files_of_a_linked_folder_are_counted(counts, confirmed):
    files = ("rules/a.py", "rules/b.py", "rules/__init__.py")
    assert counts("- [All](rules/): 3 rules\n", *files) == [("3 rules", "2")]
    assert counts("`rules/` contains 4 rules.\n", *files) == [("4 rules", "2")]
    assert confirmed("- [All](rules/): 2 rules\n", *files) == ["2 rules"]
    assert counts("[All](rules/) has 3 friends.\n", *files) == []


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("a.py", "MODES = ['a', 'b']\n"),
        ("a.py", "MODES: dict[str, int] = {'a': 1, 'b': 2}\n"),
        ("a.py", "MODES = frozenset({'a', 'b'})\n"),
        ("a.rs", 'pub const MODES: &[&str] = &["a", "b,c", ];\n'),
        ("a.js", "export const MODES = ['a', /* x, y */ 'b']\n"),
        ("a.go", 'var MODES = []string{\n\t"a",\n\t"b",\n}\n'),
    ],
)
def test_a_constant_that_the_sentence_names_is_counted(counts, confirmed, name, code):
    assert counts("`MODES` has 3 modes.\n", files={name: code}) == [("3 modes", "2")]
    assert confirmed("`MODES` has 2 modes.\n", files={name: code}) == ["2 modes"]


def test_an_enumeration_named_like_the_noun_confirms(confirmed):
    code = "from enum import Enum\nclass Mode(Enum):\n    A = 1\n    B = 2\n"
    assert confirmed("It supports two modes.\n", files={"a.py": code}) == ["two modes"]


def test_a_computed_constant_decides_nothing(counts):
    assert counts("`MODES` has 3 modes.\n", files={"a.py": "MODES = [*OTHER, 'b']\n"}) == []
    assert counts("`MODES` has 3 modes.\n", files={"a.js": "const MODES = [...a, 'b']\n"}) == []


@pytest.mark.parametrize(
    "words",
    [
        "More than 4 modes are there:\n",
        "Up to four modes:\n",
        "About four modes:\n",
        "At least 4 modes:\n",
        "Python 4 modes:\n",
        "It takes 4 seconds:\n",
        "Use 4-8 modes:\n",
        "There are 4+ modes:\n",
        "Two modes and four levels:\n",
        "Of the 4 modes these are new, among others:\n",
        "The 4 modes share these options:\n",
        "In version 1.4 modes changed:\n",
        "It has four modes, for example:\n",
        "## 4 modes\n",
        "> There are 4 modes:\n",
    ],
)
def test_bounds_measures_and_parts_are_no_faults(counts, words):
    assert counts(words + LIST) == []


def test_a_list_that_code_interrupts_is_not_counted(counts):
    text = "There are two steps:\n\n1. one\n\n```\nx\n```\n\n2. two\n"
    assert counts(text) == []
    assert counts("There are three modes:\n\n1. one\n\n```\nx\n```\n\n2. two\n\n- three\n") == []
