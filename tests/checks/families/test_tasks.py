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


MORE = {
    "Rakefile": (
        "task default: :spec\n\nnamespace :db do\n  desc 'x'\n  task :seed, [:n] => :env do\n  end\nend\n"
        "task :spec\n"
    ),
    "tasks.py": "from invoke import task\n\n@task(aliases=['d'])\ndef build_docs(c):\n    pass\n",
    "mise.toml": "[tasks.lint]\nrun = 'x'\nalias = 'l'\n",
    "mise-tasks/db/seed.sh": "#!/bin/sh\n",
    "pixi.toml": "[tasks]\nserve = 'x'\n",
    "Pipfile": "[scripts]\nmigrate = 'x'\n",
    "tox.toml": "env_list = ['py312', 'types']\n[env.docs]\n",
    "pyproject.toml": (
        "[tool.pdm.scripts]\nserve-docs = 'x'\n_.env = 'y'\n[tool.rye.scripts]\nrelease = 'x'\n"
        "[tool.hatch.envs.default.scripts]\ncover = 'x'\n[tool.hatch.envs.docs]\nscripts.build = 'x'\n"
    ),
}


@pytest.fixture
def more(judged):
    return lambda command, **files: judged(check_tasks, f"```sh\n{command}\n```\n", {**MORE, **files})


@pytest.mark.parametrize(
    "command",
    [
        "rake db:sed",
        "bundle exec rake seed",
        "inv build-doc",
        "invoke docs",
        "mise run lnt",
        "mise run db:sed",
        "pixi run servee",
        "pipenv run migrat",
        "pdm run serve_docs",
        "rye run relase",
        "hatch run coverr",
        "hatch run docs:biuld",
        "tox -e typs",
    ],
)
def test_a_task_of_any_runner_that_is_not_defined_is_a_fault(more, command):
    assert [quote for quote, _ in more(command).faults] == [command.split()[-1]]


@pytest.mark.parametrize(
    "command",
    [
        "rake db:seed[3]",
        "rake",
        "inv build-docs --open",
        "inv d",
        "mise run l",
        "mise run db:seed",
        "pixi run serve",
        "pipenv run migrate",
        "pdm run serve-docs",
        "rye run release",
        "hatch run cover",
        "hatch run docs:build",
        "tox -e types,docs",
    ],
)
def test_a_task_of_any_runner_is_confirmed(more, command):
    found = more(command)
    assert (found.faults, found.left) == ([], [])


@pytest.mark.parametrize(
    "command",
    [
        "pdm run pytest",
        "pipenv run python manage.py",
        "hatch run mypy",
        "pixi run server-up",
        "rye run black",
    ],
)
def test_a_word_that_may_be_a_program_is_no_fault(more, command):
    assert more(command).faults == []


@pytest.mark.parametrize(
    ("command", "files"),
    [
        ("rake build", {"Rakefile": "require 'bundler/gem_tasks'\ntask :spec\n"}),
        ("rake lint", {"Rakefile": "RuboCop::RakeTask.new(:lint)\ntask :spec\n"}),
        ("inv docs.build", {"tasks.py": "from invoke import task, Collection\n@task\ndef a(c): ...\n"}),
        ("mise run other", {"mise.toml": "[task_config]\nincludes = ['x']\n[tasks]\na = 'b'\n"}),
    ],
)
def test_a_runner_whose_tasks_come_from_elsewhere_decides_nothing(more, command, files):
    found = more(command, **files)
    assert (found.faults, len(found.left)) == ([], 1)
