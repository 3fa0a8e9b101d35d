"""Which known artifact a newly opened file may have been."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from support.builders import TEXT, artifact, revision

from workbench.core.errors import UsageError
from workbench.core.moved import ALIKE, ALIKE_IN_PLACE, Candidate, MovedFiles, alike, likeness
from workbench.core.remembered import Known, Remembered

AT = datetime(2026, 1, 1, tzinfo=UTC)
NEW = artifact(id=9, identity="git:h/tea/kettle#docs/kettle.md", path="/tea/docs/kettle.md")
OTHER = "# Teapot\n\nA pot for tea.\n\nIt pours without dripping.\n"


def known(id=1, path="/tea/README.md", **changes):
    values = {"has_history": True, "begun_at": AT, **changes}
    return Known(artifact(id=id, identity=f"git:h/tea/kettle#{id}", path=path), **values)


def remembered(*texts, **changes):
    return Remembered(known(**changes), texts or (TEXT,))


class Disk:
    """Where which artifact is; nothing is anywhere else."""

    def __init__(self, **identities):
        self.identities = identities

    async def changed_at(self, path):
        return AT if str(path) in self.identities else None

    async def identity(self, path):
        return self.identities[str(path)]


class Shelf:
    """A store that remembers these."""

    def __init__(self, *remembered):
        self.all = remembered

    async def remembered(self):
        return self.all

    async def known(self):
        return tuple(each.known for each in self.all)


async def candidates(*shelf, disk=None, text=TEXT):
    moved = MovedFiles(Shelf(*shelf), disk or Disk())
    return [one.known.artifact.id for one in await moved.candidates(NEW, revision(text))]


def test_a_text_is_wholly_like_itself_and_not_at_all_like_another():
    assert likeness(TEXT, TEXT) == 1
    assert likeness(TEXT, OTHER) == 0


@pytest.mark.parametrize(("old", "new"), [("", ""), ("", TEXT), (TEXT, ""), ("\n\n", " \n")])
def test_an_empty_text_is_like_nothing(old, new):
    assert likeness(old, new) == 0


def test_likeness_is_the_same_both_ways():
    longer = TEXT + OTHER
    assert likeness(TEXT, longer) == likeness(longer, TEXT)


def test_sections_in_another_order_are_the_same_text():
    parts = TEXT.split("\n## ")
    assert likeness(TEXT, "\n## ".join([parts[0], parts[2], parts[1]])) > 0.9


def test_a_long_line_that_changed_weighs_more_than_many_short_ones_that_stayed():
    short = "".join(f"{n}\n" for n in range(10))
    assert likeness(short + "a" * 200, short + "b" * 200) < ALIKE


def test_one_sentence_changed_in_a_paragraph_on_one_line_leaves_the_others():
    old = "It boils. It whistles when it is done. It then stops by itself. 湯を沸かす。笛が鳴る。"
    assert likeness(old, old.replace("It boils.", "It heats.")) > 0.8
    assert likeness(old, old.replace("笛が鳴る。", "止まる。")) > 0.8


def test_the_same_line_often_in_one_text_counts_as_often_as_in_the_other():
    assert likeness("tea for two\n", "tea for two\n" * 10) == pytest.approx(0.1)


def test_a_text_that_was_rewritten_is_not_alike():
    assert alike([remembered(OTHER)], NEW, revision()) == ()


def test_a_text_is_no_candidate_for_itself():
    assert alike([Remembered(Known(NEW, AT), (TEXT,))], NEW, revision()) == ()


def test_what_was_at_the_same_path_needs_less_likeness():
    kept = TEXT[: len(TEXT) // 3]
    edited = kept + "".join(f"Sentence number {n} about something else.\n" for n in range(6))
    assert ALIKE_IN_PLACE < likeness(TEXT, edited) < ALIKE
    assert not alike([remembered()], NEW, revision(edited))
    found = alike([remembered(path="/tea/notes/../docs/kettle.md")], NEW, revision(edited))
    assert [one.in_place for one in found] == [True]


def test_the_likeliest_comes_first_and_what_was_in_place_before_all():
    half = TEXT + "More about it is said here, at some length.\n"
    shelf = [remembered(half, id=1), remembered(id=2), remembered(half, id=3, path=NEW.path)]
    assert [one.known.artifact.id for one in alike(shelf, NEW, revision())] == [3, 2, 1]


def test_either_text_that_is_remembered_will_do():
    assert alike([remembered(OTHER, TEXT)], NEW, revision())[0].likeness == 1


async def test_a_file_that_is_gone_may_be_the_one_that_is_opened():
    assert await candidates(remembered()) == [1]


async def test_a_file_that_is_where_it_was_keeps_its_history():
    assert await candidates(remembered(), disk=Disk(**{"/tea/README.md": "git:h/tea/kettle#1"})) == []


async def test_a_file_whose_repository_got_another_remote_is_no_longer_what_it_was():
    assert await candidates(remembered(), disk=Disk(**{"/tea/README.md": "git:h/coffee/pot#1"})) == [1]


async def test_what_has_no_history_has_nothing_to_take_over():
    assert await candidates(remembered(has_history=False)) == []


@pytest.mark.parametrize("changes", [{"has_history": True}, {"left_at": AT, "has_history": False}])
async def test_a_text_with_a_history_or_left_before_is_offered_none(changes):
    own = Remembered(Known(NEW, AT, **changes), (TEXT,))
    assert await candidates(remembered(), own) == []


async def test_a_text_that_was_only_looked_at_is_offered_one():
    assert await candidates(remembered(), Remembered(Known(NEW, AT), (TEXT,))) == [1]


async def test_an_artifact_is_named_by_the_path_where_it_was_opened_last():
    shelf = Shelf(remembered(id=1, has_history=False), remembered(id=2), Remembered(Known(NEW, AT), ()))
    moved = MovedFiles(shelf, Disk())
    assert (await moved.opened_at(Path("/tea/README.md"), NEW)).id == 2
    assert (await moved.opened_at(Path("/tea/docs/../README.md"), NEW)).id == 2
    for path in ("/tea/nothing.md", NEW.path):
        with pytest.raises(UsageError, match="No other text with a history was last opened at /tea/"):
            await moved.opened_at(Path(path), NEW)


def candidate(**changes):
    values = {"known": known(read_at=AT), "opened": NEW, "likeness": 0.9}
    return Candidate(**{**values, **changes})


NOW = AT + timedelta(days=8)


def test_a_file_that_moved_within_its_repository_is_named_by_its_path_there():
    old = artifact(identity="git:h/tea/kettle#README.md", path="/tea/README.md")
    said = candidate(known=Known(old, AT, read_at=AT)).sentence(NOW)
    assert said == "This looks like README.md, last read 8 days ago, which is gone."


def test_a_file_from_elsewhere_is_named_by_its_whole_path():
    old = artifact(identity="path:/notes/kettle.md", path="/notes/kettle.md")
    said = candidate(known=Known(old, AT)).sentence(NOW)
    assert said == "This looks like /notes/kettle.md, not read by a model yet, which is gone."


def test_a_file_that_got_another_identity_is_said_to_have():
    here = artifact(identity=f"path:{NEW.path}", path=NEW.path)
    assert candidate(known=Known(here, AT, read_at=AT), gone=False).sentence(NOW) == (
        "This file was known before its repository had this remote, last read 8 days ago."
    )
    assert "another remote now" in candidate(gone=False).sentence(NOW)
