"""Where Bedrock is, told without the SDK, and as the SDK tells it."""

import boto3
import pytest

from workbench.core.errors import ProviderError
from workbench.providers.bedrock.setup import found, has_environment_credentials, is_model

CONFIG = """\
[default]
region = eu-central-1

[profile work]
region = eu-west-1
services = mine

[profile other]
endpoint_url = https://all.example
region = us-east-1

[services mine]
s3 =
  endpoint_url = https://s3.example
bedrock_runtime =
  endpoint_url = https://proxy.example:8443
"""


@pytest.fixture
def environ(tmp_path):
    """An environment of a home with AWS's configuration file in it."""
    tmp_path.joinpath(".aws").mkdir()
    tmp_path.joinpath(".aws", "config").write_text(CONFIG)
    return lambda **more: {"HOME": str(tmp_path), **{f"AWS_{name}": value for name, value in more.items()}}


@pytest.mark.parametrize(
    ("configured", "variables", "region", "source"),
    [
        ("eu-south-1", {"REGION": "x"}, "eu-south-1", "[bedrock]"),
        (None, {"REGION": "ap-south-1", "DEFAULT_REGION": "x"}, "ap-south-1", "AWS_REGION"),
        (None, {"DEFAULT_REGION": "ap-south-1"}, "ap-south-1", "AWS_DEFAULT_REGION"),
        (None, {"PROFILE": "work"}, "eu-west-1", "the profile work"),
        (None, {"DEFAULT_PROFILE": "work"}, "eu-west-1", "the profile work"),
        (None, {}, "eu-central-1", "the profile default"),
        (None, {"PROFILE": "unknown"}, None, ""),
    ],
)
def test_the_nearest_setting_of_a_region_counts_and_is_named(environ, configured, variables, region, source):
    setup = found(environ(**variables), region=configured)
    assert setup.region == region
    assert source in setup.region_from


@pytest.mark.parametrize(
    ("profile", "variables", "destination"),
    [
        (None, {}, "bedrock-runtime.eu-central-1.amazonaws.com"),
        ("work", {}, "proxy.example:8443 (eu-west-1)"),
        ("other", {}, "all.example (us-east-1)"),
        ("other", {"IGNORE_CONFIGURED_ENDPOINT_URLS": "true"}, "bedrock-runtime.us-east-1.amazonaws.com"),
        ("work", {"ENDPOINT_URL": "https://every.example"}, "every.example (eu-west-1)"),
        (
            "work",
            {"ENDPOINT_URL_BEDROCK_RUNTIME": "http://localhost:99", "ENDPOINT_URL": "https://every.example"},
            "localhost:99 (eu-west-1)",
        ),
        (None, {"REGION": "cn-north-1"}, "bedrock-runtime.cn-north-1.amazonaws.com.cn"),
    ],
)
def test_the_place_that_is_named_is_the_place_that_the_sdk_asks(
    environ, monkeypatch, profile, variables, destination
):
    named = environ(ACCESS_KEY_ID="AKIA", SECRET_ACCESS_KEY="s", **variables)
    for name, value in named.items():
        monkeypatch.setenv(name, value)
    setup = found(named, profile=profile)
    assert setup.destination == destination
    session = boto3.Session(profile_name=profile, region_name=setup.region)
    assert session.client("bedrock-runtime").meta.endpoint_url.endswith(f"//{setup.host}")


def test_no_region_is_said_to_be_none(tmp_path):
    assert found({"HOME": str(tmp_path)}).destination == "Bedrock (no region is set)"


@pytest.mark.parametrize(
    ("endpoint", "said"),
    [
        ("http://proxy.example", "The endpoint of proxy.example is plain http"),
        ("bedrock", "write it like https://bedrock-runtime"),
    ],
)
def test_an_endpoint_that_anyone_could_listen_at_is_refused(tmp_path, endpoint, said):
    with pytest.raises(ProviderError, match=said):
        _ = found({"HOME": str(tmp_path)}, region="eu-west-1", endpoint=endpoint).destination


@pytest.mark.parametrize(
    ("variables", "credentials", "is_there"),
    [
        ({}, "", False),
        ({"REGION": "eu-west-1"}, "", False),
        ({"ACCESS_KEY_ID": "AKIA"}, "", True),
        ({"BEARER_TOKEN_BEDROCK": "k"}, "", True),
        ({"WEB_IDENTITY_TOKEN_FILE": "/var/token"}, "", True),
        ({}, "[default]\naws_access_key_id = AKIA\n", True),
        ({}, "[default]\nregion = eu-west-1\n", False),
        ({}, "[broken\n", False),
    ],
)
def test_credentials_are_told_by_what_leads_to_them(environ, tmp_path, variables, credentials, is_there):
    tmp_path.joinpath(".aws", "credentials").write_text(credentials)
    assert has_environment_credentials(environ(**variables)) is is_there


@pytest.mark.parametrize(
    "setting", ["sso_session = s", "role_arn = arn:aws:iam::1:role/r", "credential_process = vault"]
)
def test_a_login_in_the_configuration_file_is_one(environ, tmp_path, setting):
    tmp_path.joinpath(".aws", "config").write_text(f"[profile work]\n{setting}\n")
    assert has_environment_credentials(environ())


@pytest.mark.parametrize(
    "name",
    [
        "anthropic.claude-sonnet-4-6",
        "global.anthropic.claude-sonnet-4-6",
        "us.meta.llama4-scout-17b-instruct-v1:0",
        "us-gov.anthropic.claude-3-5-sonnet-20240620-v1:0",
        "amazon.nova-pro-v1:0",
        "arn:aws:bedrock:eu-west-1:123456789012:application-inference-profile/abc",
    ],
)
def test_a_model_of_bedrock_is_known_by_its_name(name):
    assert is_model(name)


@pytest.mark.parametrize(
    "name", ["claude-sonnet-5-5", "qwen2.5:7b", "llama3.2", "local.gguf", "gpt-5.5", "claude-code opus", ""]
)
def test_a_model_of_anybody_else_is_not_taken_for_one(name):
    assert not is_model(name)
