"""What changed between two revisions, gone through with keys."""

from support.builders import TEXT

from workbench.tui.screens.loop_diff import DiffScreen
from workbench.tui.widgets.bar import Bar
from workbench.tui.widgets.diff_view import DiffView

MIDDLE = "".join(f"\nParagraph {n}.\n" for n in range(30))
LONG = TEXT.replace("## Limits", f"{MIDDLE.lstrip()}\n## Limits")
SECOND = LONG.replace("boils water", "boils cold water").replace("fastest kettle", "fastest small kettle")
THIRD = SECOND.replace("Paragraph 15.", "Paragraph fifteen.")


async def edited(b, *texts):
    """Have the file hold these one after the other, each shown."""
    for text in texts:
        b.review.desk.files.write(text)
        await b.review._watch()
        await b.press("R")
    await b.settle()


async def opened(b, *keys):
    await b.press("D", *keys)
    await b.settle()


def bar(b, id):
    return b.app.screen.query_one(f"#{id}", Bar).render().plain


async def test_what_an_edit_did_is_shown_with_the_concerns_at_their_lines(bench):
    async with bench(read=True, text=LONG, size=(100, 30)) as b:
        await edited(b, SECOND)
        await opened(b)
        shown = b.text()
        assert "older: revision 1, newer: 2, listed" in shown and "+2 -2 lines, 2 changes" in shown
        assert "+│ Kettle boils cold water from the command line." in shown
        assert "^ words gone: It never says which kettle boils water" in shown
        assert "^ words edited, new on revision 1: The claim to be the fastest has no support." in shown
        assert "lines unchanged" in shown
        assert bar(b, "status").endswith("Of 3 concerns 1 edited, 1 gone, 1 as they were")


async def test_next_and_previous_go_from_change_to_change(bench):
    async with bench(read=True, text=LONG, size=(100, 16)) as b:
        await edited(b, SECOND)
        await opened(b, "enter")
        assert "Paragraph 29." not in b.text()
        await b.press("n")
        assert "change 1 of 2" in b.text() and "› 3" in b.text()
        await b.press("N")
        assert "change 2 of 2" in b.text() and "+│ It is the fastest small kettle" in b.text()
        await b.press("n")
        assert bar(b, "status").strip() == "There is no further change."
        await b.press("p", "P")
        assert bar(b, "status").strip() == "There is no change before."
        await b.press("end", "pageup", "k")
        before = b.app.screen.query_one(DiffView).scroll_offset.y
        await b.press("j", "pagedown")
        assert b.app.screen.query_one(DiffView).scroll_offset.y > before


async def test_either_revision_can_be_exchanged_and_they_never_cross(bench):
    async with bench(read=True, text=LONG, size=(100, 30)) as b:
        await edited(b, SECOND, THIRD)
        await opened(b)
        assert "older: revision 1, newer: 3" in bar(
            b, "diff-title"
        )  # The last one that was read comes first.
        for key, pair in (
            ("shift+right", "older: revision 2, newer: 3"),
            ("h", "older: revision 1, newer: 2"),
            ("l", "older: revision 1, newer: 3"),
            ("right", "older: revision 1, newer: 3"),
            ("shift+right", "older: revision 2, newer: 3"),
            ("shift+left", "older: revision 1, newer: 3"),
        ):
            await b.press(key)
            await b.settle()
            assert pair in bar(b, "diff-title"), key
        await b.press("right")
        assert bar(b, "status").strip() == "There are revisions 1 to 3."


async def test_unchanged_lines_are_unfolded_and_folded(bench):
    async with bench(read=True, text=LONG, size=(100, 24)) as b:
        await edited(b, SECOND)
        await opened(b)
        assert "lines unchanged" in b.text()
        await b.press("enter")
        await b.settle()
        assert "lines unchanged" not in b.text() and "Paragraph 2." in b.text()
        await b.press("enter")
        await b.settle()
        assert "lines unchanged" in b.text()


async def test_what_the_file_holds_is_compared_with_what_is_shown_before_it_is_shown(bench):
    async with bench(read=True, text=LONG, size=(100, 24)) as b:
        b.review.desk.files.write(SECOND)
        await b.review._watch()
        await opened(b)
        assert "older: revision 1, newer: 2, on disk" in bar(b, "diff-title")
        await b.press("escape")
        assert b.app.screen is b.review and b.board.revision.number == 1


async def test_the_first_revision_has_none_to_be_compared_with(bench):
    async with bench(read=True) as b:
        await b.press("D")
        assert b.said == "This is the first revision: there is none before to compare it with."


async def test_line_ends_alone_are_said_to_be_no_change_of_a_line(bench):
    async with bench(read=True, text=TEXT) as b:
        await edited(b, TEXT.rstrip("\n"))
        await opened(b)
        assert "no line changed" in bar(b, "diff-title") and bar(b, "status").startswith(
            "The lines are the same"
        )


async def test_nothing_in_a_text_is_markup_or_reaches_the_terminal(bench):
    async with bench(read=True, text=TEXT) as b:
        await edited(b, f"{TEXT}\n[bold]not[/bold] \x1b[31mred\x1b[0m \u202eback\n")
        await opened(b)
        shown = b.text()
        assert isinstance(b.app.screen, DiffScreen)
        assert "[bold]not[/bold] ␛[31mred" in shown and "\u202e" not in shown
