"""What AWS says instead of an answer, as a sentence with the next step."""

from dataclasses import dataclass

from workbench.core.errors import FailureKind
from workbench.providers.bedrock.wire import WHERE
from workbench.providers.failures import Refusal

_LISTS = "`workbench doctor --provider bedrock --online` lists those of your account"
FROM = "`workbench doctor --provider bedrock` says where they come from"
"""How to find out about credentials, to be put behind a colon."""
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
_NO_API_KEY = "api key"
_NO_MODEL = ("model identifier is invalid", "marked by provider as legacy", "end of its life")
_TOO_LONG = ("prompt is too long", "input is too long", "context limit", "context length", "context window")

_SENTENCES = {
    FailureKind.FORBIDDEN: "{host} does not let these credentials use {model} ({said}). Choose another "
    "model, or have whoever manages the AWS account allow it (bedrock:InvokeModel and "
    "bedrock:InvokeModelWithResponseStream).",
    FailureKind.REFUSED_KEY: "{host} does not know the AWS credentials ({said}). Put valid ones in their "
    f"place: {FROM}.",
    FailureKind.NO_SUCH_MODEL: "There is no model {model} in {region} ({said}). Name another model or region "
    f"in config.toml: {_LISTS}.",
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
    f"{{place}}.{{model}}: {_LISTS}."
)
_UNLISTED_SENTENCE = (
    "The AWS account does not let these credentials list its models ({said}). Have whoever manages it allow "
    "bedrock:ListFoundationModels and bedrock:ListInferenceProfiles; a text can be read without."
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
        if self.status == 403 and _NO_API_KEY in said:
            return FailureKind.REFUSED_KEY
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
        if not self.model and self.kind is FailureKind.FORBIDDEN:
            return _UNLISTED_SENTENCE
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


def page_instead(host: str) -> str:
    """The sentence for a web page that came with a status of success."""
    return _PAGE.format(host=host, said="status 200")
