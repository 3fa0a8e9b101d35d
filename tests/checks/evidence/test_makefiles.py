import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.checks.evidence.makefiles import makefile_in
from workbench.checks.evidence.repository import Repository


@pytest.fixture
def made(written):
    def read(text, **files):
        return makefile_in(Repository.around(written({"Makefile": text, **files}) / "README.md"), "")

    return read


def test_every_target_of_a_rule_counts_with_its_line(made):
    makefile = made("CC := gcc\n\nall: a b\n\techo x:\na b: ; touch $@\nclean::\n\trm a\n")
    assert {name: place.line for name, place in makefile.targets.items()} == {
        "all": 3,
        "a": 5,
        "b": 5,
        "clean": 6,
    }


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("%: Makefile\n\tx\n", "html"),
        ("run-%:\n\tx\n", "run-api"),
        ("T = $(wildcard t/*)\n$(T):\n\tx\n", "lint"),
        ("$(addprefix build-,$(ALL)):\n\tx\n", "build-arm"),
        ("S = a b\n$(S:%=test-%):\n\tx\n", "test-a"),
        ("define rule\n$(1)-clean:\n\trm $(1)\nendef\n", "web-clean"),
    ],
)
def test_a_name_that_only_make_can_work_out_may_be_any_that_fits(made, text, target):
    makefile = made(text)
    assert makefile.pattern(target) is not None
    assert makefile.pattern("zzz") is None or text.startswith(("%:", "T ="))


def test_a_variable_with_plain_names_gives_targets(made):
    assert set(made("BIN := drum\nALL = $(BIN) $(BIN)ctl\n$(ALL): x.c\n\tcc\n").targets) == {
        "drum",
        "drumctl",
    }


def test_an_assignment_is_no_rule(made):
    assert made("A := b\nC ::= d\nE ?= f\nexport G = h\n").targets == {}


def test_included_files_count_and_an_unknown_one_leaves_the_rest_open(made):
    files = {"mk/more.mk": "lint:\n\truff\n"}
    known = made("include mk/more.mk\n-include $(DEPS) x.d\n", **files)
    assert (set(known.targets), known.unread) == ({"lint"}, "")
    assert made("include local.mk\n").unread == "local.mk"


def test_a_circle_of_includes_ends(made):
    assert set(made("include a.mk\nx:\n", **{"a.mk": "include Makefile\ny:\n"}).targets) == {"x", "y"}


@given(st.text(max_size=300))
def test_any_text_is_read_without_an_error(text):
    class Files:
        files = frozenset({"Makefile"})

        def text(self, path):
            return text if path == "Makefile" else None

    assert makefile_in(Files(), "") is not None
