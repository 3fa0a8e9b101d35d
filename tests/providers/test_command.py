import json

import pytest

from workbench.core.costs.usage import Usage
from workbench.core.errors import FailureKind
from workbench.core.ports import Progress
from workbench.providers.command import CommandProvider

ANSWER = '{"about": "a kettle", "findings": []}'


async def test_the_whole_prompt_and_the_schema_go_to_standard_input(script, question, heard):
    provider = CommandProvider(
        script("import json, sys\nprint(json.dumps({'about': sys.stdin.read(), 'findings': []}))")
    )
    _, reply = await heard(provider, question())
    asked = json.loads(reply.text)["about"]
    assert asked.startswith(
        "The instructions.\n\n===== text =====\n\nThe task.\n\nAnswer with one JSON object"
    )
    assert asked.endswith(json.dumps(question().prompt.schema))


async def test_the_answer_is_taken_out_of_what_the_program_prints(script, question, heard):
    provider = CommandProvider(script(f"print('Here you are:\\n```json\\n{ANSWER}\\n```\\nBye.')"))
    _, reply = await heard(provider, question(model="some-model"))
    assert reply.text == ANSWER
    assert reply.model == "some-model"
    assert reply.stop_reason == "end_turn"
    assert reply.notes == ()


async def test_its_tokens_are_unknown_and_its_seconds_known(script, question, heard):
    times = iter(range(100))
    provider = CommandProvider(script(f"print('{ANSWER}')"), clock=lambda: next(times))
    _, reply = await heard(provider, question())
    assert reply.usage == Usage(seconds=next(times) - 1)


async def test_progress_begins_with_the_first_output(script, question, heard):
    provider = CommandProvider(script(f"print('{ANSWER}')"), clock=lambda: 0.0)
    progress, _ = await heard(provider, question())
    assert len(progress) == 1
    assert progress[0].tokens > 0


async def test_progress_goes_on_while_it_writes(script, question):
    provider = CommandProvider(
        script(
            'import sys\nprint(\'{"about": "\', flush=True)\nsys.stdin.read()\n'
            "import time; time.sleep(0.2)\nprint('x' * 400 + '\", \"findings\": []}')"
        ),
    )
    said = [one async for one in provider.ask(question())]
    first, *_, last = [one.tokens for one in said if isinstance(one, Progress)]
    assert last >= first + 100


async def test_an_answer_that_is_none_is_unreadable(script, question, failed):
    provider = CommandProvider(script("print('I liked it.\\x1b[2J')"))
    failure = await failed(provider, question())
    assert failure.kind is FailureKind.UNREADABLE
    assert 'it began "I liked it.' in failure.message
    assert failure.message.isprintable()


@pytest.mark.parametrize("code", ["", "print()"])
async def test_no_output_at_all_is_said(script, question, failed, code):
    failure = await failed(CommandProvider(script(code)), question())
    assert failure.kind is FailureKind.PROGRAM
    assert "printed nothing" in failure.message


async def test_a_failing_program_fails_whatever_it_printed(script, question, failed):
    provider = CommandProvider(script(f"import sys\nprint('{ANSWER}')\nsys.exit(1)"))
    assert (await failed(provider, question())).kind is FailureKind.PROGRAM


async def test_the_time_limit_is_the_programs(script, question, failed):
    provider = CommandProvider(script("import time; time.sleep(600)"), timeout=0.2)
    assert (await failed(provider, question())).kind is FailureKind.TIMEOUT


async def test_it_keeps_what_it_is_told_to_keep(script, question, heard):
    provider = CommandProvider(
        script("import json, os\nprint(json.dumps({'about': os.environ['LOGIN'], 'findings': []}))"),
        keep=["LOGIN"],
        environ={"LOGIN": "token"},
    )
    _, reply = await heard(provider, question())
    assert json.loads(reply.text)["about"] == "token"


async def test_an_effort_that_it_cannot_pass_on_is_noted(script, question, heard):
    provider = CommandProvider(script(f"print('{ANSWER}')"))
    _, reply = await heard(provider, question(effort="high"))
    (note,) = reply.notes
    assert "The effort high was not passed on" in note


async def test_it_names_the_program_as_its_destination():
    provider = CommandProvider(["/usr/local/bin/claude", "-p"])
    assert provider.destination == "the program `claude`"
    assert await provider.models() is None
    await provider.close()


@pytest.mark.parametrize("body", ["print('no answer')", "import sys; sys.exit(1)"])
async def test_a_failed_answer_has_used_what_nobody_can_count(script, question, failed, body):
    failure = await failed(CommandProvider(script(body)), question())
    assert failure.usage is not None and failure.usage.total_input is None
