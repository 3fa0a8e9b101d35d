import pytest

HEAD = "import argparse\n"


def test_a_parser_that_helpers_groups_and_parents_fill_has_all_their_options(script, spelled):
    program = script(
        HEAD
        + """
common = argparse.ArgumentParser(add_help=False)
common.add_argument("--quiet", "-q", action="store_true")

def extend(target):
    group = target.add_argument_group("more")
    only = group.add_mutually_exclusive_group()
    only.add_argument("--json", action="store_true")
    for name in ("red", "blue"):
        only.add_argument(f"--{name}")
    return target

def main():
    parser = argparse.ArgumentParser(parents=[common], allow_abbrev=False)
    extend(parser)
    parser.add_argument("--colour", action=argparse.BooleanOptionalAction, default=True)
    options = parser.parse_args()

if __name__ == "__main__":
    main()
"""
    )
    assert program.whole and not program.abbreviates
    assert spelled(program) == {"--quiet", "-q", "--json", "--red", "--blue", "--colour", "--no-colour"}


def test_subparsers_become_commands_with_their_aliases_and_defaults(script):
    program = script(
        HEAD
        + """
SIZES = ["a4", "a3"]
parser = argparse.ArgumentParser()
commands = parser.add_subparsers(required=True)
make = commands.add_parser("make", aliases=["m"])
make.add_argument("--size", choices=SIZES, default=SIZES[0])
make.add_argument("-n", type=int)
make.set_defaults(n=3)
parser.parse_args()
"""
    )
    assert program.closed and set(program.commands) == {"make", "m"}
    size, number = program.commands["m"].option("--size"), program.commands["make"].option("-n")
    assert (size.default, size.choices, number.default) == ("a4", ("a4", "a3"), "3")


def test_a_parser_kept_on_an_object_is_followed(script, spelled):
    program = script(
        HEAD
        + """
class Cli:
    def __init__(self):
        self.parser = argparse.ArgumentParser()
        self.fill()
    def fill(self):
        self.parser.add_argument("--deep")
    def run(self):
        return self.parser.parse_args()

Cli().run()
"""
    )
    assert program.whole and spelled(program) == {"--deep"}


@pytest.mark.parametrize(
    "declared",
    [
        "parser.add_argument(*compute())",
        "plugins.fill(parser)",
        "for name in os.environ: parser.add_argument('--' + name)",
        "parser.parse_known_args()",
        "parser.set_default_subparser('go')",
        "argparse.ArgumentParser().parse_args()",
    ],
)
def test_what_is_not_understood_leaves_the_program_not_whole(script, declared):
    program = script(
        f"{HEAD}import os, plugins\nparser = argparse.ArgumentParser()\nparser.add_argument('--a')\n"
        f"{declared}\nparser.parse_args()\n"
    )
    assert not program.whole


def test_options_of_another_file_count_where_it_fills_the_parser(programs, spelled):
    found = programs(
        **{
            "tool.py": f"{HEAD}from lib.flags import fill\n"
            "p = argparse.ArgumentParser()\nfill(p)\np.parse_args()\n",
            "lib/__init__.py": "",
            "lib/flags.py": "NAMES = {'--left': 1}\n"
            "def fill(p):\n    for n in NAMES:\n        p.add_argument(n)\n",
        }
    )
    program = found.script("tool.py")
    assert program.whole and spelled(program) == {"--left"}


def test_two_defaults_of_one_option_leave_none_that_is_sure(script):
    program = script(
        HEAD
        + """
parser = argparse.ArgumentParser()
if True:
    parser.add_argument("--port", default=1)
else:
    parser.add_argument("--port", default=2)
parser.parse_args()
"""
    )
    assert program.option("--port").default is None


def test_optparse_is_read_like_argparse(script, spelled):
    program = script(
        """
from optparse import OptionParser, make_option
parser = OptionParser(option_list=[make_option("-a", "--all", action="store_true")])
parser.add_option("--size", default=4)
options, rest = parser.parse_args()
"""
    )
    assert program.whole and spelled(program) == {"-a", "--all", "--size"}
    assert program.option("--size").default == "4"


def test_a_docstring_of_docopt_declares_its_options(script, spelled):
    program = script(
        '"""Usage:\n  tool pull [--fast]\n\nOptions:\n  --fast  No checks.\n'
        '  -p, --port=<n>  Port [default: 80].\n"""\nfrom docopt import docopt\ndocopt(__doc__)\n'
    )
    assert spelled(program) == {"--fast", "-p", "--port"}
    assert program.option("--port").default == "80" and set(program.commands) == {"pull"}
    assert program.option("--port").evidence.line == 6


@pytest.mark.parametrize(
    "text", ["import fire\nfire.Fire(print)\n", "import sys\nif '--go' in sys.argv: pass\n"]
)
def test_programs_without_a_parser_of_their_own_are_never_whole(script, text):
    assert not script(text).whole
