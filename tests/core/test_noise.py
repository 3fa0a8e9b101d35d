"""The same text read several times, unchanged."""

from support.builders import TEXT, judge_answer, reader_answer

from workbench.core.replay.noise import noise_of, repeated_revision
from workbench.core.replay.noise_text import noise_lines, noise_shape


def found(quote, problem):
    return {
        "quote": quote,
        "consequence": problem,
        "problem": problem,
        "change": f"Change {quote}.",
        "fixable_by": "wording",
        "asks": "other",
    }


FASTEST = found("It is the fastest kettle in the world.", "Nothing was measured against others.")
INSTALL = found("Run `pip install kettle`", "Python is needed and never named.")
LINE = found("Kettle boils water from the command line.", "A shell boils no water at all.")

TWICE = {
    "skeptic": [reader_answer(FASTEST, INSTALL), reader_answer(FASTEST, LINE)],
    "engineer": [reader_answer(INSTALL), reader_answer(INSTALL)],
    "judge": [
        judge_answer({"Q1": "meets", "Q2": "meets"}, verdict="Publishable"),
        judge_answer({"Q1": "meets", "Q2": "cannot tell"}, verdict="Fix"),
    ],
}


async def read_twice(session, answers=TWICE):
    s = await session({name: list(each) for name, each in answers.items()})
    await s.read()
    await s.read()
    return s.board


async def test_what_one_trial_raises_and_another_does_not_is_new_by_chance(session):
    board = await read_twice(session)
    noise = noise_of(board.history, board.revision)
    figures = {each.source.name: (each.raised, each.by_all, each.in_one, each.new) for each in noise.sources}
    assert figures["skeptic"] == (3, 1, 2.0, 1.0)
    assert figures["engineer"] == (1, 1, 1.0, 0.0)
    # What another reader of the same trial raised is not new there: the engineer had it in both.
    assert (noise.together.in_one, noise.together.new, noise.together.by_all) == (2.5, 0.5, 2)


async def test_questions_and_verdict_say_how_many_trials_gave_each_answer(session):
    board = await read_twice(session)
    said = {each.about: (each.said, each.flips) for each in noise_of(board.history, board.revision).answers}
    assert said["Q1"] == ((("meets", 2),), False)
    assert set(said["Q2"][0]) == {("meets", 1), ("cannot tell", 1)} and said["Q2"][1]
    assert set(said[""][0]) == {("Publishable", 1), ("Fix", 1)}
    lines = list(noise_lines(noise_of(board.history, board.revision)))
    assert any(line.startswith("Verdict of readme: Publishable 1 of 2, Fix 1 of 2.") for line in lines)
    assert "Answered alike in every trial: Q1." in lines
    shape = noise_shape(noise_of(board.history, board.revision))
    assert shape["together"]["new_by_chance"] == 0.5


async def test_what_was_read_once_shows_no_noise(session):
    s = await session({name: each[:1] for name, each in TWICE.items()})
    await s.read()
    assert noise_of(s.board.history, s.board.revision).sources == ()
    assert repeated_revision(s.board.history, s.board.revision) is None


async def test_of_an_edited_text_the_last_revision_that_was_read_twice_tells(session):
    s = await session({name: list(each) for name, each in TWICE.items()})
    await s.read()
    await s.read()
    first = s.board.revision
    await s.edit(TEXT + "\nMore.\n")
    assert repeated_revision(s.board.history, s.board.revision).id == first.id
