import pytest

from workbench.checks.evidence.settings.values import written

PYTHON = {
    "lark.py": (
        "import os\n\nPORT = int(os.environ.get('LARK_PORT', 8000))\nLOUD = os.getenv('LARK_LOUD', 'no')\n"
        "LIMIT = 5\n\n\ndef plant(rows=3, depth=LIMIT, wait=None, name='oak'):\n    return rows\n\n\n"
        "def other(depth=9):\n    return depth\n"
    )
}


@pytest.fixture
def said(checked):
    """The faults and the number of confirmed defaults of a text beside some code."""

    def say(text, files=PYTHON):
        report = checked(text, files=files)
        faults = [(fault.quote, fault.expected) for fault in report.faults if fault.asks == "defaults"]
        return faults, len([claim for claim in report.confirmed if claim.check == "defaults"])

    return say


@pytest.mark.parametrize(
    "text",
    [
        "`LARK_PORT` defaults to 8000.\n",
        "`LARK_PORT` (default: `8000`) is the port.\n",
        "`LARK_PORT` is 8,000 unless it is set.\n",
        "| Variable | Default |\n|---|---|\n| `LARK_PORT` | `8000` |\n",
        "- `LARK_PORT`, default `8000`\n",
        "`plant` takes `rows`, three by default.\n",
        "`plant(rows)`: `depth` is 5 if it is not given.\n",
        "- **name** (`'oak'`): the tree\n",
    ],
)
def test_a_default_that_holds_is_confirmed(said, text):
    faults, confirmed = said(text)
    assert faults == []
    assert confirmed >= 1


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`LARK_PORT` defaults to 8080.\n", ("8080", "8000")),
        ("| Variable | Default |\n|---|---|\n| `LARK_PORT` | `80` |\n", ("`80`", "8000")),
        ("`LARK_LOUD` (default `yes`) speaks.\n", ("`yes`", "no")),
        ("## `plant()`\n\n`rows` defaults to 4.\n", ("4", "3")),
    ],
)
def test_a_default_that_differs_is_a_fault(said, text, found):
    assert said(text)[0] == [found]


@pytest.mark.parametrize(
    "text",
    [
        "`rows` defaults to 4.\n",
        "`plant()`: `depth` defaults to 7.\n",
        "`plant()`: `wait` defaults to 10.\n",
        "`plant()`: `rows` defaults to the height of the bed.\n",
        "`LARK_PORT` was 80 by default before version 2, which is deprecated.\n",
        "`--rows` defaults to 4.\n",
        "Set `LARK_PORT` to `80`.\n",
        "`LARK_PORT` changes the default `lark` port range.\n",
        "`LARK_PORT` defaults to `port` in your `lark.toml`, or `8000`.\n",
        "`LARK_PORT` defaults to 80 or to what the host says.\n",
    ],
)
def test_what_may_be_meant_otherwise_is_no_fault(said, text):
    assert said(text)[0] == []


def test_an_option_object_of_javascript_is_read(said):
    files = {
        "a.js": (
            "// speed = 9\n"
            "export class Fold { constructor(el, { speed = 200, open = false, ease = 'in' } = {}) {} }\n"
        )
    }
    text = "- **speed** (`200`): how fast\n- **open** (`true`): at first\n- **ease** (`'in'`): how\n"
    assert said(text, files) == ([("`true`", "false")], 2)


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("a.sh", "x=$(setting keep 14)\n"),
        (
            "a.go",
            'package a\ntype C struct {\n\tKeep int `toml:"keep"`\n}\nfunc f(c *C) {\n\tc.Keep = 14\n}\n',
        ),
        (
            "a.rs",
            '#[derive(Deserialize)]\nstruct C {\n    #[serde(default = "fourteen")]\n'
            "    keep: u32,\n}\nfn fourteen() -> u32 { 14 }\n",
        ),
        ("a.rs", "impl Default for C {\n    fn default() -> Self {\n        C { keep: 14 }\n    }\n}\n"),
        ("a.py", "DEFAULTS = {'keep': 14}\n"),
        ("a.py", "keep = config.get('keep', 14)\n"),
        ("a.ts", "const keep = options.keep ?? 14;\n"),
        ("a.js", "const defaults = { keep: 14 };\n"),
    ],
)
def test_the_ways_of_many_languages_to_state_a_default_are_known(said, path, code):
    assert said("| Key | Default |\n|---|---|\n| `keep` | 14 |\n", {path: code}) == ([], 1)


def test_an_object_that_only_passes_values_on_states_no_default(said):
    code = (
        "const defaultOptions = { wide: 3 };\nclass Fold {\n"
        "  read(opts) { const o = { ...defaultOptions, ...opts }; "
        "const options = { deep: true, ...opts }; return scan(o, options); }\n}\n"
    )
    text = "- `wide` (default: `3`): x\n- `deep` (default: `false`): x\n"
    assert said(text, {"a.js": code}) == ([], 1)


def test_what_an_example_gives_is_no_default(said):
    files = {"examples/a.py": "def plant(rows=5):\n    return rows\n"}
    assert said("## `plant()`\n\n`rows` defaults to 4.\n", files)[0] == []


def test_a_duration_of_digits_that_no_number_is_written_in_is_unknown():
    assert written("Duration::from_secs(5)").number == 5
    assert written("Duration::from_secs(²)").kind == "unknown"
