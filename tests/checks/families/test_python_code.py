import pytest

PACKAGE = {
    "pyproject.toml": '[project]\nname = "larkspur"\n',
    "src/larkspur/__init__.py": "from .garden import Bed, plant\nfrom .seeds import *\n\n__version__ = '1'\n",
    "src/larkspur/garden.py": (
        "from dataclasses import dataclass\n\n\n"
        "@dataclass\nclass Bed:\n    width: int = 3\n    length: int = 4\n\n"
        "    def area(self):\n        return self.width * self.length\n\n\n"
        "class Open(Bed):\n    def __getattr__(self, name):\n        return 1\n\n\n"
        "def plant(bed, *, rows=2):\n    return bed\n\n\n"
        "def water(bed, **options):\n    return Bed(**options)\n\n\n"
        "def made() -> Bed:\n    return Bed()\n"
    ),
    "src/larkspur/seeds.py": (
        '__all__ = ["sow"]\n\n\ndef sow(count=1):\n    return count\n\n\ndef dry():\n    return 0\n'
    ),
    "src/larkspur/lazy.py": "def __getattr__(name):\n    return name\n",
}


def python(*lines):
    return "# larkspur\n\n```python\n" + "\n".join(lines) + "\n```\n"


@pytest.fixture
def said(checked):
    """The faults, confirmed words and words left undecided of a text beside the package."""

    def say(text, **files):
        report = checked(text, files={**PACKAGE, **files.pop("files", {})})
        ids = ("imports", "attributes", "arguments")
        return (
            [(fault.asks, fault.quote, fault.expected) for fault in report.faults if fault.asks in ids],
            [claim.quote for claim in report.confirmed if claim.check in ids],
            [claim.quote for claim in report.undecided if claim.check in ids],
        )

    return say


def test_a_name_that_another_module_defines_is_named_with_its_module(checked):
    report = checked(python("from larkspur import dry"), files=PACKAGE)
    (fault,) = report.faults
    assert fault.quote == "dry"
    assert (
        fault.problem == "`larkspur` has no name `dry`: it is defined in `larkspur.seeds` and not passed on."
    )
    assert fault.expected == "from larkspur.seeds import dry"
    assert [known.path for known in fault.evidence] == ["src/larkspur/__init__.py", "src/larkspur/seeds.py"]


def test_a_mistyped_name_is_suggested(said):
    assert said(python("from larkspur import plants"))[0] == [("imports", "plants", "plant")]


def test_a_missing_module_is_one_fault_and_what_follows_from_it_none(said):
    faults, _, _ = said(python("from larkspur.gardens import Bed, plant", "Bed().dig()"))
    assert faults == [("imports", "larkspur.gardens", "larkspur.garden")]


@pytest.mark.parametrize(
    "line",
    [
        "from larkspur import Bed, plant, sow",
        "from larkspur.garden import Bed",
        "import larkspur.seeds",
        ">>> from larkspur import __version__",
    ],
)
def test_what_is_there_is_confirmed(said, line):
    faults, confirmed, _ = said(python(line))
    assert faults == []
    assert confirmed


@pytest.mark.parametrize(
    "line",
    [
        "from larkspur.lazy import anything",
        "import os.nothing",
        "from requests import anything",
        "from larkspur_extra import anything",
        "try:\n    from larkspur import olden\nexcept ImportError:\n    olden = None",
    ],
)
def test_what_the_files_cannot_tell_is_no_fault(said, line):
    assert said(python(line))[0] == []


def test_an_old_name_is_no_fault(said):
    text = (
        "# larkspur\n\n`seed_out` was renamed. Before:\n\n```python\n"
        "from larkspur import seed_out  # old\n```\n"
    )
    assert said(text)[0] == []


def test_an_attribute_that_a_module_lacks_is_a_fault(said):
    assert said(python("import larkspur", "larkspur.area()"))[0] == [("attributes", "area", "Bed.area")]


def test_an_object_is_followed_from_its_class(said):
    faults, confirmed, _ = said(
        python("from larkspur import Bed", "bed = Bed(width=2)", "bed.area()", "bed.aera()")
    )
    assert faults == [("attributes", "aera", "area")]
    assert {"area", "width=2"} <= set(confirmed)


def test_an_object_is_followed_into_the_next_block_and_through_an_annotation(said):
    text = python("from larkspur.garden import made", "bed = made()") + python("bed.dig()")
    assert said(text)[0] == [("attributes", "dig", None)]


@pytest.mark.parametrize(
    "lines",
    [
        ["from larkspur.garden import Open", "Open().anything()"],
        ["from larkspur import Bed", "bed = Bed()", "bed = other()", "bed.anything()"],
        ["from larkspur import Bed", "class Mine(Bed):", "    pass", "Mine().anything()"],
        ["from larkspur import Bed", "bed = Bed()", "bed.colour = 1", "print(bed.colour)"],
        ["def Bed():", "    return 1", "Bed().anything()"],
    ],
)
def test_a_name_that_may_be_there_is_no_fault(said, lines):
    assert said(python(*lines))[0] == []


def test_a_keyword_that_is_not_taken_is_a_fault(said):
    faults, confirmed, _ = said(python("from larkspur import plant, Bed", "plant(Bed(depth=1), rows=3)"))
    assert [fault[:2] for fault in faults] == [("arguments", "depth")]
    assert "rows=3" in confirmed


def test_a_function_that_takes_any_keyword_is_not_decided(said):
    faults, _, undecided = said(python("from larkspur.garden import water", "water(1, flow=2)"))
    assert faults == []
    assert "flow" in undecided


def test_a_decorator_that_may_change_the_keywords_is_not_decided(said):
    files = {"src/larkspur/cli.py": "import click\n\n\n@click.command()\ndef run():\n    pass\n"}
    assert said(python("from larkspur.cli import run", "run(flow=2)"), files=files)[0] == []


def test_code_in_a_sentence_is_read_by_the_names_of_the_blocks(said):
    text = (
        python("import larkspur", "from larkspur import Bed")
        + "\nUse `Bed(depth=1)`, `larkspur.plant` or `larkspur.toml`.\n"
    )
    faults, confirmed, _ = said(text)
    assert [fault[:2] for fault in faults] == [("arguments", "depth")]
    assert "plant" in confirmed


def test_what_does_not_parse_hides_nothing_else(said):
    assert said(python("$ larkspur", "from larkspur import plants", "for x in"))[0] == [
        ("imports", "plants", "plant")
    ]


def test_in_a_sentence_a_class_and_a_module_of_one_name_are_not_told_apart(said):
    files = {"bloom/__init__.py": "from .made import bloom\n", "bloom/made.py": "class bloom:\n    pass\n"}
    text = python("from bloom import bloom", "bloom()") + "\nSee `bloom.made` and `bloom.petals()`.\n"
    assert said(text, files=files)[0] == []


def test_a_field_that_a_sentence_gives_to_a_class_is_looked_up(said):
    text = (
        python("from larkspur import Bed")
        + "\nThe field `width` of the bed is a number, the field `depth` of the bed too.\n"
    )
    faults, confirmed, _ = said(text)
    assert [fault[:2] for fault in faults] == [("attributes", "depth")]
    assert "width" in confirmed
