"""Selecting, merging and splitting, as a person does it."""

from support.builders import MODELS

from workbench.core.marks import Mark, Target
from workbench.core.ports import Settings
from workbench.core.rows import Group


def selected(b):
    """The lines that are shown as selected."""
    return [line for line in b.text().splitlines() if line[1:2] == "+"]


async def test_space_selects_rows_which_are_shown_and_counted_until_escape(bench):
    async with bench(read=True) as b:
        await b.go("boils water")
        await b.press("space")
        assert b.said.startswith("L3 selected; on another row, = merges the two.")
        assert b.said.rstrip().endswith("1 selected")
        await b.go("Python version")
        await b.press("space")
        assert b.said.rstrip().endswith("2 selected")
        assert len(selected(b)) == 2
        await b.press("space")
        assert "L7 is no longer selected." in b.said and b.said.rstrip().endswith("1 selected")
        await b.press("escape")
        assert "selected" not in b.said.replace("Nothing is selected.", "")
        assert selected(b) == []


async def test_two_selected_rows_are_merged_into_the_older_and_the_cursor_is_on_it(bench):
    async with bench(read=True) as b:
        rows = [b.row("boils water"), b.row("Python version")]
        await b.go("boils water")
        await b.press("space")
        await b.go("Python version")
        await b.press("space", "home", "=")
        assert b.said.startswith("Merged L3 and L7, u undoes")
        assert b.here.target == min(row.target for row in rows)
        assert len(b.here.findings) == 2
        assert selected(b) == [] and "selected" not in b.said


async def test_a_merged_row_says_how_many_rows_are_in_it_until_they_are_apart_again(bench):
    async with bench(read=True) as b:
        for other in ("Python version", "the fastest"):
            await b.go("boils water")
            await b.press("space")
            await b.go(other)
            await b.press("=")
        assert "3= " in b.text()
        await b.press("u")
        assert "2= " in b.text() and "3= " not in b.text()
        await b.press("u")
        assert "= " not in b.text()


async def test_the_row_under_the_cursor_joins_the_only_selected_one(bench):
    async with bench(read=True) as b:
        await b.go("boils water")
        await b.press("space")
        await b.go("Python version")
        await b.press("=")
        assert b.said.startswith("Merged L3 and L7, u undoes")


async def test_a_merged_row_stands_where_its_words_are_and_each_finding_at_its_own_line(bench):
    async with bench(read=True, size=(160, 48)) as b:
        await b.go("boils water")
        await b.press("h")
        await b.go("Python version")
        await b.press("m")
        await b.go("boils water")
        await b.press("space")
        await b.go("Python version")
        await b.press("=")
        lead, other = b.here.findings
        assert b.board.line_of(lead) == b.here.line
        assert b.board.line_of(other) != b.here.line
        assert "marked: miss just now; before: hit just now" in b.text()
        await b.press("enter")
        own = next(line for line in b.text().splitlines() if "·" in line and other.problem[:20] in line)
        assert own.split()[0] == f"L{b.board.line_of(other)}"
        await b.press("down", "down")
        assert f" L{b.board.line_of(other)}  " in b.text()


async def test_a_merge_wants_two_rows(bench):
    async with bench(read=True) as b:
        await b.go("boils water")
        await b.press("=")
        assert "space selects rows that say the same; = then merges them." in b.said
        await b.press("space", "=")
        assert "Only L3 is selected: go to the row that says the same." in b.said
        assert not b.board.history.decisions


async def test_answers_and_headings_cannot_be_selected_merged_or_split(bench):
    async with bench(read=True) as b:
        b.review.move(Group.SATISFIED)
        await b.press("enter", "down", "space")
        assert b.here.answer
        assert "Only a concern can be selected" in b.said
        await b.press("-")
        assert "There is nothing to split here" in b.said
        await b.press("home", "space")
        assert "Only a concern can be selected" in b.said
        assert len(b.review.selection) == 0


async def test_differing_marks_are_asked_about_and_the_next_mark_holds(bench):
    async with bench(read=True) as b:
        await b.go("boils water")
        await b.press("h")
        await b.go("Python version")
        await b.press("m")
        await b.go("boils water")
        await b.press("space")
        await b.go("Python version")
        await b.press("=")
        assert b.said.startswith("Merged L3 and L7; which mark holds? h m t")
        assert b.here.disagree and "!" in b.text()
        target = b.here.target
        await b.press("u", "U")
        assert b.said.startswith("Restored: the merge of L3 and L7; which mark holds? h m t")
        await b.press("h")
        assert b.here.target == target
        row = next(row for row in b.board.rows if row.target == target)
        assert row.standing.mark is Mark.HIT and not row.disagree


async def test_a_mark_that_one_had_holds_for_all_and_is_named(bench):
    async with bench(read=True) as b:
        await b.go("Python version")
        await b.press("h")
        await b.go("Python version")
        await b.press("space")
        await b.go("boils water")
        await b.press("=")
        assert b.said.startswith("Merged L3 and L7: hit holds for all, u undoes")


async def test_a_merge_is_taken_back_and_restored_by_name_also_in_the_next_run(bench):
    async with bench(read=True) as b:
        await b.go("boils water")
        await b.press("space")
        await b.go("Python version")
        await b.press("=")
    async with bench() as b:
        concerns = len(b.board.rows)
        await b.press("u")
        assert b.said.startswith("Taken back: the merge of L3 and L7; U restores it")
        assert len(b.board.rows) == concerns + 1
        await b.press("U")
        assert b.said.startswith("Restored: the merge of L3 and L7; u undoes")
        assert len(b.board.rows) == concerns


async def test_a_finding_is_taken_out_of_its_opened_concern(bench):
    async with bench(read=True) as b:
        await b.go("the fastest")
        await b.press("h")
        await b.go("the fastest")
        await b.press("enter", "down", "-")
        assert b.said.startswith("One finding taken out of L11: both stay hit, u undoes")
        assert [len(row.findings) for row in b.board.rows if "the fastest" in row.headline] == [1, 1]
        assert {row.standing.mark for row in b.board.rows if "the fastest" in row.headline} == {Mark.HIT}
        assert b.here.target == max(row.target for row in b.board.rows if row.target.kind == "concern")
        assert b.review.opened is None
        await b.press("u")
        assert b.said.startswith("Taken back: the split at L11; U restores it")
        assert len(b.row("the fastest").findings) == 2
        assert b.here.target == b.row("the fastest").target
        await b.press("U")
        assert b.said.startswith("Restored: the split at L11; u undoes")


async def test_a_finding_taken_out_of_a_disputed_concern_keeps_its_own_mark(bench):
    async with bench(read=True) as b:
        await b.go("the fastest")
        await b.press("h")
        await b.go("Python version")
        await b.press("m")
        await b.go("the fastest")
        await b.press("space")
        await b.go("Python version")
        await b.press("=", "enter")
        last = b.board.row(Target("concern", 1)).findings[-1]
        b.review.move(Target("finding", last.id))
        await b.press("-")
        assert "One finding taken out of L11: marked" in b.said
        assert b.here.findings == (last,)


async def test_several_findings_are_taken_out_together(bench):
    async with bench(settings=Settings(MODELS, trials=2), read=True) as b:
        await b.go("the fastest")
        await b.press("enter", "down", "space", "down", "space")
        assert b.said.rstrip().endswith("2 selected") and len(selected(b)) == 2
        await b.press("-")
        assert "2 findings taken out of L11" in b.said
        parts = [len(row.findings) for row in b.board.rows if "the fastest" in row.headline]
        assert parts == [2, 2]


async def test_what_cannot_be_split_says_why(bench):
    async with bench(read=True) as b:
        await b.go("boils water")
        await b.press("-")
        assert "L3 is one finding: there is nothing to split." in b.said
        await b.go("the fastest")
        await b.press("-")
        assert "enter opens the concern; - then takes out the finding under the cursor." in b.said
        await b.press("enter", "down", "space", "down", "space", "-")
        assert "Nothing would stay in this concern: leave one finding in it." in b.said
        assert not b.board.history.decisions


async def test_findings_that_were_selected_are_let_go_when_their_concern_is_closed(bench):
    async with bench(read=True) as b:
        await b.go("the fastest")
        await b.press("enter", "down", "space", "up", "enter")
        assert b.review.opened is None and len(b.review.selection) == 0
        await b.press("space")
        assert b.review.selection.rows == {b.row("the fastest").target}


async def test_space_holds_a_word_while_words_are_picked(bench):
    async with bench(read=True) as b:
        await b.go("boils water")
        await b.press("o", "space", "right")
        assert b.review.pick.extending
        assert len(b.review.selection) == 0


async def test_rows_that_a_filter_hides_stay_selected(bench):
    async with bench(read=True) as b:
        await b.go("boils water")
        await b.press("space", "f")
        await b.answer("engineer")
        await b.go("Python version")
        await b.press("=")
        assert "Merged L3 and L7" in b.said


async def test_a_row_selected_before_its_round_ended_is_merged_as_what_it_became(bench, gated):
    provider = gated()
    async with bench(provider=provider) as b:
        await b.press("r", "enter")
        provider.release("engineer")
        while not any("Python version" in row.headline for row in b.board.rows):
            await b.pilot.pause(0.01)
        await b.go("Python version")
        assert b.here.target.kind == "finding"
        await b.press("space")
        provider.release()
        await b.settle()
        assert len(selected(b)) == 1
        await b.go("boils water")
        await b.press("=")
        assert "Merged L3 and L7" in b.said


async def test_two_rows_of_a_round_under_way_are_merged_and_stay_so_when_it_ends(bench, gated):
    provider = gated()
    async with bench(provider=provider) as b:
        await b.press("r", "enter")
        provider.release("engineer")
        while not any("Python version" in row.headline for row in b.board.rows):
            await b.pilot.pause(0.01)
        await b.go("Python version")
        await b.press("space")
        await b.go("the fastest")
        await b.press("=")
        merged = b.here.target
        assert "Merged L7 and L11" in b.said and merged.kind == "concern"
        provider.release()
        await b.settle()
        row = next(row for row in b.board.rows if row.target == merged)
        assert {f.source.name for f in row.findings} == {"engineer", "skeptic"}


async def test_a_merge_of_what_another_window_merged_shows_that_instead(bench, other_window):
    async with bench(read=True, size=(160, 30)) as b:
        await b.go("boils water")
        await b.press("space")
        await b.go("Python version")
        targets = [b.row("boils water").target, b.row("Python version").target]
        await other_window.store.merge(b.board.artifact, targets)
        await b.press("=")
        assert b.said.startswith("Another window had changed this; shown anew.")
        assert b.here.target == min(targets) and len(b.here.findings) == 2
        assert len(b.review.selection) == 0


async def test_every_row_that_was_merged_is_named(bench):
    async with bench(read=True) as b:
        for row in [row.target for row in b.board.rows if row.target.kind == "concern"]:
            b.review.move(row)
            await b.press("space")
        await b.press("=")
        assert "Merged L3, L7 and L11" in b.said
        assert b.here.target == Target("concern", 1) and len(b.here.findings) == 4
