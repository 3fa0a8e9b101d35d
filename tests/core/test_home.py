"""How artifacts stand, a line each."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from support.builders import TEXT, artifact, revision

from workbench.core.artifacts import Kind, decoded
from workbench.core.entries import HEADINGS, Entry, entries_of, places
from workbench.core.errors import ArtifactError
from workbench.core.history import History, Placement, Round, RoundState
from workbench.core.home import Home, HomeLine, OnDisk, home_line
from workbench.core.marks import Decision, Target
from workbench.core.outstanding import Outstanding
from workbench.core.readings import Finding, FindingKind, Reading, ReadingState, Span, Verdict
from workbench.core.remembered import Known, Left
from workbench.core.ruling import RulingValue
from workbench.core.seats import Seat
from workbench.core.sources import Source, SourceKind

AT = datetime(2026, 1, 1, tzinfo=UTC)
SKEPTIC = Source(SourceKind.READER, "skeptic", "s")
JUDGE = Source(SourceKind.RUBRIC, "readme", "j")
HERE = decoded(TEXT.encode())
EDITED = decoded(TEXT.replace("the fastest kettle in the world", "a kettle").encode())


def finding(id, words):
    start = TEXT.index(words)
    values = {"problem": f"problem {id}", "span": Span(start, start + len(words)), "revision": 1}
    return Finding(SKEPTIC, FindingKind.FINDING, words, id=id, reading=1, **values)


def history(*decisions, judged=True, freeze=False, **changes):
    """Concern 1 on words that an edit keeps, concern 2 on words that it takes out."""
    findings = (finding(10, "boils water"), finding(20, "fastest kettle"))
    readings = [Reading(SKEPTIC, 1, ReadingState.FINISHED, 1, 1, findings=findings, id=1)]
    if judged:
        readings.append(Reading(JUDGE, 1, ReadingState.FINISHED, 1, 1, verdict=Verdict.PUBLISHABLE, id=2))
    round = Round(1, 1, (Seat(SKEPTIC),), RoundState.COMPLETE, AT, freeze=freeze, id=1)
    values = {
        "revisions": (revision(),),
        "rounds": (round,),
        "readings": tuple(readings),
        "placements": {f.id: Placement(f.id, f.id // 10, "first of its concern") for f in findings},
        "decisions": decisions,
    }
    return History(artifact(), **{**values, **changes})


def mark(concern, value, what="mark"):
    return Decision(Target("concern", concern), what, value)


def test_a_text_as_it_was_ruled_has_its_ruling():
    line = home_line(history(), HERE)
    assert (line.ruling, line.void, line.stands) == (RulingValue.PUBLISHABLE, False, "Publishable, draft")


def test_a_ruling_is_void_once_the_file_is_another_revision():
    line = home_line(history(), EDITED)
    assert line.void and line.stands == "void, was Publishable"


def test_a_ruling_is_void_on_another_revision_that_is_known_too():
    known = replace(EDITED, id=2, number=2)
    assert home_line(history(revisions=(revision(), known)), EDITED).void


def test_a_ruling_holds_again_once_its_text_is_back():
    known = replace(EDITED, id=2, number=2)
    assert not home_line(history(revisions=(revision(), known)), HERE).void


def test_what_no_judge_has_read_is_not_judged():
    assert home_line(history(judged=False), HERE).stands == "not judged"
    assert home_line(history(judged=False), EDITED).stands == "not judged"


def test_a_frozen_ruling_binds_until_the_text_is_edited():
    assert home_line(history(freeze=True), HERE).stands == "Publishable, binding"
    assert home_line(history(freeze=True), EDITED).stands == "void, was Publishable"


@pytest.mark.parametrize(
    ("decisions", "unmarked", "agreed"),
    [
        ([], 2, 0),
        ([mark(1, "hit")], 1, 1),
        ([mark(1, "miss")], 1, 0),
        ([mark(1, "can't tell")], 1, 0),
        ([mark(1, "yes", "defer")], 1, 0),
        ([mark(1, "hit"), mark(1, "yes", "defer"), mark(2, "hit")], 0, 1),
    ],
)
def test_what_waits_is_counted(decisions, unmarked, agreed):
    assert home_line(history(*decisions), HERE).waits == Outstanding(unmarked, agreed)


def test_concerns_whose_words_an_edit_took_out_wait_no_more():
    assert home_line(history(mark(1, "hit"), mark(2, "hit")), EDITED).waits == Outstanding(0, 1)
    assert home_line(history(), EDITED).waits == Outstanding(1, 0)


@pytest.mark.parametrize("file", [OnDisk.GONE, OnDisk.UNREADABLE])
def test_a_file_that_cannot_be_had_shows_how_its_last_revision_stands(file):
    line = home_line(history(mark(1, "hit")), file)
    assert (line.file, line.void, line.stands) == (file, False, f"{file}, was Publishable")
    assert home_line(history(judged=False), file).stands == file
    assert line.waits == Outstanding(1, 1)


def test_the_last_revision_is_the_one_that_was_left():
    second = replace(EDITED, id=2, number=2)
    one = history(revisions=(revision(), second))
    assert home_line(one, OnDisk.GONE).void
    assert not home_line(replace(one, left=Left(AT, 1)), OnDisk.GONE).void


def test_an_artifact_without_any_revision_has_nothing_to_say():
    assert home_line(History(artifact()), OnDisk.GONE).stands == "gone"


def git(id, place, path="/x/README.md"):
    return artifact(id=id, identity=f"git:{place}", path=path)


def at(id, path):
    return artifact(id=id, identity=f"path:{path}", path=path)


def placed(*artifacts):
    return list(places(artifacts).values())


def test_the_repository_and_the_folders_in_it_say_where_a_text_is():
    assert placed(
        git(1, "github.com/tea/kettle#README.md"), git(2, "github.com/tea/kettle#docs/README.md")
    ) == [
        "kettle",
        "kettle/docs",
    ]


def test_repositories_of_one_name_are_told_apart_by_their_owners():
    assert placed(git(1, "github.com/tea/kettle#README.md"), git(2, "github.com/pot/kettle#README.md")) == [
        "tea/kettle",
        "pot/kettle",
    ]


def test_texts_without_a_remote_are_told_apart_by_as_many_folders_as_it_takes():
    assert placed(
        at(1, "/home/a/kettle/README.md"), at(2, "/home/b/kettle/README.md"), at(3, "/README.md")
    ) == [
        "a/kettle",
        "b/kettle",
        "/",
    ]


def test_other_names_in_the_same_place_need_no_more():
    assert placed(at(1, "/a/kettle/README.md"), at(2, "/b/kettle/other.md")) == ["kettle", "kettle"]


def test_what_cannot_be_told_apart_is_shown_alike():
    same = git(1, "github.com/tea/kettle#README.md"), git(2, "github.com/tea/kettle#README.md")
    assert placed(*same) == ["github.com/tea/kettle"] * 2


class Shelf:
    """A store that knows these and one history."""

    def __init__(self, *known):
        self._known = known

    async def known(self):
        return self._known

    async def history(self, artifact):
        return history()


class Disk:
    """A disk on which every file is the same, or cannot be read, or is gone."""

    def __init__(self, data, gone=False):
        self.data, self.gone = data, gone

    async def read(self, path):
        if self.data is None:
            raise ArtifactError(f"{path} cannot be read.")
        return self.data

    async def changed_at(self, path):
        return None if self.gone else AT


async def test_what_was_used_last_comes_first():
    days = [AT + timedelta(days=n) for n in range(4)]
    left = Known(artifact(id=1), AT, left_at=days[2])
    read = Known(artifact(id=2), AT, read_at=days[3])
    new = Known(artifact(id=3), days[1])
    entries = await Home(Shelf(new, left, read), Disk(b"")).entries()
    assert [each.known.artifact.id for each in entries] == [2, 1, 3]


@pytest.mark.parametrize(
    ("disk", "file"),
    [
        (Disk(TEXT.encode()), OnDisk.THERE),
        (Disk(None, gone=True), OnDisk.GONE),
        (Disk(None), OnDisk.UNREADABLE),
        (Disk(b"\0"), OnDisk.UNREADABLE),
    ],
)
async def test_a_line_says_whether_the_file_is_there(disk, file):
    known = Known(artifact(path=str(Path("/x/README.md"))), AT)
    home = Home(Shelf(known), disk)
    assert (await home.completed(Entry(known, "x"))).line.file is file


@pytest.mark.parametrize(
    ("changes", "gone", "listed"),
    [
        ({}, True, False),
        ({}, False, True),
        ({"left_at": AT}, True, True),
        ({"has_history": True}, True, True),
    ],
)
async def test_what_was_only_checked_is_listed_as_long_as_its_file_is_there(changes, gone, listed):
    known = Known(artifact(), AT, **changes)
    assert bool(await Home(Shelf(known), Disk(b"", gone)).entries()) is listed


def entry(line=None, **changes):
    known = Known(artifact(path="/texts/README.md"), AT, **changes)
    return Entry(known, "kettle/docs", line)


def test_an_entry_says_what_is_known_at_once_before_how_it_stands():
    cells = entry(read_at=AT).cells(AT + timedelta(days=8))
    assert cells == ("README.md", "kettle/docs", "readme", "…", "", "", "8 days ago")
    assert len(cells) == len(HEADINGS)


def test_an_entry_says_how_its_artifact_stands():
    line = HomeLine(OnDisk.THERE, RulingValue.FIX, True, False, Outstanding(12, 3))
    assert entry(line).cells(AT)[3:] == ("void, was Fix", "12", "3", "never")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("", True),
        ("readme", True),
        ("KETTLE docs", True),
        ("void fix", True),
        ("/texts/", True),
        ("publishable", False),
        ("readme pot", False),
    ],
)
def test_an_entry_is_found_by_every_word_that_it_says(words, found):
    line = HomeLine(OnDisk.THERE, RulingValue.FIX, True, False, Outstanding())
    assert entry(line).holds(words) is found


def test_what_was_taken_off_the_list_is_not_listed_and_shortens_no_other_place():
    here, there = artifact(id=1, path="/a/tea/README.md"), artifact(id=2, path="/b/tea/README.md")
    (entry,) = entries_of([Known(here, AT), Known(there, AT, is_listed=False)])
    assert (entry.known.artifact, entry.place) == (here, "tea")


def test_a_file_of_candidates_is_not_said_to_be_unjudged():
    line = home_line(History(artifact(kind=Kind.TAGLINES), (revision(),)), revision())
    assert line.stands == "candidates"
    assert home_line(History(artifact(), (revision(),)), revision()).stands == "not judged"
