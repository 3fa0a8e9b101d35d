import re
import subprocess
import sys
from pathlib import Path

import pytest
from providers.service import ANSWER

import workbench
from workbench.core.ports import Provider
from workbench.providers.anthropic import AnthropicProvider
from workbench.providers.bedrock.provider import BedrockProvider
from workbench.providers.command import CommandProvider
from workbench.providers.scripted import ScriptedProvider


@pytest.mark.parametrize(
    ("make", "name", "destination"),
    [
        (lambda: AnthropicProvider(base_url="https://proxy.example"), "anthropic", "proxy.example"),
        (
            lambda: BedrockProvider(region="eu-west-1"),
            "bedrock",
            "bedrock-runtime.eu-west-1.amazonaws.com",
        ),
        (lambda: CommandProvider(["llm"]), "command", "the program `llm`"),
        (lambda: ScriptedProvider([]), "scripted", "nowhere: recorded answers"),
    ],
    ids=["anthropic", "bedrock", "command", "scripted"],
)
def test_every_provider_has_the_name_and_destination_that_are_shown(make, name, destination):
    provider: Provider = make()
    assert (provider.name, provider.destination) == (name, destination)


def test_making_a_provider_imports_no_sdk():
    code = (
        "import sys\n"
        "from workbench.providers.anthropic import AnthropicProvider\n"
        "from workbench.providers.addresses import has_environment_credentials\n"
        "from workbench.providers.bedrock import setup\n"
        "from workbench.providers import command, probe, scripted\n"
        "from workbench.providers.bedrock.provider import BedrockProvider\n"
        "AnthropicProvider(); has_environment_credentials({'HOME': '/nowhere'})\n"
        "BedrockProvider().destination; setup.has_environment_credentials({'HOME': '/nowhere'})\n"
        "print(sorted({'anthropic', 'httpx2', 'boto3', 'botocore', 'urllib3', 'textual'} & set(sys.modules)))"
    )
    root = Path(workbench.__file__).parents[1]
    run = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


@pytest.fixture
def scripted():
    return ScriptedProvider([ANSWER, ANSWER])


@pytest.fixture
def program(script):
    return CommandProvider(script(f"print({ANSWER!r})"))


@pytest.fixture(params=["anthropic", "bedrock", "command", "scripted"])
def answering(request):
    """A provider that answers twice."""
    if request.param == "anthropic":
        service = request.getfixturevalue("service")
        service.respond(service.whole(), service.whole())
        return request.getfixturevalue("provider")
    if request.param == "bedrock":
        service = request.getfixturevalue("converse")
        service.respond(service.whole(), service.whole())
    fixtures = {"bedrock": "bedrock", "command": "program", "scripted": "scripted"}
    return request.getfixturevalue(fixtures[request.param])


async def test_every_provider_reports_progress_and_then_one_reply_each_time_it_is_asked(
    answering, asked, heard
):
    for _ in range(2):
        _, reply = await heard(answering, asked())
        assert reply.text == ANSWER
        assert reply.stop_reason == "end_turn"
        assert reply.notes == ()
        assert reply.usage.seconds >= 0
    await answering.close()


async def test_every_provider_can_be_closed_before_it_was_asked(answering):
    await answering.close()


def test_the_sdk_of_aws_is_imported_in_its_home_only():
    package = Path(workbench.__file__).parent
    importing = re.compile(r"^\s*(import|from) boto", re.MULTILINE)
    found = {
        file.relative_to(package) for file in package.rglob("*.py") if importing.search(file.read_text())
    }
    assert {file.parent for file in found} == {Path("providers/bedrock")}
