import pytest

from workbench.content.library import check
from workbench.content.templates import template
from workbench.core.errors import UsageError


@pytest.mark.parametrize("kind", ["personas", "rubrics"])
def test_a_new_file_loads_as_it_stands(write, kind):
    assert check(write("night-watch.md", template(kind, "night-watch")), kind) == ()


def test_a_new_file_is_titled_after_its_name():
    assert "title: Night watch\n" in template("personas", "night-watch")


@pytest.mark.parametrize("name", ["Night", "night watch", "../night", "", "night.md"])
def test_a_name_that_makes_no_file_name_is_refused(name):
    with pytest.raises(UsageError, match="lower-case words with hyphens"):
        template("rubrics", name)
