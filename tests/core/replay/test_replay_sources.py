from pathlib import Path

import pytest
from support.builders import persona, rubric

from workbench.core.errors import UsageError
from workbench.core.ports import Library
from workbench.core.replay.sources import resolved
from workbench.core.sources import wording_of

NOW = persona("skeptic", body="You doubt.", wording=wording_of("now"))
BEFORE = persona("skeptic", body="You doubted.", wording=wording_of("before"))
FIRST = persona("skeptic", body="You were new.", wording=wording_of("first"))
GONE = rubric(name="old-rubric")
LIBRARY = Library((NOW, persona("both")), (rubric(name="both"),))
BODIES = {each.source: each.as_json for each in (FIRST, BEFORE, NOW, GONE)}
DRAFT = persona("draft", body="You will doubt.")


def read(path, name):
    assert (path, name) == (Path("./drafts/skeptic.md"), "personas")
    return DRAFT


def of(asked, library=LIBRARY):
    return resolved(asked, library, BODIES, read)


def test_a_wording_is_named_by_its_place_its_hash_or_a_file():
    assert of("skeptic") == of("skeptic@current") == NOW
    assert of("skeptic@previous") == BEFORE
    assert of(f"skeptic@{FIRST.wording[:8]}") == FIRST
    assert of(f"skeptic@{NOW.wording}") == NOW
    assert of("old-rubric@previous") == GONE


def test_a_file_is_read_as_a_wording_of_the_named_one():
    made = of("skeptic@./drafts/skeptic.md")
    assert (made.name, made.body, made.wording) == ("skeptic", DRAFT.body, DRAFT.wording)


def test_a_reader_and_a_rubric_of_one_name_are_told_apart():
    assert of("reader:both").source.kind.value == "reader"
    assert of("rubric:both").source.kind.value == "rubric"
    with pytest.raises(UsageError, match="reader:both or rubric:both"):
        of("both")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("nobody", "no reader and no rubric 'nobody'"),
        ("skeptic@abc", "at least 4 digits"),
        ("skeptic@latest", "is no wording of 'skeptic'"),
        ("skeptic@00000000", f"of no wording of 'skeptic'; kept are: {FIRST.wording[:8]}"),
        ("both@previous", "A reader and a rubric"),
        ("reader:both@previous", "No earlier wording"),
        ("old-rubric@current", f"No 'old-rubric' is installed.*{GONE.wording[:8]}"),
    ],
)
def test_what_names_none_or_several_is_refused_with_what_there_is(asked, said):
    with pytest.raises(UsageError, match=said):
        of(asked)
