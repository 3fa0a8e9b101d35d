"""A text whose judge was shown its changed passages only, on the screen."""

import pytest
from support.builders import TEXT, judge_answer, reader_answer

from workbench.providers.scripted import ScriptedProvider
from workbench.tui.whole_text import whole_text

EDITED = TEXT.replace("from the command line", "from any shell")


def judge(request):
    if "# Questions" not in request.prompt.task:
        return reader_answer()
    if "passage 1" not in request.prompt.text:
        return judge_answer(verdict="Publishable")
    values = {"Q1": "fails", "Q2": "meets"}
    answers = {id: {"answer": value, "quote": "from any shell"} for id, value in values.items()}
    return judge_answer(answers, worst=[])


@pytest.mark.parametrize("size", [(160, 48), (80, 24)])
async def test_the_screen_says_of_what_the_text_was_judged(bench, size):
    provider = ScriptedProvider(judge)
    async with bench(provider=provider, read=True) as b:
        desk, path = b.review.desk, b.review.path
        desk.files.write(EDITED)
        board, report = await desk.open(path)
        proposal = await desk.propose(board, report, focused=True)
        async for _ in desk.read(board.artifact, proposal):
            pass
    async with bench(provider=provider, text=EDITED, size=size) as b:
        assert "Ruling: Unjudged  judged on its changed passages only" in b.text()
        b.review.move(b.row("because").target)
        await b.settle()
        said = " ".join(b.text().split())
        if size == (160, 48):
            assert "shown the changed passages only, wording" in said
            assert "so it can lower a ruling and makes none" in said
            await b.press("home")
            said = " ".join(b.text().split())
            assert "Judged on its changed passages only: the judge said Fix of them" in said
            whole = "".join(words for words, _ in whole_text(b.board, ()))
            assert "the judge said: Fix on the changed passages only. So." in whole
            assert (
                "judge: of the changed passages only, which is no answer about the text: meets: Q2" in whole
            )
