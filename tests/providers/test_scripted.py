import json

import pytest

from workbench.core.costs.usage import Usage
from workbench.core.errors import ContentError, Failure, FailureKind
from workbench.core.ports import Progress, Reply
from workbench.core.prompts import prompt_sha256
from workbench.providers.scripted import ScriptedProvider


class Naps:
    def __init__(self):
        self.taken = []

    async def __call__(self, seconds):
        self.taken.append(seconds)


@pytest.fixture
def file(tmp_path):
    def write(content):
        path = tmp_path / "answers.json"
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    return write


async def test_answers_come_in_order(question, heard):
    provider = ScriptedProvider(["one", "two"])
    assert [(await heard(provider, question()))[1].text for _ in range(2)] == ["one", "two"]


async def test_answers_can_belong_to_a_prompt(question, heard):
    mine, other = question(task="Mine."), question(task="Other.")
    provider = ScriptedProvider({prompt_sha256(mine.prompt): ["for mine"], "": ["for any other"]})
    assert (await heard(provider, other))[1].text == "for any other"
    assert (await heard(provider, mine))[1].text == "for mine"


async def test_a_function_can_answer(question, heard):
    provider = ScriptedProvider(lambda request: request.prompt.task.upper())
    assert (await heard(provider, question()))[1].text == "THE TASK."


async def test_it_remembers_what_it_was_asked(question, heard):
    provider = ScriptedProvider(["one"])
    asked = question()
    await heard(provider, asked)
    assert provider.asked == [asked]


async def test_an_answer_comes_in_pieces_with_a_pause_before_each(question, heard):
    naps = Naps()
    provider = ScriptedProvider(["x" * 100], delay=0.5, piece=40, sleep=naps)
    progress, reply = await heard(provider, question())
    assert naps.taken == [0.5, 0.5, 0.5]
    assert progress == [Progress(10), Progress(20), Progress(25)]
    assert reply.text == "x" * 100


async def test_failures_are_raised_in_their_turn(question, heard, failed):
    busy = Failure(FailureKind.OVERLOADED, "Busy. Read again.", 5.0)
    provider = ScriptedProvider([busy, "at last"])
    assert await failed(provider, question()) is busy
    assert (await heard(provider, question()))[1].text == "at last"


async def test_a_question_without_a_recorded_answer_is_named(question, failed):
    asked = question()
    failure = await failed(ScriptedProvider([]), asked)
    assert failure.kind is FailureKind.PROGRAM
    assert prompt_sha256(asked.prompt) in failure.message


async def test_a_recorded_reply_is_given_as_it_stands(question, heard):
    recorded = Reply("text", "claude-test-5", "end_turn", Usage(1, 2), "req_7")
    assert (await heard(ScriptedProvider([recorded]), question(model="other")))[1] == recorded


async def test_a_reply_without_a_model_gets_the_one_asked_for(question, heard):
    recorded = Reply("text", "", "end_turn", Usage())
    assert (await heard(ScriptedProvider([recorded]), question(model="m")))[1].model == "m"


async def test_a_file_holds_texts_answers_and_failures(file, question, heard, failed):
    asked = question(task="Mine.")
    path = file(
        {
            "by_prompt": {prompt_sha256(asked.prompt): [{"answer": {"about": "caf\u00e9"}, "model": "m-1"}]},
            "answers": [
                {"failure": "rate limited", "message": "Wait.", "retry_after": 5},
                {"text": "plain", "stop_reason": "stop_sequence", "usage": {"input": 9, "output": 3}},
            ],
            "delay": 0.25,
            "piece": 1000,
        }
    )
    naps = Naps()
    provider = ScriptedProvider.load(path, sleep=naps)
    assert await failed(provider, question()) == Failure(FailureKind.RATE_LIMITED, "Wait.", 5)
    _, plain = await heard(provider, question())
    assert (plain.text, plain.stop_reason, plain.usage) == ("plain", "stop_sequence", Usage(9, 3))
    _, mine = await heard(provider, asked)
    assert (json.loads(mine.text), mine.model) == ({"about": "caf\u00e9"}, "m-1")
    assert naps.taken == [0.25, 0.25, 0.25]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("{", "Invalid JSON"),
        ({"answers": [{}]}, "answers.0: .*give one of text, answer and failure"),
        ({"answers": [{"text": "a", "answer": {}}]}, "give one of text, answer and failure"),
        ({"answers": [{"failure": "tired", "message": "No."}]}, "answers.0.failure"),
        ({"answers": [{"failure": "refusal"}]}, "a failure needs its message"),
        ({"answers": [{"text": "a", "usage": {"input": -1}}]}, "answers.0.usage.input"),
        ({"answers": [{"text": "a", "usage": {"output": 2**63}}]}, "answers.0.usage.output"),
        ({"answers": [{"failure": "refusal", "message": "No.", "retry_after": 1e300}]}, "retry_after"),
        ({"replies": []}, "replies"),
        ({"piece": 0}, "piece"),
    ],
)
def test_a_broken_file_is_named_with_the_place(file, content, problem):
    with pytest.raises(ContentError, match=problem):
        ScriptedProvider.load(file(content))


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ContentError, match=r"none\.json: it cannot be read"):
        ScriptedProvider.load(tmp_path / "none.json")


async def test_nothing_leaves_the_machine():
    provider = ScriptedProvider([])
    assert provider.destination == "nowhere: recorded answers"
    assert await provider.models() is None
    await provider.close()
