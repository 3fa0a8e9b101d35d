"""Comments of the text that have a check's faults ignored, on the screen."""

from support.builders import TEXT

from workbench.tui.widgets.details_pane import DetailsPane

COMMENT = "<!-- workbench: ignore commands because the next release has it -->"
IGNORING = TEXT.replace("Run `pip", f"{COMMENT}\nRun `pip")


async def test_a_comment_is_named_with_its_key_and_heeded_from_then_on(bench, a_fault):
    fault = a_fault()
    text = IGNORING.replace("ignore commands", f"ignore {fault.asks}")
    async with bench(text=text, faults=[fault], provider=None) as app:
        assert "asks to ignore" in app.said and "I accepts that" in app.said
        assert [cap.why for cap in app.board.ruling.caps] == [f"{fault.asks}: {fault.problem}"]
        await app.press("I")
        assert "is ignored" in app.said
        assert app.board.ruling.caps == ()
        assert "the next release has it" in app.board.ruling.waived[0]
        await app.go("has no command")
        details = "".join(text for text, _ in app.review.query_one(DetailsPane)._said)
        assert "ignored by a comment in the text: the next release has it" in details
        await app.press("I")
        assert app.said == "No comment of this text waits to have a check's faults ignored."
    async with bench(text=text, faults=[fault], provider=None) as again:
        assert "asks to ignore" not in again.said
        assert again.board.ruling.caps == ()
