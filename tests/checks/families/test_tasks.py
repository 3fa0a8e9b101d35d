import pytest

from workbench.checks.families.tasks import check_tasks

FILES = {
    "justfile": "set shell := ['sh']\nalias b := build\nbuild target='x': clean\n    cc\n@clean:\n    rm\n",
    "Taskfile.yml": "version: '3'\ntasks:\n  lint:\n    aliases: [l]\n    cmds: [ruff]\n",
    "tox.ini": "[tox]\nenvlist = py39, docs\n[testenv:lint]\ncommands = ruff\n",
    "noxfile.py": "import nox\n@nox.session(name='format')\ndef fmt(s): ...\n"
    "@nox.session(python=['3.9'])\ndef tests(s): ...\n",
    "pyproject.toml": "[tool.poe.tasks]\ncheck = 'x'\n",
    "deno.jsonc": '{\n  // tasks\n  "tasks": {"dev": "x"},\n}\n',
    "composer.json": '{"scripts": {"cs": "x"}}\n',
}


@pytest.fixture
def on(judged):
    return lambda command, **files: judged(check_tasks, f"```sh\n{command}\n```\n", {**FILES, **files})


@pytest.mark.parametrize(
    "command",
    ["just buld", "task lnt", "tox -e lnt", "nox -s test", "poe chek", "deno task dve", "composer run css"],
)
def test_a_task_that_the_file_does_not_define_is_a_fault(on, command):
    assert [quote for quote, _ in on(command).faults] == [command.split()[-1]]


@pytest.mark.parametrize(
    "command",
    [
        "just build release",
        "just b",
        "task lint l",
        "tox -e py39,lint",
        "nox -s format tests-3.9",
        "poe check --fix",
        "deno task dev",
        "composer run cs",
    ],
)
def test_tasks_and_their_aliases_are_confirmed(on, command):
    found = on(command)
    assert found.faults == []
    assert found.confirmed


@pytest.mark.parametrize(
    "command", ["just --list", "tox -e py312", "tox", "nox", "composer install", "task --version"]
)
def test_other_words_are_no_tasks(on, command):
    assert on(command).faults == []


@pytest.mark.parametrize(
    ("command", "files"),
    [
        ("just deploy", {"justfile": "import 'more.just'\nbuild:\n    cc\n"}),
        ("task deploy", {"Taskfile.yml": "includes:\n  x: y\ntasks:\n  a: b\n"}),
        ("tox -e typing", {"tox.ini": "[tox]\nenvlist = py{39,310}-{a,typing}\n"}),
    ],
)
def test_a_file_that_takes_tasks_from_elsewhere_decides_nothing(on, command, files):
    found = on(command, **files)
    assert (found.faults, len(found.left)) == ([], 1)


def test_a_text_that_shows_the_task_is_about_another_file(judged):
    text = "```just\ndeploy:\n    push\n```\n\n```sh\njust deploy\n```\n"
    assert judged(check_tasks, text, FILES).faults == []
