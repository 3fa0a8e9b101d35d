"""What each reader took the text for, marked right or wrong."""

from support.builders import reader_answer

from workbench.core.marks import Mark
from workbench.core.rows import Group

ANSWERS = {
    "skeptic": reader_answer(about="A script that boils water.", for_whom="People with a terminal."),
    "engineer": reader_answer(about="A recipe for tea."),
}


async def at_the_rows(b):
    """Unfold the last group and go to its first row."""
    await b.press("end", "enter", "down")


async def test_the_rows_stand_folded_at_the_end_and_are_no_concerns(bench):
    async with bench(answers=ANSWERS, size=(160, 48), read=True) as b:
        assert "▸ TAKEN FOR  2 readers, optional to mark" in b.text()
        assert "Concerns  none" in b.text()
        await at_the_rows(b)
        assert [row.headline for row in b.rows if row.group is Group.ABOUT] == [
            "A script that boils water.  (readers: People with a terminal.)",
            "A recipe for tea.  (readers: Tea drinkers.)",
        ]


async def test_the_details_set_a_readers_sentence_beside_the_intent(bench):
    async with bench(answers=ANSWERS, size=(160, 48), read=True) as b:
        await at_the_rows(b)
        assert "You have not said yet what it is and for whom" in b.text()
        await b.press("i")
        await b.answer("A kettle for the command line.")
        rows = b.text().split("\n")
        said = next(n for n, row in enumerate(rows) if "what skeptic took the text for" in row)
        assert [row.strip() for row in rows[said + 1 : said + 4]] == [
            "A script that boils water.",
            "its readers: People with a terminal.",
            "you mean: A kettle for the command line.",
        ]


async def test_a_hit_says_that_a_reader_is_right_and_a_miss_that_it_is_wrong(bench):
    async with bench(answers=ANSWERS, size=(160, 48), read=True) as b:
        await at_the_rows(b)
        await b.press("h")
        assert b.said.startswith("what skeptic took the text for is right, u undoes")
        assert b.here.headline.startswith("A recipe for tea.")
        await b.press("m")
        assert "what engineer took the text for is wrong, u undoes" in b.said and "press 1" not in b.said
        await b.press("1")
        marks = {row.reading.source.name: row.standing for row in b.board.rows if row.reading}
        assert {name: (s.mark, s.reason) for name, s in marks.items()} == {
            "skeptic": (Mark.HIT, None),
            "engineer": (Mark.MISS, None),
        }
        assert "what engineer took the text for  is wrong" in b.text() and "marked: is wrong" in b.text()
        await b.press("m")
        assert b.said.startswith("what engineer took the text for is wrong already")
        await b.press("u")
        assert "Taken back: what engineer took the text for is wrong" in b.said


async def test_what_a_reader_took_it_for_cannot_be_deferred_but_noted(bench):
    async with bench(answers=ANSWERS, size=(160, 48), read=True) as b:
        await at_the_rows(b)
        await b.press("d")
        assert "What a reader took the text for cannot be deferred" in b.said
        await b.press("c")
        await b.answer("It only saw the title.")
        assert "note: It only saw the title." in b.text()
        await b.press("/")
        await b.answer("recipe FOR")
        assert b.here.headline.startswith("A recipe for tea.")


async def test_marks_on_it_are_there_when_the_text_is_opened_again(bench):
    async with bench(answers=ANSWERS, read=True) as b:
        await at_the_rows(b)
        await b.press("m")
    async with bench() as b:
        wrong = [row.reading.source.name for row in b.board.rows if row.reading and row.standing.mark]
        assert wrong == ["skeptic"]
