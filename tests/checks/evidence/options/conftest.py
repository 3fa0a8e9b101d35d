import pytest

from workbench.checks.evidence.packages import packages
from workbench.checks.evidence.programs import Programs
from workbench.checks.evidence.repository import Repository


@pytest.fixture
def programs(written):
    """The programs of a repository of some files."""

    def make(**files):
        named = {name.replace("__", "/").replace("_dot_", "."): text for name, text in files.items()}
        root = written(named, by_git=False)
        repository = Repository(root, by_git=False)
        return Programs(repository, packages(repository))

    return make


@pytest.fixture
def script(programs):
    """The program that one script is."""

    def make(text, name="tool.py", **more):
        return programs(**{name: text, **more}).script(name)

    return make


def names(program):
    """Every spelling of the options that the source declares itself."""
    return {name for option in program.options if not option.by_framework for name in option.names}


@pytest.fixture
def spelled():
    return names
