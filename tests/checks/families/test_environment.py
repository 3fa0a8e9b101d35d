import pytest

CODE = {
    "app/settings.py": (
        "import os\n\nHOST = os.environ['LARK_HOST']\nPORT = int(os.getenv('LARK_PORT', '80'))\n"
        "MAIL = os.environ.get('LARK_MAIL_USER')\nWORD = os.environ.get('LARK_MAIL_PASSWORD')\n"
        "LOUD = os.environ.get('LARK_VERBOSE')\n"
    )
}


@pytest.fixture
def said(checked):
    """The faults and the confirmed names of a text beside some code."""

    def say(text, files=CODE):
        report = checked(text, files=files)
        ids = ("environment", "environment-twice")
        faults = [(fault.asks, fault.quote, fault.expected) for fault in report.faults if fault.asks in ids]
        return faults, [claim.quote for claim in report.confirmed if claim.check in ids]

    return say


@pytest.mark.parametrize(
    "text",
    [
        "Set `LARK_HOST`.\n",
        "```sh\nexport LARK_HOST=a\n```\n",
        "| Variable |\n|---|\n| LARK_HOST |\n",
        "`$LARK_HOST`\n",
    ],
)
def test_a_variable_that_the_code_reads_is_confirmed(said, text):
    assert said(text) == ([], ["LARK_HOST"])


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("LARK_VERBSOE", "LARK_VERBOSE"),
        ("HOST_LARK", "LARK_HOST"),
        ("LARK_USER_MAIL", "LARK_MAIL_USER"),
        ("LARK_SMTP_HOST", "LARK_HOST"),
    ],
)
def test_a_like_name_that_nothing_reads_is_a_fault(said, name, meant):
    assert said(f"Set `{name}=1`.\n")[0] == [("environment", name, meant)]


@pytest.mark.parametrize(
    "text",
    [
        "`HTTPS_PROXY=x`, `AWS_REGION=y` and `NO_COLOR=1` work as everywhere.\n",
        "`SEED_HOST` was renamed: it is now `LARK_HOST`.\n",
        "```ini\nTANK_NAME=reef\n```\n",
        "```sh\nLARK_DIR=/tmp/x\ncp a $LARK_DIR\n```\n",
        "Use `YOUR_LARK_HOST`.\n",
    ],
)
def test_what_is_none_of_the_projects_settings_is_no_fault(said, text):
    assert said(text)[0] == []


@pytest.mark.parametrize(
    "code",
    [
        "import os\nX = os.environ['LARK_HOST']\nY = os.environ['LARK_' + name.upper()]\n",
        "import os\nX = os.environ['LARK_HOST']\nraise ValueError('LARK_HOTS is not known')\n",
        "import os\nX = os.environ['LARK_HOST']\nfor k, v in os.environ.items(): pass\n",
    ],
)
def test_a_name_that_the_code_may_read_all_the_same_is_no_fault(said, code):
    assert said("Set `LARK_HOTS=1`.\n", {"a.py": code})[0] == []


def test_fields_of_settings_classes_are_variables(said):
    code = (
        "from pydantic import BaseModel\nfrom pydantic_settings import BaseSettings\n\n\n"
        "class Store(BaseModel):\n    host: str = 'a'\n\n\n"
        "class Settings(BaseSettings):\n"
        "    model_config = {'env_prefix': 'lark_', 'env_nested_delimiter': '__'}\n"
        "    port: int = 8\n    store: Store = Store()\n"
    )
    text = "Set `LARK_PORT` and `LARK_STORE__HOST`.\n"
    assert said(text, {"a.py": code}) == ([], ["LARK_PORT", "LARK_STORE__HOST"])
    assert said("Set `LARK_PROT=1`.\n", {"a.py": code})[0] == [("environment", "LARK_PROT", "LARK_PORT")]


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("a.js", "const { LARK_ONE = 1 } = process.env;\n"),
        ("a.ts", "export const one = process.env['LARK_ONE'] ?? 1;\n"),
        ("a.go", 'package a\nvar one = os.Getenv("LARK_ONE")\n'),
        ("a.go", 'package a\ntype C struct {\n\tOne string `env:"LARK_ONE"`\n}\n'),
        ("a.rs", 'fn a() { std::env::var("LARK_ONE"); }\n'),
        ("a.rb", "ONE = ENV.fetch('LARK_ONE', 1)\n"),
        ("a.sh", 'echo "${LARK_ONE:-1}"\n'),
        ("A.java", 'class A { String a = System.getenv("LARK_ONE"); }\n'),
        ("a.c", 'char *a = getenv("LARK_ONE");\n'),
        ("Makefile", "LARK_ONE ?= 1\n"),
        ("compose.yml", "services:\n  a:\n    image: b:${LARK_ONE:-1}\n"),
    ],
)
def test_the_ways_of_many_languages_to_read_a_variable_are_known(said, path, code):
    assert said("Set `LARK_ONE`.\n", {path: code}) == ([], ["LARK_ONE"])


def test_a_pair_of_one_name_is_a_fault_where_the_code_reads_a_sibling(said):
    faults, _ = said("Set `LARK_MAIL_USER` and `LARK_MAIL_USER`.\n")
    assert faults == [("environment-twice", "LARK_MAIL_USER", "LARK_MAIL_PASSWORD")]


def test_two_rows_of_one_name_are_a_fault_in_the_row_that_speaks_of_the_sibling(checked):
    text = "| Name | Is |\n|---|---|\n| `LARK_HOST` | its port |\n| `LARK_HOST` | the host |\n"
    (fault,) = checked(text, files=CODE).faults
    assert (fault.span.start, fault.expected) == (text.index("LARK_HOST"), "LARK_PORT")


def test_two_statements_on_one_variable_are_no_fault(said):
    assert (
        said("- `LARK_HOST` is read.\n- `LARK_HOST` may be a name.\n\nSee `LARK_PORT`, `LARK_VERBOSE`.\n")[0]
        == []
    )


@pytest.mark.parametrize(("command", "faults"), [("larkx run -- node a.js", 0), ("node a.js", 1)])
def test_what_is_set_in_front_of_another_program_may_be_read_by_it(said, command, faults):
    assert len(said(f"```sh\n$ LARK_PRIVATE_KEY=abc {command}\n```\n")[0]) == faults


def test_what_the_text_sets_for_another_program_is_that_programs_wherever_it_is_named(said):
    named, other, own = (
        "Set `LARK_PRIVATE_KEY` on your server.\n\n",
        "```sh\n$ LARK_PRIVATE_KEY=abc larkx run -- node a.js\n```\n",
        "```sh\n$ LARK_PRIVATE_KEY=abc node a.js\n```\n",
    )
    assert said(named + other)[0] == []
    assert said(named + own)[0] != []


def test_a_variable_within_raw_html_leads_no_item(checked):
    item = (
        "- <details><summary>Make {}</summary>\n  <p>\n  1. Run it with `CUP_TOKEN`\n\n  </p>\n  </details>\n"
    )
    files = {"cup.py": "import os\nos.environ['CUP_TOKEN']\nos.environ['CUP_RUN']\n"}
    report = checked(item.format("one") + "\n" + item.format("two"), files=files)
    assert [fault for fault in report.faults if fault.asks == "environment-twice"] == []
