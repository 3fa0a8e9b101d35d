"""The questions that providers are asked in their tests."""

import asyncio
import os
import sys
from pathlib import Path

import pytest
from providers.converse import MODEL, Converse
from providers.service import Service

from workbench.core.errors import ProviderError
from workbench.core.ports import Progress, Prompt, Reply, Request
from workbench.providers.anthropic import AnthropicProvider
from workbench.providers.bedrock.provider import BedrockProvider

SCHEMA = {
    "type": "object",
    "properties": {"about": {"type": "string"}, "findings": {"type": "array", "items": {"type": "string"}}},
    "required": ["about", "findings"],
    "additionalProperties": False,
}


@pytest.fixture(autouse=True)
def _no_credentials_of_the_machine(monkeypatch, tmp_path):
    for name in list(os.environ):
        if name.startswith(("ANTHROPIC_", "AWS_")) or name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")


@pytest.fixture
def service():
    service = Service()
    yield service
    service.close()


@pytest.fixture
async def provider(service):
    provider = AnthropicProvider(base_url=service.url, api_key="key-1", timeout=5)
    yield provider
    await provider.close()


@pytest.fixture
def aws(monkeypatch):
    """Keys and a region in the environment; gives what sets more of it, and unsets with None."""

    def set_up(**more):
        for name, value in more.items():
            if value is None:
                monkeypatch.delenv(f"AWS_{name}", raising=False)
            else:
                monkeypatch.setenv(f"AWS_{name}", value)

    set_up(ACCESS_KEY_ID="AKIAIOSFODNN7EXAMPLE", SECRET_ACCESS_KEY="secret", REGION="eu-west-1")
    return set_up


@pytest.fixture
def converse():
    service = Converse()
    yield service
    service.close()


@pytest.fixture
async def bedrock(converse, aws):
    provider = BedrockProvider(endpoint=converse.url, timeout=5)
    yield provider
    await provider.close()


@pytest.fixture
def asked(question):
    """Builds a request of a model on Bedrock."""
    return lambda **more: question(**{"model": MODEL, **more})


@pytest.fixture
def question():
    """Builds a request; the prompt's parts can be told apart."""

    def build(model="claude-test-5", effort=None, max_tokens=16_000, schema=SCHEMA, task="The task."):
        prompt = Prompt("The instructions.", "===== text =====", task, schema)
        return Request(prompt, model, effort, max_tokens)

    return build


@pytest.fixture
def heard():
    """Asks a provider and gives the progress and the reply."""

    async def hear(provider, request):
        said = [one async for one in provider.ask(request)]
        *progress, reply = said
        assert all(isinstance(one, Progress) for one in progress)
        assert isinstance(reply, Reply)
        return progress, reply

    return hear


@pytest.fixture
def failed(heard):
    """Asks a provider and gives the failure."""

    async def hear(provider, request):
        with pytest.raises(ProviderError) as caught:
            await heard(provider, request)
        assert str(caught.value) == caught.value.failure.message
        return caught.value.failure

    return hear


@pytest.fixture
def until():
    """Waits for something outside this process, for as long as a test may take."""

    async def wait(is_so):
        async with asyncio.timeout(20):
            while not is_so():  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    return wait


@pytest.fixture
def is_alive():
    """Tells whether a process still runs; one that nobody has buried yet does not."""

    def tell(pid):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        stat = Path(f"/proc/{pid}/stat")
        return not (stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z")

    return tell


@pytest.fixture
def script(tmp_path):
    """Writes a Python program and gives its command line."""

    def write(code):
        file = tmp_path / "program.py"
        file.write_text(code)
        return [sys.executable, str(file)]

    return write
