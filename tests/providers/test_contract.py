import subprocess
import sys
from pathlib import Path

import pytest

import workbench
from workbench.core.ports import Provider
from workbench.providers.anthropic import AnthropicProvider
from workbench.providers.command import CommandProvider
from workbench.providers.scripted import ScriptedProvider


@pytest.mark.parametrize(
    ("make", "name", "destination"),
    [
        (lambda: AnthropicProvider(base_url="https://proxy.example"), "anthropic", "proxy.example"),
        (lambda: CommandProvider(["llm"]), "command", "the program `llm`"),
        (lambda: ScriptedProvider([]), "scripted", "nowhere: recorded answers"),
    ],
    ids=["anthropic", "command", "scripted"],
)
def test_every_provider_has_the_name_and_destination_that_are_shown(make, name, destination):
    provider: Provider = make()
    assert (provider.name, provider.destination) == (name, destination)


def test_making_a_provider_imports_no_sdk():
    code = (
        "import sys\n"
        "from workbench.providers.anthropic import AnthropicProvider\n"
        "from workbench.providers.addresses import has_environment_credentials\n"
        "from workbench.providers import command, probe, scripted\n"
        "AnthropicProvider(); has_environment_credentials({'HOME': '/nowhere'})\n"
        "print(sorted({'anthropic', 'httpx2', 'boto3', 'textual'} & set(sys.modules)))"
    )
    root = Path(workbench.__file__).parents[1]
    run = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"
