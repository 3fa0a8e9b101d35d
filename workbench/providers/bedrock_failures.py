"""What the refusals and failures of AWS mean, as sentences with the next step."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

from workbench.core.errors import Failure, FailureKind
from workbench.providers.bedrock_setup import Setup
from workbench.providers.bedrock_wire import WHERE
from workbench.providers.connections import Connection, HttpErrors
from workbench.providers.failures import Refusal, is_page, quoted, retry_after

_LIST = "`workbench doctor --provider bedrock --online` lists those of your account"
_FROM = "`workbench doctor --provider bedrock` says where they come from"
_OPERATIONS = frozenset({"Converse", "ConverseStream", "ListFoundationModels", "ListInferenceProfiles"})
"""Everything that Bedrock itself is asked; anything else is asked on the way to credentials."""

_KINDS = {
    "AccessDeniedException": FailureKind.FORBIDDEN,
    "ExpiredToken": FailureKind.REFUSED_KEY,
    "ExpiredTokenException": FailureKind.REFUSED_KEY,
    "FTUFormNotFilled": FailureKind.FORBIDDEN,
    "IncompleteSignature": FailureKind.REFUSED_KEY,
    "IncompleteSignatureException": FailureKind.REFUSED_KEY,
    "InternalServerException": FailureKind.SERVER,
    "InvalidClientTokenId": FailureKind.REFUSED_KEY,
    "InvalidSignatureException": FailureKind.REFUSED_KEY,
    "MissingAuthenticationTokenException": FailureKind.REFUSED_KEY,
    "ModelErrorException": FailureKind.SERVER,
    "ModelNotReadyException": FailureKind.OVERLOADED,
    "ModelStreamErrorException": FailureKind.SERVER,
    "ModelTimeoutException": FailureKind.TIMEOUT,
    "RequestExpired": FailureKind.REFUSED_KEY,
    "ResourceNotFoundException": FailureKind.NO_SUCH_MODEL,
    "ServiceQuotaExceededException": FailureKind.RATE_LIMITED,
    "ServiceUnavailableException": FailureKind.SERVER,
    "SignatureDoesNotMatch": FailureKind.REFUSED_KEY,
    "ThrottlingException": FailureKind.RATE_LIMITED,
    "UnknownOperationException": FailureKind.NO_BEDROCK,
    "UnrecognizedClientException": FailureKind.REFUSED_KEY,
    "ValidationException": FailureKind.BAD_REQUEST,
}
_EXPIRED = frozenset({"ExpiredToken", "ExpiredTokenException", "RequestExpired"})
_UNSIGNED = frozenset(
    {
        "IncompleteSignature",
        "IncompleteSignatureException",
        "InvalidSignatureException",
        "SignatureDoesNotMatch",
    }
)
# These are told only in prose.
_PROFILE_ONLY = "on-demand throughput"
_NO_FORM = "use case details"
_NO_MODEL = ("model identifier is invalid", "marked by provider as legacy", "end of its life")
_TOO_LONG = ("prompt is too long", "input is too long", "context limit", "context length", "context window")

_SENTENCES = {
    FailureKind.FORBIDDEN: "{host} does not let these credentials use {model} ({said}). Choose another "
    "model, or have whoever manages the AWS account allow it (bedrock:InvokeModel and "
    "bedrock:InvokeModelWithResponseStream).",
    FailureKind.REFUSED_KEY: "{host} does not know the AWS credentials ({said}). Put valid ones in their "
    f"place: {_FROM}.",
    FailureKind.NO_SUCH_MODEL: "There is no model {model} in {region} ({said}). Name another model or region "
    f"in config.toml: {_LIST}.",
    FailureKind.NO_BEDROCK: f"There is no Bedrock at {{host}} ({{said}}). Check {WHERE}.",
    FailureKind.OVERLOADED: "{model} is not ready yet ({said}). Read again in a minute, or choose another "
    "model.",
}
_EXPIRED_SENTENCE = (
    "The AWS login has expired ({said}). Log in again ({login}, or whatever gave you the keys), then read "
    "again."
)
_UNSIGNED_SENTENCE = (
    "{host} does not accept how the request is signed ({said}). Check the clock of this machine and the "
    "secret key: `workbench doctor --provider bedrock` says where that comes from."
)
_FORM_SENTENCE = (
    "The AWS account has not said what it uses the models of Anthropic for ({said}). Fill in the form for it "
    "in the Bedrock console, then read again."
)
_PROFILE_SENTENCE = (
    "{model} answers only through an inference profile ({said}). Name the profile in its place, such as "
    f"{{place}}.{{model}}: {_LIST}."
)
_QUOTA_SENTENCE = (
    "The AWS account has used up a quota of {host} ({said}). Read again later, have the quota raised, or "
    "choose another model."
)
_MODEL_SENTENCE = "{model} failed at {host} ({said}). Read again; if that repeats, choose another model."
_PAGE = (
    "A web page came in place of an answer of {host} ({said}): a proxy, a firewall or a login page is in "
    f"between. Check the proxy and {WHERE}, then read again."
)
_MOVED = (
    "{host} points to another address ({said}), and a text is sent nowhere but where you were told. "
    "Set `endpoint` under [bedrock] in config.toml to the address that answers."
)


@dataclass(frozen=True, slots=True)
class AwsRefusal(Refusal):
    """What AWS said instead of an answer; its `type` is the code of the exception."""

    region: str = ""
    login: str = ""
    """The command that logs in."""

    @property
    def kind(self) -> FailureKind:
        """What it comes to."""
        said = self.message.lower()
        if self.status < 500 and (self.is_page or 300 <= self.status < 400):
            return FailureKind.NO_BEDROCK
        if self.type == "ValidationException":
            if any(words in said for words in _TOO_LONG):
                return FailureKind.TOO_LONG
            if _PROFILE_ONLY in said or any(words in said for words in _NO_MODEL):
                return FailureKind.NO_SUCH_MODEL
        if _NO_FORM in said:
            return FailureKind.FORBIDDEN
        if self.type in _KINDS:
            return _KINDS[self.type]
        return FailureKind.NO_BEDROCK if self.status == 404 else super(AwsRefusal, self).kind

    def _form(self) -> str:
        kind = self.kind
        if kind is FailureKind.NO_BEDROCK and self.status != 404:
            return _PAGE if self.is_page else _MOVED
        return self._special_form() or _SENTENCES.get(kind) or super(AwsRefusal, self)._form()

    def _special_form(self) -> str:
        """A sentence for what is told apart from the rest of its kind; empty where nothing is."""
        said = self.message.lower()
        if self.type in _EXPIRED:
            return _EXPIRED_SENTENCE
        if self.type in _UNSIGNED:
            return _UNSIGNED_SENTENCE
        if _NO_FORM in said or self.type == "FTUFormNotFilled":
            return _FORM_SENTENCE
        if _PROFILE_ONLY in said:
            return _PROFILE_SENTENCE
        if self.type == "ServiceQuotaExceededException":
            return _QUOTA_SENTENCE
        return _MODEL_SENTENCE if self.type in ("ModelErrorException", "ModelStreamErrorException") else ""

    def _fields(self) -> dict[str, str]:
        place = {"us": "us", "eu": "eu", "ap": "apac"}.get(self.region.partition("-")[0], "global")
        more = {"region": self.region, "login": self.login, "place": place}
        return super(AwsRefusal, self)._fields() | more


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
        sentence = _PAGE.format(host=self.connection.host, said="status 200")
        return Failure(FailureKind.NO_BEDROCK, sentence)

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
                f"AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or neither: {_FROM}."
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
                f"({quoted(_why(error))}). Correct the profile in AWS's own configuration: {_FROM}."
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
