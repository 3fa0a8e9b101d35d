"""Bedrock from the command line: chosen, set up, looked at and asked."""

import os

import pytest
from providers.converse import MODEL, Converse
from support.builders import judge_answer, reader_answer

from workbench.cli.exits import Exit

README_QUESTIONS = [f"R{n}" for n in range(1, 15)]
MODELS = {
    "modelSummaries": [
        {
            "modelId": "maker.model-v1:0",
            "modelArn": "arn:aws:bedrock:eu-west-1::foundation-model/maker.model-v1:0",
            "inferenceTypesSupported": ["ON_DEMAND"],
        }
    ]
}
PROFILES = {
    "inferenceProfileSummaries": [
        {
            "inferenceProfileId": MODEL,
            "inferenceProfileArn": f"arn:aws:bedrock:eu-west-1:123456789012:inference-profile/{MODEL}",
            "inferenceProfileName": MODEL,
            "models": [],
            "status": "ACTIVE",
            "type": "SYSTEM_DEFINED",
        }
    ]
}


@pytest.fixture(autouse=True)
def _only_aws(monkeypatch, tmp_path):
    """Keys of AWS and no others, and a home without any files of AWS's tools."""
    for name in list(os.environ):
        if name.startswith(("ANTHROPIC_", "AWS_", "WORKBENCH_")) or name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIAIOSFODNN7EXAMPLE")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret-nobody-may-read")
    monkeypatch.setenv("AWS_REGION", "eu-west-1")


@pytest.fixture
def converse(monkeypatch):
    service = Converse()
    monkeypatch.setenv("AWS_ENDPOINT_URL", service.url)
    yield service
    service.close()


def _provider_line(ended):
    return next(line for line in ended.out.splitlines() if "provider:" in line)


def test_keys_of_aws_alone_choose_nothing(run):
    assert "none, so only the checks run" in _provider_line(run("doctor"))


def test_keys_of_aws_and_models_of_bedrock_choose_it(run, monkeypatch):
    monkeypatch.setenv("WORKBENCH_MODEL", MODEL)
    assert "bedrock: a text goes to bedrock-runtime.eu-west-1.amazonaws.com" in _provider_line(run("doctor"))


def test_models_of_bedrock_without_keys_of_aws_choose_nothing(run, monkeypatch):
    monkeypatch.setenv("WORKBENCH_MODEL", MODEL)
    monkeypatch.delenv("AWS_ACCESS_KEY_ID")
    assert "none, so only the checks run" in _provider_line(run("doctor"))


def test_a_key_for_anthropic_comes_first(run, monkeypatch):
    monkeypatch.setenv("WORKBENCH_MODEL", MODEL)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
    assert "anthropic: a text goes to" in _provider_line(run("doctor"))


def test_doctor_says_where_bedrock_is_and_where_the_credentials_come_from_but_not_what_they_are(run):
    ended = run("doctor", "--provider", "bedrock")
    assert "region eu-west-1, set by AWS_REGION; profile default" in ended.out
    assert "the credentials come from environment variables" in ended.out
    assert "AKIA" not in ended.out and "secret-nobody" not in ended.out


def test_doctor_lists_the_models_of_the_account_where_none_is_configured(run, converse):
    converse.respond(converse.json(MODELS), converse.json(PROFILES))
    ended = run("doctor", "--provider", "bedrock", "--online")
    assert ended.code == Exit.USAGE
    assert "models.reader: bedrock has no usual model" in ended.out
    assert f"it has maker.model-v1:0, {MODEL}" in ended.out


@pytest.mark.parametrize("model", [MODEL, "eu.maker.typo"])
def test_doctor_says_whether_the_configured_models_are_there(run, converse, monkeypatch, model):
    monkeypatch.setenv("WORKBENCH_MODEL", model)
    converse.respond(converse.json(MODELS), converse.json(PROFILES))
    ended = run("doctor", "--provider", "bedrock", "--online")
    is_there = model == MODEL
    assert (ended.code == Exit.FINE) == is_there
    assert ("it offers these models" in ended.out) == is_there
    assert ("it does not offer eu.maker.typo" in ended.out) != is_there


def test_doctor_counts_a_login_that_fails_as_a_fault(run, monkeypatch):
    monkeypatch.setenv("AWS_PROFILE", "wrok")
    ended = run("doctor", "--provider", "bedrock")
    assert ended.code == Exit.USAGE
    assert "region eu-west-1, set by AWS_REGION; profile wrok" in ended.out
    assert "There is no AWS profile named wrok" in ended.out


def test_the_table_for_bedrock_says_where_it_is(run, converse, monkeypatch, tmp_path):
    tools = tmp_path / "aws"
    tools.write_text("[profile work]\noutput = json\n")
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tools))
    config = tmp_path / "config.toml"
    config.write_text('provider = "bedrock"\n[bedrock]\nregion = "us-west-2"\nprofile = "work"\n')
    monkeypatch.setenv("WORKBENCH_CONFIG", str(config))
    ended = run("doctor")
    assert f"a text goes to {converse.host} (us-west-2)" in ended.out
    assert "region us-west-2, set by `region` under [bedrock]; profile work" in ended.out


def test_without_models_nothing_is_opened_and_it_is_said_what_to_name(run, text):
    ended = run("review", text, "--provider", "bedrock", "--yes")
    assert ended.code == Exit.USAGE
    assert "such as the inference profile" in ended.err and "doctor --provider bedrock --online" in ended.err


def test_a_round_is_read_by_models_of_bedrock(run, converse, text):
    judge = judge_answer(dict.fromkeys(README_QUESTIONS, "meets"), verdict="Publishable")

    def answer(body):
        is_judge = "R14" in converse.asked(body)
        return converse.whole(judge if is_judge else reader_answer("faster than any other"))

    converse.answering = answer
    words = ("--provider", "bedrock", "--model", MODEL, "--no-text-questions", "--match", "rules")
    ended = run("review", text, *words, "--yes", "--format", "json")
    assert ended.code in (Exit.FINE, Exit.BELOW_BAR), ended.err
    readings = ended.json["readings"]
    assert {reading["state"] for reading in readings} == {"finished"}
    assert {reading["model"] for reading in readings} == {MODEL}
    assert f"{converse.host} (eu-west-1)" in ended.err
