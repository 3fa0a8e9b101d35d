"""What is said where the set-up of AWS does not lead to credentials."""

import sys

import pytest

from workbench.core.errors import FailureKind, ProviderError
from workbench.providers.bedrock.provider import BedrockProvider

SSO = """\
[profile work]
region = eu-west-1
sso_start_url = https://example.awsapps.com/start
sso_region = eu-west-1
sso_account_id = 123456789012
sso_role_name = reader
"""
PROGRAM = f"""\
[profile work]
region = eu-west-1
credential_process = {sys.executable} -c "import sys; sys.exit('no such vault')"
"""
UNKNOWN_SOURCE = """\
[profile work]
region = eu-west-1
role_arn = arn:aws:iam::123456789012:role/reader
credential_source = Moon
"""


@pytest.fixture
async def fails(aws, converse, asked, failed, tmp_path):
    """Asks with some set-up in place of keys in the environment, and gives the failure."""

    async def fail(config="", profile=None, endpoint=True, **more):
        tmp_path.joinpath("config").write_text(config)
        files = {"CONFIG_FILE": str(tmp_path / "config"), "SHARED_CREDENTIALS_FILE": str(tmp_path / "no")}
        aws(ACCESS_KEY_ID=None, SECRET_ACCESS_KEY=None, **files, **more)
        provider = BedrockProvider(profile=profile, endpoint=converse.url if endpoint else None)
        failure = await failed(provider, asked())
        with pytest.raises(ProviderError) as caught:
            await provider.login()
        assert caught.value.failure.kind is failure.kind
        await provider.close()
        assert converse.requests == []
        return failure

    return fail


async def test_no_credentials(fails):
    failure = await fails()
    assert failure.kind is FailureKind.NO_CREDENTIALS
    assert "`aws sso login`" in failure.message and "AWS_PROFILE" in failure.message


async def test_half_a_key(fails):
    failure = await fails(
        "[profile work]\naws_access_key_id = AKIAHALF\nregion = eu-west-1\n", profile="work"
    )
    assert failure.kind is FailureKind.NO_CREDENTIALS
    assert "half" in failure.message and "AKIA" not in failure.message


async def test_a_login_that_was_never_made_or_has_expired(fails):
    failure = await fails(SSO, profile="work")
    assert failure.kind is FailureKind.NO_CREDENTIALS
    assert "`aws sso login --profile work`" in failure.message


async def test_a_login_whose_token_is_too_old(fails, tmp_path):
    session = "[sso-session s]\nsso_region = eu-west-1\nsso_start_url = https://example.awsapps.com/start\n"
    profile = "[profile work]\nsso_session = s\nsso_account_id = 1\nsso_role_name = r\nregion = eu-west-1\n"
    failure = await fails(session + profile, profile="work")
    assert failure.kind is FailureKind.NO_CREDENTIALS
    assert "has expired, or was never made" in failure.message


async def test_a_program_for_credentials_that_fails(fails):
    failure = await fails(PROGRAM, profile="work")
    assert failure.kind is FailureKind.NO_CREDENTIALS
    assert "no such vault" in failure.message and "the profile work" in failure.message


async def test_a_role_that_cannot_be_had(fails):
    failure = await fails(UNKNOWN_SOURCE, profile="work")
    assert failure.kind is FailureKind.NO_CREDENTIALS
    assert "the profile work" in failure.message


async def test_no_region(fails):
    failure = await fails(REGION=None, endpoint=False)
    assert failure.kind is FailureKind.NOT_SET_UP
    assert "`region` under [bedrock]" in failure.message and "AWS_REGION" in failure.message


async def test_a_region_that_cannot_be_one(fails):
    failure = await fails(REGION="Frankfurt am Main", endpoint=False)
    assert failure.kind is FailureKind.NOT_SET_UP
    assert '"Frankfurt am Main" is no AWS region. Correct AWS_REGION' in failure.message


async def test_a_profile_that_does_not_exist(fails):
    failure = await fails(profile="wrok")
    assert failure.kind is FailureKind.NOT_SET_UP
    assert "no AWS profile named wrok" in failure.message


async def test_files_of_awss_tools_that_cannot_be_read(fails):
    failure = await fails("[profile work\nregion = x\n")
    assert failure.kind is FailureKind.NOT_SET_UP
    assert "configuration cannot be read" in failure.message


async def test_a_bedrock_key_is_sent_over_https_only(aws, converse, asked, failed):
    aws(BEARER_TOKEN_BEDROCK="bedrock-api-key-1")
    provider = BedrockProvider(endpoint=converse.url)
    failure = await failed(provider, asked())
    await provider.close()
    assert failure.kind is FailureKind.NOT_SET_UP
    assert "https only" in failure.message and "bedrock-api-key-1" not in failure.message
    assert converse.requests == []


async def test_a_role_that_may_not_be_taken_is_told_apart_from_a_model_that_may_not_be_used(
    aws, converse, asked, failed, tmp_path
):
    role = "arn:aws:iam::123456789012:role/reader"
    config = f"[profile work]\nrole_arn = {role}\ncredential_source = Environment\nregion = eu-west-1\n"
    tmp_path.joinpath("config").write_text(config)
    # The service that gives roles away answers in XML.
    said = "User is not authorized to perform: sts:AssumeRole"
    error = f"<Error><Type>Sender</Type><Code>AccessDenied</Code><Message>{said}</Message></Error>"
    refusal = converse.json({}, 403)
    refusal.headers["content-type"] = "text/xml"
    refusal.body = f"<ErrorResponse>{error}</ErrorResponse>".encode()
    converse.respond(refusal)
    aws(CONFIG_FILE=str(tmp_path / "config"), ENDPOINT_URL_STS=converse.url)
    provider = BedrockProvider(profile="work", endpoint=converse.url)
    failure = await failed(provider, asked())
    await provider.close()
    assert failure.kind is FailureKind.NO_CREDENTIALS
    assert "sts:AssumeRole" in failure.message and "the profile work" in failure.message
