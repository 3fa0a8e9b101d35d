import pytest

from workbench.checks.families.make_targets import check_make_targets

MAKEFILE = ".PHONY: all test dist\nall:\n\tcc\ntest: all\n\t./t\nbenchmark:\n\t./b\n"


@pytest.fixture
def on(judged):
    return lambda text, **files: judged(check_make_targets, text, {"Makefile": MAKEFILE, **files})


def block(*lines):
    return "\n".join(("```sh", *lines, "```", ""))


def test_a_target_without_a_rule_is_a_fault_with_the_near_one(on):
    found = on(block("make test", "make benchmarks"))
    assert found.faults == [("make benchmarks", "make benchmark")]
    assert found.confirmed == ["make test"]
    (fault,) = found.findings
    assert "Did you mean `benchmark`?" in fault.problem
    assert [(line.path, line.line) for line in fault.evidence] == [("Makefile", 6)]


@pytest.mark.parametrize(
    "command",
    [
        "make -j4 test",
        "make -j test",
        "sudo make test PREFIX=/opt",
        "make V=1 -s all test",
        "make -C . test",
        "make",
    ],
)
def test_options_and_variables_are_no_targets(on, command):
    assert on(block(command)).faults == []


def test_the_folder_of_the_option_or_of_a_cd_counts(on):
    files = {"web/Makefile": "up:\n\tx\n"}
    assert on(block("make -C web up", "cd web && make up"), **files).faults == []
    assert on(block("make -C web test"), **files).faults == [("test", None)]


@pytest.mark.parametrize("name", ["dist", "docs", "hello"])
def test_phony_names_and_what_exists_or_make_builds_by_itself_are_left(on, name):
    found = on(block(f"make {name}"), **{"docs/a.md": "a\n", "hello.c": "int x;\n"})
    assert (found.faults, found.left) == ([], [f"make {name}"])


@pytest.mark.parametrize(
    "text",
    [
        "Run `make deploy` in the `wiki` submodule.\n",
        "In your project, run `make deploy`.\n",
        "```make\ndeploy:\n\tpush\n```\n\nRun `make deploy`.\n",
        "```sh\ncmake .\nmake deploy\n```\n",
    ],
)
def test_another_makefile_is_not_judged(on, text):
    assert on(text).faults == []


@pytest.mark.parametrize(
    "text", ["`make <target>`\n", "`make sure`ly\n\n```\nmake it work, please\n```\n", "`make -n`\n"]
)
def test_words_and_placeholders_are_no_targets(on, text):
    found = on(text, **{"sure": "x\n"})
    assert found.faults == []


def test_without_a_makefile_nothing_is_said(judged):
    found = judged(check_make_targets, block("make test"))
    assert (found.faults, found.confirmed) == ([], [])
