"""What the SDK of AWS raises, as sentences with the next step."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

from workbench.core.errors import Failure, FailureKind
from workbench.providers.bedrock.refusals import FROM, AwsRefusal, page_instead
from workbench.providers.bedrock.setup import Setup
from workbench.providers.bedrock.wire import WHERE
from workbench.providers.connections import Connection, HttpErrors
from workbench.providers.failures import is_page, quoted, retry_after

_OPERATIONS = frozenset({"Converse", "ConverseStream", "ListFoundationModels", "ListInferenceProfiles"})
"""Everything that Bedrock itself is asked; anything else is asked on the way to credentials."""


@dataclass(frozen=True, slots=True)
class Troubles:
    """What the SDK raises, made into failures."""

    setup: Setup
    connection: Connection

    def refusal(self, error: Any, model: str, now: float, message: str) -> Failure:
        """What a `ClientError` means; `message` is what it says, without what nobody may read."""
        if error.operation_name not in _OPERATIONS:
            return Failure(
                FailureKind.NO_CREDENTIALS,
                f"AWS gives this machine no credentials for Bedrock ({quoted(message)}). Check the role and "
                f"the login of the profile {self.setup.profile}, then read again.",
            )
        response = error.response
        metadata: Mapping[str, Any] = response.get("ResponseMetadata", {})
        headers: Mapping[str, str] = metadata.get("HTTPHeaders", {})
        code = str(response.get("Error", {}).get("Code", ""))
        return AwsRefusal(
            self.connection.host,
            model,
            metadata.get("HTTPStatusCode", 200),
            # In the middle of a stream the same codes begin with a small letter.
            code[:1].upper() + code[1:],
            message=message,
            retry_after=retry_after(headers, now),
            request_id=metadata.get("RequestId"),
            now=now,
            is_page=is_page(headers),
            region=self.setup.region or "this region",
            login=self.login,
        ).failure

    def page(self) -> Failure:
        """That a web page came with a status of success."""
        return Failure(FailureKind.NO_BEDROCK, page_instead(self.connection.host))

    def trouble(self, error: Exception, begun: bool) -> Failure:
        """What anything else means; `begun` says that an answer was under way."""
        return self._login_trouble(error) or self._setting_trouble(error) or self._on_the_way(error, begun)

    @property
    def login(self) -> str:
        """The command that logs in again."""
        profile = self.setup.profile
        return "`aws sso login`" if profile == "default" else f"`aws sso login --profile {profile}`"

    def _login_trouble(self, error: Exception) -> Failure | None:
        from botocore import exceptions as aws

        if isinstance(error, aws.NoCredentialsError | aws.NoAuthTokenError):
            sentence = (
                f"There are no AWS credentials for {self.connection.host}. Log in ({self.login} or `aws "
                "configure`), set AWS_PROFILE, or choose another provider: `workbench doctor` names them."
            )
        elif isinstance(error, aws.SSOError | aws.LoginError | aws.TokenRetrievalError):
            sentence = (
                f"The AWS login of the profile {self.setup.profile} has expired, or was never made. Log in "
                f"({self.login}, or `aws login`), then read again."
            )
        elif isinstance(error, aws.PartialCredentialsError):
            sentence = (
                "The AWS credentials are only half there: a key without its other half. Set both "
                f"AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or neither: {FROM}."
            )
        elif isinstance(
            error,
            aws.CredentialRetrievalError
            | aws.InfiniteLoopConfigError
            | aws.InvalidConfigError
            | aws.MetadataRetrievalError
            | aws.RefreshWithMFAUnsupportedError
            | aws.UnknownCredentialError,
        ):
            sentence = (
                f"The AWS credentials of the profile {self.setup.profile} cannot be had "
                f"({quoted(_why(error))}). Correct the profile in AWS's own configuration: {FROM}."
            )
        else:
            return None
        return Failure(FailureKind.NO_CREDENTIALS, sentence)

    def _setting_trouble(self, error: Exception) -> Failure | None:
        from botocore import exceptions as aws

        if isinstance(error, aws.NoRegionError):
            sentence = (
                "No AWS region is set, so it is not known where Bedrock is. Set `region` under [bedrock] in "
                "config.toml, or AWS_REGION."
            )
        elif isinstance(error, aws.InvalidRegionError | aws.UnknownRegionError):
            sentence = (
                f"{quoted(self.setup.region or '')} is no AWS region. Correct {self.setup.region_from}: a "
                "region looks like eu-west-1."
            )
        elif isinstance(error, aws.ProfileNotFound):
            sentence = (
                f"There is no AWS profile named {self.setup.profile}. Correct `profile` under [bedrock] in "
                "config.toml, or AWS_PROFILE: `aws configure list-profiles` names those there are."
            )
        elif isinstance(error, aws.ConfigParseError | aws.ConfigNotFound):
            sentence = (
                f"AWS's own configuration cannot be read ({quoted(_why(error))}). Correct that file, then "
                "read again."
            )
        elif isinstance(error, aws.InvalidEndpointConfigurationError):
            sentence = (
                f"A Bedrock API key is sent over https only, and {self.connection.host} is plain http. "
                f"Check {WHERE}."
            )
        else:
            return None
        return Failure(FailureKind.NOT_SET_UP, sentence)

    def _on_the_way(self, error: Exception, begun: bool) -> Failure:
        asked = urlsplit(str(getattr(error, "kwargs", {}).get("endpoint_url", ""))).netloc
        # On the way to credentials others are asked than Bedrock.
        connection = replace(self.connection, host=asked) if asked else self.connection
        return connection.failure(error, begun)


def http_errors() -> HttpErrors:
    """Those of botocore and of urllib3, whose own come through while an answer is streamed."""
    import urllib3.exceptions as http
    from botocore import exceptions as aws
    from botocore.eventstream import ParserError
    from botocore.parsers import ResponseParserError

    return HttpErrors(
        (),
        (aws.ReadTimeoutError, http.ReadTimeoutError),
        (aws.ConnectTimeoutError,),
        (aws.ProxyConnectionError,),
        (aws.ConnectionClosedError, http.ProtocolError),
        (ParserError, ResponseParserError, UnicodeDecodeError, http.DecodeError),
    )


def expected() -> tuple[type[Exception], ...]:
    """What asking may raise besides a `ClientError`, and is no bug."""
    import urllib3.exceptions as http
    from botocore import exceptions as aws
    from botocore.eventstream import ParserError
    from botocore.parsers import ResponseParserError

    return (aws.BotoCoreError, http.HTTPError, ParserError, ResponseParserError, OSError)


def _why(error: Exception) -> str:
    """What the SDK says of an error, as far as it is not its own name for it."""
    values = getattr(error, "kwargs", {})
    said = next((values[name] for name in ("error_msg", "error", "path") if values.get(name)), error)
    return str(said)
