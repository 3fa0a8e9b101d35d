import pytest

from workbench.checks.families.console_scripts import check_console_scripts

PYPROJECT = (
    '[project]\nname = "larchvault"\nversion = "1.0"\ndependencies = ["larchvault-core"]\n[project.scripts]\n'
    'larchvault = "larchvault.app:main"\nlarchvault-show = "larchvault.preview:main"\n'
)


@pytest.fixture
def on(judged):
    def judge(*lines, **files):
        text = "\n".join(("```console", *lines, "```", ""))
        return judged(check_console_scripts, text, {"pyproject.toml": PYPROJECT, **files})

    return judge


@pytest.mark.parametrize(
    ("line", "word", "right"),
    [
        ("$ larch-vault get X", "larch-vault", "larchvault"),
        ("$ uv run larchvalt get X", "larchvalt", "larchvault"),
        ("$ larchvault-preview a.csv | less", "larchvault-preview", "larchvault-show"),
    ],
)
def test_a_name_like_a_command_that_nothing_installs_is_a_fault(on, line, word, right):
    assert on(line).faults == [(word, right)]


def test_the_name_of_the_package_is_no_command_where_the_command_is_another(judged):
    project = PYPROJECT.replace("larchvault =", "lv =").replace("larchvault-show =", "lvs =")
    found = judged(check_console_scripts, "```sh\nlarchvault get x\n```\n", {"pyproject.toml": project})
    assert [quote for quote, _ in found.faults] == ["larchvault"]


def test_installed_commands_are_confirmed_in_blocks_and_sentences(on, judged):
    assert on("$ larchvault set X", "$ poetry run larchvault-show x").confirmed == [
        "larchvault",
        "larchvault-show",
    ]
    text = "The command is `larchvault`.\n"
    assert judged(check_console_scripts, text, {"pyproject.toml": PYPROJECT}).confirmed == ["larchvault"]


def test_the_same_wrong_name_is_one_fault(on):
    assert len(on("$ larch-vault a", "$ larch-vault b").faults) == 1


@pytest.mark.parametrize(
    ("line", "files"),
    [
        ("$ larchvault-core x", {}),
        ("$ larchvault-sync x", {"scripts/larchvault-sync.sh": "x\n"}),
        ("$ larchvault-sync x", {"CMakeLists.txt": "x\n"}),
        ("$ larchvault_complete x", {"shell/bindings.zsh": "larchvault_complete() {\n"}),
        ("$ pip install larchvault-gui && larchvault-gui x", {}),
        ("$ larchvault2 x", {}),
        ("$ docker exec larchvaultd sh", {}),
        ("$ ./larch-vault x", {}),
    ],
)
def test_commands_that_may_come_from_elsewhere_are_no_faults(on, line, files):
    assert on(line, **files).faults == []


def test_where_a_program_computes_the_commands_nothing_is_decided(on):
    found = on("$ larch-vault get X", **{"setup.py": "from setuptools import setup\nsetup(**read())\n"})
    assert (found.faults, found.left) == ([], ["larch-vault"])


def test_a_bare_name_in_a_sentence_is_no_command(judged):
    files = {"pyproject.toml": PYPROJECT}
    assert judged(check_console_scripts, "Not to be taken for `larch-vault`.\n", files).faults == []
