import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.checks.text.syntax import javascript_syntax
from workbench.checks.text.syntax.data_syntax import toml_verdict, yaml_verdict
from workbench.checks.text.syntax.javascript_syntax import javascript_verdict
from workbench.checks.text.syntax.json_syntax import json_verdict
from workbench.checks.text.syntax.python_syntax import python_verdict


@pytest.fixture
def said(checked):
    """What is said of one block: the line of the fault, or `confirmed`, or why it is left."""

    def ask(language, code, before="Like this:"):
        report = checked(f"{before}\n\n```{language}\n{code}\n```\n")
        faults = [fault for fault in report.faults if fault.asks == "code-blocks"]
        if faults:
            return faults[0].quote
        claims = [claim for claim in report.confirmed if claim.check == "code-blocks"]
        left = [claim.why for claim in report.undecided if claim.check == "code-blocks"]
        return "confirmed" if claims else left[0] if left else None

    return ask


BROKEN = [
    ("python", "for a in b\n    c(a)", "for a in b"),
    ("python", "class A(B:\n    x = 1", "class A(B:"),
    ("py", "print(a\nb = 1", "print(a"),
    ("python", "foo(\n    a=1\n    b=2,\n)", "a=1"),
    ("python", "def f(self, x\n      y):\n    return x", "def f(self, x"),
    ("python", "import a b", "import a b"),
    ("python", "x = = 2", "x = = 2"),
    ("python", "def f():\n    return 1\n\nf(1))", "f(1))"),
    ("python", "x = 'abc\ny = 1", "x = 'abc"),
    ("python", "if x:\n    a()\n  b()", "b()"),
    ("python", "from a import b\n    b.c()", "b.c()"),
    ("pycon", ">>> x = f(1\n>>> x", ">>> x = f(1"),
    ("json", '{"a": 1,\n}', '{"a": 1,'),
    ("json", '{\n  "a": [\n    1\n  ]\n  "b": 2\n}', "]"),
    ("json", '{"a": {"b": 1}', '{"a": {"b": 1}'),
    ("json", '{"a": 1}}', '{"a": 1}}'),
    ("json", '{"a": "\\d"}', '{"a": "\\d"}'),
    ("json", '{"a": True}', '{"a": True}'),
    ("json", '{"a": 1, // why\n "b" 2}', '"b" 2}'),
    ("jsonc", '{\n  "a": 1 // why\n  "b": 2,\n}', '"a": 1 // why'),
    ("toml", '[a\nb = "1"', "[a"),
    ("toml", '[a]\nb = "1', 'b = "1'),
    ("toml", 'a = foo\nb = "1"', "a = foo"),
    ("toml", 'a = [\n  "x"\n  "y"\n]', '"y"'),
    ("yaml", "a: b: c", "a: b: c"),
    ("yml", "a:\n\tb: 1", "b: 1"),
    ("yaml", 'a: "b\nc: 1', 'a: "b'),
    ("yaml", "on:\n  paths: *.py", "paths: *.py"),
    ("js", "console.log(a.map((b) => b + 1);\nc();", "console.log(a.map((b) => b + 1);"),
    ("js", "const a = {\n  b: 1\n  c: 2,\n};", "b: 1"),
    ("javascript", "f(a, b))", "f(a, b))"),
    ("js", "app.get('/', (a, b) => {\n  b.send(a);\n}\n", "}"),
    ("js", "import { a, b from 'c';", "import { a, b from 'c';"),
    ("js", "f(() => {\n  g(() => {\n    h();\n  };\n});", "};"),
    ("js", '{\n  "a": [1]\n  "b": 2\n}', '"a": [1]'),
]


@pytest.mark.parametrize(("language", "code", "line"), BROKEN)
def test_a_block_that_does_not_parse_is_a_fault_at_the_line_to_mend(said, language, code, line):
    assert said(language, code) == line


WHOLE = [
    ("python", "import a\n\nfor b in a:\n    print(b)"),
    ("python", "    import a\n    a.b()"),
    ("python", ">>> a = 1\n>>> for b in a:\n...     b\n1\n2"),
    ("python", "In [1]: a = 1\nOut[1]: 1"),
    ("python", "%load_ext a\n!pip install b\nimport b"),
    ("python", "def f():\n    ..."),
    ("python", "await a()\nreturn b"),
    ("json", '{"a": [1, 2]}'),
    ("json", '{"a": 1}\n{"a": 2}'),
    ("jsonc", '{\n  // why\n  "a": "http://b", /* c */\n}'),
    ("toml", '[a]\nb = "c"'),
    ("yaml", "a:\n  - b: ${{ c }}\n    d: [e, 'f']\n---\ng: 1"),
    ("js", "import a from 'b';\nconst c = require('d');\nawait a();\nreturn <div>{c}</div>;"),
    ("js", "({ ...a, b: `c ${d}` });"),
    ("jsx", "const a = () => <b c={{ d: 1 }} {...e} />;"),
]


@pytest.mark.parametrize(("language", "code"), WHOLE)
def test_a_block_that_parses_is_confirmed(said, language, code):
    assert said(language, code) == "confirmed"


LEFT = [
    ("python", "def f():\n    # and so on"),
    ("python", "class A:\n\n    def f(self):\n\n    def g(self):\n        pass"),
    ("python", "f(a=1, ...)"),
    ("python", "a = {\n    ...\n    'b': 1\n    ...\n}"),
    ("python", "print 'a'"),
    ("python", "try:\n    a()\nexcept A, b:\n    c()"),
    ("python", "type A = int"),
    ("python", "def f[T](a: T): ..."),
    ("python", "a = f'{b['c']}'"),
    ("python", "- a = 1\n+ a = (2"),
    ("python", "a = {{ b }}\nc = ("),
    ("python", "a = <your key>"),
    ("python", "$ pip install a\n$ python b.py"),
    ("python", "pip install a"),
    ("python", "def f(a: int, b: str = 'c') -> int"),
    ("python", "f(a: int, b)"),
    ("python", "else:\n    a()"),
    ("python", "'a': 1,\n'b': 2,"),
    ("python", "print(a)\n   b  c\n0  1  2"),
    ("python", "a.b()\n[1 2 3]"),
    ("python", "a = 1\nHello, it's me (again"),
    ("python", "<A object at 0x1>"),
    ("python", "a()\n\n    b()"),
    ("pycon", ">>> a(\n  1)\n"),
    ("json", '"a": 1,\n"b": 2'),
    ("json", '{"a": 1},\n{"a": 2}'),
    ("json", '{"a": 1, ...}'),
    ("json", "[\n  1,\n  // ...\n]"),
    ("json", '{"a": 1, // why\n}'),
    ("json", "{a: 1}"),
    ("json", "{'a': 1}"),
    ("json", '{"a": string, "b": number}'),
    ("json", '{"a": <your key>}'),
    ("json", "HTTP/1.1 200 OK\n\n{}"),
    ("json", '{"a": "b\nc"}'),
    ("toml", "[a]\n...\nb = "),
    ("toml", "[a]\nb = 1\n\n[a]\nb = 2"),
    ("toml", "[a]\nb = c"),
    ("toml", 'a = "b"\nc = YOUR_KEY'),
    ("toml", 'a = {\n  b = "c"\n}'),
    ("toml", "pip install a"),
    ("yaml", "a:\n  ...\n b: c"),
    ("yaml", "{% if a %}\nb: c: d\n{% endif %}"),
    ("yaml", "---\na: b\n---\n\nWords: and: more"),
    ("yaml", "a sentence: with: colons, that is no YAML"),
    ("js", "f(...)"),
    ("js", "const a = { ... };"),
    ("js", "function f() {\n  // ...\n"),
    ("js", "const a: string = 'b';"),
    ("js", "interface A { b: string }"),
    ("js", "a: 1,\nb: 2"),
    ("js", "f() {\n  return 1;\n}"),
    ("js", "$ npm install a"),
    ("js", ".a(true) // on\n.a(false) // off"),
    ("python", "def a.b(c, d=1):\n    e"),
    ("js", "> 1 + 1\n2"),
    ("js", "<script>\n  a({\n</script>"),
    ("js", "a();\nHello, it is me"),
    ("js", "- a(\n+ b()"),
    ("js", "const a = <%= b %>;"),
]


@pytest.mark.parametrize(("language", "code"), LEFT)
def test_a_block_that_may_be_meant_otherwise_is_not_decided(said, language, code):
    assert said(language, code) not in (
        None,
        "confirmed",
        *code.split("\n"),
        *map(str.strip, code.split("\n")),
    )


@pytest.mark.parametrize("before", ["This does not work:", "❌ Wrong", "An invalid file:", "Instead of"])
def test_a_block_that_is_shown_as_wrong_is_not_decided(said, before):
    assert "wrong" in said("json", '{"a": 1,}', before)


@pytest.mark.parametrize(
    "before", ["In `tsconfig.json`:", "In your VS Code `settings.json`:", "JSON5, that is:"]
)
def test_a_file_whose_reader_forgives_is_not_decided(said, before):
    assert "allows more" in said("json", '{"a": 1,}', before)
    assert said("json", '{"a": 1\n "b": 2}', before) == '{"a": 1'


@pytest.mark.parametrize("language", ["", "text", "sh", "typescript", "ts", "rust", "json5", "diff"])
def test_other_languages_are_not_looked_at(said, language):
    assert said(language, "{ ( :") is None


def test_an_empty_block_says_nothing(said):
    assert said("python", "") is None


def test_a_block_in_a_list_or_a_quote_is_found_where_it_stands(checked):
    text = '- a\n\n  ```json\n  {\n    "b": 1,\n  }\n  ```\n\n> ```python\n> print(a\n> ```\n'
    faults = [fault for fault in checked(text).faults if fault.asks == "code-blocks"]
    assert [fault.quote for fault in faults] == ['"b": 1,', "print(a"]
    assert [text[fault.span.start : fault.span.end] for fault in faults] == ['"b": 1,', "print(a"]
    assert [fault.evidence[0].line for fault in faults] == [5, 10]


def test_the_sentence_says_what_is_wrong(checked):
    (fault,) = checked('```json\n{"a": 1,\n}\n```\n').faults
    assert fault.problem == "The JSON of this block does not parse: JSON allows no comma before `}`."


def test_a_block_that_is_too_long_is_not_parsed(said):
    assert "longer than" in said("python", "a = 1\n" * 5_000)


def test_without_the_parser_javascript_is_not_decided(said, monkeypatch):
    monkeypatch.setattr(javascript_syntax, "_parser", lambda: None)
    assert "parsers" in said("js", "f(a, b))")
    assert "parsers" in said("js", "f(a, b)")


READERS = [python_verdict, json_verdict, toml_verdict, yaml_verdict, javascript_verdict]


@given(st.text(alphabet="ab1 .,:;=(){}[]'\"`\\\n\t#-+<>/*@$%&|?!>", max_size=80))
@pytest.mark.parametrize("read", READERS)
def test_any_text_gets_a_verdict(read, text):
    lines = text.split("\n")
    verdict = read(lines)
    assert getattr(verdict, "line", 0) < len(lines)


@pytest.mark.parametrize(
    "part", ["(", "[", "{", "-", "not ", "'", '"', "a:\n ", "<a", "/*", "lambda: ", "- ", "${"]
)
@pytest.mark.parametrize("read", READERS)
def test_a_long_run_of_what_opens_something_gets_a_verdict(read, part):
    lines = (part * (5_000 // len(part))).split("\n")
    assert getattr(read(lines), "line", 0) < len(lines)


@pytest.mark.parametrize(
    "before",
    [
        "The result starts like this:",
        "An excerpt:",
        "Here is a part of the file:",
        "These are the first few lines:",
        "The last two lines say:",
    ],
)
def test_a_block_that_is_said_to_be_a_part_is_not_decided(checked, before):
    found = checked(f'{before}\n\n```json\n{{\n  "a": [\n    1,\n```\n')
    assert [fault for fault in found.faults if fault.asks == "code-blocks"] == []


def test_a_start_or_a_part_of_something_else_excuses_no_block(checked):
    found = checked('To start the part you bought, write:\n\n```json\n{\n  "a": [\n    1\n  }\n}\n```\n')
    assert [fault.asks for fault in found.faults] == ["code-blocks"]


@pytest.mark.parametrize(
    "code",
    ['import sheet from "./a.css" assert { type: "css" };', "url(~cup.png) => require('cup.png')"],
)
def test_what_javascript_once_had_and_what_becomes_of_a_call_is_no_fault(checked, code):
    report = checked(f"```js\n{code}\n```\n")
    assert [fault for fault in report.faults if fault.asks == "code-blocks"] == []
