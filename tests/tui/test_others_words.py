from datetime import timedelta

from storage.exchange_stage import exported, taken
from storage.samples import START

from workbench.core.history import History, Placement
from workbench.core.marks import Mark, Target
from workbench.core.others import OthersMark
from workbench.tui.others_words import others_marks
from workbench.tui.widgets.details_pane import DetailsPane

ARTIFACT = None


def mark(value, target, *, by="a" * 32, hours=0, reason=None):
    return OthersMark(by, target, Mark(value), reason, START + timedelta(hours=hours))


def said(*others, placements=None):
    history = History(ARTIFACT, others=others, placements=placements or {})
    return others_marks(history, {Target("concern", 7)}, START + timedelta(hours=5))


def test_nothing_is_said_where_nobody_else_marked():
    assert said() == "" == said(mark("hit", Target("concern", 8)))


def test_the_last_mark_of_each_other_person_is_said_with_the_beginning_of_their_name():
    told = said(
        mark("hit", Target("concern", 7)),
        mark("miss", Target("concern", 7), hours=1, reason="preference"),
        mark("hit", Target("concern", 7), by="b" * 32, hours=2),
    )
    assert told == "miss (preference) by aaaaaa, 4 hours ago; hit by bbbbbb, 3 hours ago"


def test_a_mark_on_a_finding_is_said_of_the_concern_that_it_is_in():
    at = {3: Placement(3, 7, "first")}
    assert said(mark("hit", Target("finding", 3)), placements=at).startswith("hit by aaaaaa")
    assert said(mark("hit", Target("finding", 3))) == ""


async def test_what_another_person_marked_stands_in_the_details_beside_the_persons_own_mark(bench, tmp_path):
    theirs, mine = tmp_path / "theirs.db", tmp_path / "w.db"
    async with bench(read=True, size=(160, 40)) as b:
        await b.go("boils water")
        await b.press("m", "2")
    lines = await exported(mine)
    mine.rename(theirs)
    for left in tmp_path.glob("w.db-*"):
        left.unlink()
    async with bench(size=(160, 40)) as b:
        artifact = b.board.artifact
    await taken(mine, lines, into=artifact.id)
    async with bench(size=(160, 40)) as b:
        await b.go("boils water")
        assert b.row("boils water").standing.mark is None
        await b.press("h")
        await b.go("boils water")
        said = "".join(text for text, _ in b.review.query_one(DetailsPane)._said)
        assert "others marked it: miss (preference) by " in said and "marked: hit" in said
