import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench.checks.families.option_defaults import check_option_defaults
from workbench.checks.families.options import check_options
from workbench.checks.families.subcommands import check_subcommands
from workbench.checks.families.usage_blocks import check_usage_blocks

FILES = {
    "pyproject.toml": '[project]\nname = "heron"\nversion = "1.0"\n[project.scripts]\nheron = "heron:main"\n',
    "heron.py": """import argparse

def main():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("-q", "--quiet", action="store_true")
    commands = parser.add_subparsers()
    watch = commands.add_parser("watch", aliases=["w"], allow_abbrev=False)
    watch.add_argument("--poll-seconds", type=int, default=30)
    watch.add_argument("--kind", choices=["fish", "frog"], default="fish")
    watch.add_argument("--keep", action=argparse.BooleanOptionalAction, default=True)
    count = commands.add_parser("count")
    count.add_argument("-n", "--number")
    parser.parse_args()

def merge(): pass
""",
}
LOOSE = {**FILES, "heron.py": FILES["heron.py"].replace("parser.parse_args()", "parser.parse_known_args()")}
PIECES = [
    "`heron watch",
    "`",
    "--kind",
    " ",
    "\n",
    "```\n",
    "usage: ",
    "heron",
    "[",
    "]",
    "{a,b}",
    "(default 3)",
    "|",
    "-",
    "=",
]


@pytest.fixture
def on(judged):
    def judge(check, text, files=FILES):
        return judged(check, text, files)

    return judge


def shell(*lines):
    return "\n".join(("```console", *lines, "```", ""))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (shell("$ heron watch --poll 3"), ("--poll", "--poll-seconds")),
        (shell("$ heron watch pond --sound | less -R"), ("--sound", None)),
        ("Run `heron count`. Ducks come onto one page with `--merge`.\n", ("--merge", None)),
        (
            "## `heron watch`\n\n| option | meaning |\n|-|-|\n| `--kind` | k |\n| `--knd X` | k |\n",
            ("--knd", "--kind"),
        ),
    ],
)
def test_an_option_that_nothing_declares_is_a_fault(on, text, found):
    assert on(check_options, text).faults == [found]


@pytest.mark.parametrize(
    "line",
    [
        "heron watch --poll-seconds=3 --kind frog pond",
        "uv run heron watch --no-keep",
        "heron -q count -n5",
        "sudo heron w --kind frog",
        "heron watch --help",
        "heron count --number --merge",
    ],
)
def test_declared_options_are_confirmed_and_their_values_are_no_options(on, line):
    judged = on(check_options, shell(f"$ {line}"))
    assert judged.faults == [] and judged.confirmed


@pytest.mark.parametrize(
    "text",
    [
        shell("$ heron count | xargs -0 -n 1 less --raw", "$ grep --colour heron && ls --merge"),
        shell("$ heron count -- --merge"),
        shell("$ docker run --rm -v x:y heron count"),
        "Run `heron count`; `gzip --best` packs it, and `--fast` does the same.\n",
        "## Use\n\nRun `heron count`.\n\n| tool | option |\n|-|-|\n| `ls` | `--dereference` |\n",
        "Run `heron count`. As with git, `--merge` says it.\n",
        "Nothing here runs the program. Add `--merge` to see it.\n",
        "Run `heron count`. The option `--merge` was removed.\n",
        "Run `heron count`.\n\n## Changes\n\n`heron count --number` replaces `--merge`.\n",
    ],
)
def test_options_of_others_and_of_other_times_are_no_faults(on, text):
    assert on(check_options, text).faults == []


def test_an_option_is_not_decided_where_not_all_could_be_read(on):
    judged = on(check_options, shell("$ heron watch --sound"), LOOSE)
    assert (judged.faults, judged.left) == ([], ["--sound"])


def test_the_beginning_of_an_option_is_that_option_only_where_the_parser_says_so(on):
    files = {
        **FILES,
        "heron.py": FILES["heron.py"].replace(", allow_abbrev=False)\n    watch.", ")\n    watch."),
    }
    assert on(check_options, shell("$ heron watch --poll 3"), files).confirmed == ["--poll"]


def test_an_option_that_the_code_spells_somewhere_is_not_decided(on):
    files = {**FILES, "extra.py": "FLAGS = ['--sound']\n"}
    judged = on(check_options, shell("$ heron watch --sound"), files)
    assert (judged.faults, judged.left) == ([], ["--sound"])


def test_a_property_that_no_build_script_asks_for_is_a_fault(judged):
    files = {"build.gradle": "def rows = findProperty('rows') ?: 8\nprintln rows\n"}
    found = judged(
        check_options, "| `-Prows` | r |\n|-|-|\n| `-Phex-size` | s |\n\n`./gradlew x --info`\n", files
    )
    assert (found.faults, found.confirmed) == ([("-Phex-size", None)], ["-Prows"])


def test_an_unknown_command_is_a_fault_with_the_near_name(on):
    judged = on(check_subcommands, shell("$ heron wach pond", "$ heron w", "$ heron count"))
    assert judged.faults == [("wach", "watch")] and judged.confirmed == ["w", "count"]


def test_an_option_in_front_of_the_command_that_takes_it_is_a_fault(on):
    judged = on(check_subcommands, shell("$ heron --kind frog watch", "$ heron watch -q"))
    assert [quote for quote, _ in judged.faults] == ["--kind", "-q"]


@pytest.mark.parametrize(
    "text", ["```\nheron is a bird\n```\n", shell("$ heron <command>"), shell("$ heron $X")]
)
def test_sentences_and_gaps_are_no_commands(on, text):
    assert on(check_subcommands, text).faults == []


HELP = """```
$ heron watch --help
usage: heron watch [-h] [--poll-seconds N] [--kind {fish,frog}] [--keep | --no-keep]

optional arguments:
  -h, --help        show this help message and exit
  --poll-seconds N  how often
                    (default: 30)
  --kind {fish,frog}
```
"""


def test_pasted_help_that_still_holds_is_confirmed_whatever_its_layout(on):
    judged = on(check_usage_blocks, HELP)
    assert judged.faults == [] and "--kind {fish,frog}" in judged.confirmed


def test_pasted_help_with_an_option_that_is_gone_is_a_fault_on_each_line_that_shows_it(on):
    text = HELP.replace("--poll-seconds", "--poll")
    quotes = [quote for quote, _ in on(check_usage_blocks, text).faults]
    assert [quote.split()[0] for quote in quotes] == ["usage:", "--poll"]


def test_a_default_in_pasted_help_that_the_code_no_longer_has_is_a_fault(on):
    text = HELP.replace("often\n                    (default: 30)", "often (default: 60)")
    assert on(check_usage_blocks, text).faults == [("(default: 60", "30")]
    spoken = {**FILES, "heron.py": FILES["heron.py"] + "# how often (default: 60)\n"}
    assert on(check_usage_blocks, text, spoken).faults == []


def test_choices_that_changed_are_told_once(on):
    judged = on(check_usage_blocks, HELP.replace("{fish,frog}", "{fish,newt}"))
    assert len(judged.faults) == 1 and "{fish,frog}" in judged.faults[0][1]


def test_a_listed_command_that_is_gone_is_a_fault(on):
    text = "```\nusage: heron [-h] {watch,count} ...\n\ncommands:\n  watch    look\n  publish  send\n```\n"
    assert on(check_usage_blocks, text).faults == [("publish", None)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`heron watch`:\n\n* `--poll-seconds N`: how often (default 60)\n", ("60", "30")),
        ("`heron watch`\n\n| option | default |\n|-|-|\n| `--kind` | `frog` |\n", ("`frog`", "`fish`")),
    ],
)
def test_a_default_that_differs_from_the_declaration_is_a_fault(on, text, found):
    assert on(check_option_defaults, text).faults == [found]


@pytest.mark.parametrize(
    "text",
    [
        "`heron watch` looks. `--poll-seconds` defaults to 30.\n",
        "* `heron watch --kind X`: `--kind` is `fish` by default\n",
        "`heron watch`\n\n| option | default |\n|-|-|\n| `--poll-seconds` | thirty |\n",
    ],
)
def test_a_default_that_agrees_is_confirmed(on, text):
    judged = on(check_option_defaults, text)
    assert judged.faults == [] and judged.confirmed


@pytest.mark.parametrize(
    "text",
    [
        "`heron count`: `--number N` (default 7)\n",
        "`heron watch`: set `--poll-seconds` to 60 on slow disks.\n",
        "`heron watch`: before version 2, `--poll-seconds` defaults to 60.\n",
    ],
)
def test_a_default_that_is_not_declared_or_not_stated_is_no_fault(on, text):
    assert on(check_option_defaults, text).faults == []


def test_a_group_with_a_default_command_takes_its_options_in_front(judged):
    files = {
        "pyproject.toml": '[project]\nname = "heron"\n[project.scripts]\nheron = "heron:cli"\n',
        "heron.py": "import click\nfrom click_default_group import DefaultGroup\n"
        "@click.group(cls=DefaultGroup, default='ask')\ndef cli():\n    pass\n"
        "@cli.command()\n@click.option('-m', '--model')\ndef ask(model):\n    pass\n",
    }
    text = "```console\n$ heron 'a bird' -m x\n$ heron -m x 'a bird'\n$ heron ask --model x\n```\n"
    for check in (check_options, check_subcommands):
        assert judged(check, text, files).faults == []


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
def test_any_text_ends(on, text):
    for check in (check_options, check_subcommands, check_usage_blocks, check_option_defaults):
        on(check, text)


@pytest.mark.parametrize(
    "piece", ["`--a` ", "```\nheron watch --b\n```\n", "[--a " * 50 + "\n", "heron [--a] "]
)
def test_a_long_text_takes_no_longer_than_its_length(on, piece):
    began = time.perf_counter()
    text = (piece * (20_000 // len(piece)))[:20_000]
    for check in (check_options, check_subcommands, check_usage_blocks, check_option_defaults):
        on(check, text)
    assert time.perf_counter() - began < 30


NODE = {
    "package.json": '{"name": "heron", "bin": "heron.js"}\n',
    "heron.js": (
        "const cac = require('cac')\nconst cli = cac('heron')\n"
        "cli.option('--env <pair>', 'x')\ncli.option('--css-modules', 'y')\ncli.parse()\n"
    ),
}


@pytest.mark.parametrize("given", ["--env.HERON_KEY x", "--no-css-modules"])
def test_keys_behind_a_dot_and_no_are_of_the_option(judged, given):
    found = judged(check_options, f"```sh\nheron {given}\n```\n", NODE)
    assert (found.faults, found.left) == ([], [])


def test_a_word_for_any_option_is_none_of_them(on):
    assert on(check_options, "Change what `heron` does with `--flags`.\n").faults == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("```sh\nheron watch --kind newt\n```\n", ("newt", None)),
        ("```sh\nheron watch --kind=frogs pond\n```\n", ("frogs", "frog")),
        ("`heron` takes `--kind (fish|frogs)`.\n", ("frogs", "frog")),
    ],
)
def test_a_value_that_an_option_does_not_take_is_a_fault(on, text, found):
    assert on(check_options, text).faults == [found]


@pytest.mark.parametrize(
    "text",
    [
        "```sh\nheron watch --kind frog\nheron watch --kind FISH\nheron watch --kind <kind>\n```\n",
        "```sh\nheron watch --kind $KIND\nheron watch --kind merge\n```\n",
        "`heron` takes `--kind (fish|frog)` and `--kind fish,newt`.\n",
    ],
)
def test_a_value_that_an_option_takes_or_may_take_is_no_fault(on, text):
    assert on(check_options, text).faults == []


CLAP = {
    "Cargo.toml": '[package]\nname = "heron"\nversion = "1.0.0"\n',
    "src/main.rs": (
        "use clap::Parser;\n#[derive(Parser)]\nstruct Args {\n"
        '    #[arg(long, env = "HERON_KEEP_ALL")]\n    keep: bool,\n}\nfn main() { Args::parse(); }\n'
    ),
}
PASTED = "```\nUsage: heron [OPTIONS]\n\nOptions:\n      --keep  Keep all [env: {}=]\n```\n"


def test_a_variable_in_pasted_help_that_the_code_calls_otherwise_is_a_fault(judged):
    found = judged(check_usage_blocks, PASTED.format("KEEP_ALL"), CLAP)
    assert found.faults == [("KEEP_ALL", "HERON_KEEP_ALL")]


@pytest.mark.parametrize("name", ["HERON_KEEP_ALL", "OTHER_THING"])
def test_a_variable_in_pasted_help_that_is_read_or_unknown_is_no_fault(judged, name):
    assert judged(check_usage_blocks, PASTED.format(name), CLAP).faults == []
