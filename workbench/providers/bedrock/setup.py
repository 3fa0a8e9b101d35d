"""Where Bedrock is asked, and what the environment says about credentials for it.

Nothing here imports the SDK, so all of it is quick enough for start-up. The SDK finds the same by itself;
this is to name the place before anything is sent.
"""

import re
from collections.abc import Mapping
from configparser import Error as ConfigError
from configparser import RawConfigParser
from dataclasses import dataclass
from pathlib import Path

from workbench.providers.addresses import Address, address

_SERVICE = "bedrock_runtime"
_ENDPOINT = "endpoint_url"
_MODEL = re.compile(
    r"arn:aws[\w-]*:bedrock:"
    r"|([a-z]+(-[a-z]+)?\.)?"
    r"(ai21|amazon|anthropic|cohere|deepseek|google|meta|minimax|mistral|moonshot(ai)?|nvidia|openai|qwen"
    r"|writer|xai|zai)\.[a-z]"
)
_LOGINS = ("aws_access_key_id", "credential_process", "login_session", "role_arn", "sso_")
"""Beginnings of the settings that lead to credentials."""
_CREDENTIALS = (
    "AWS_ACCESS_KEY_ID",
    "AWS_BEARER_TOKEN_BEDROCK",
    "AWS_CONTAINER_CREDENTIALS_FULL_URI",
    "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
    "AWS_WEB_IDENTITY_TOKEN_FILE",
)


@dataclass(frozen=True, slots=True)
class Setup:
    """Where Bedrock is, as far as it can be told without the SDK."""

    region: str | None
    """None where none is set."""
    region_from: str
    """What sets it, for a person."""
    profile: str
    endpoint: str | None
    """A URL in place of the region's own; None where none is set."""

    @property
    def host(self) -> str:
        """Where texts are sent.

        Raises:
            ProviderError: the endpoint is no address, or plain http to another machine.

        """
        if self.endpoint:
            return endpoint_address(self.endpoint).host
        if self.region is None:
            return "Bedrock"
        china = ".cn" if self.region.startswith("cn-") else ""
        return f"bedrock-runtime.{self.region}.amazonaws.com{china}"

    @property
    def is_loopback(self) -> bool:
        """Whether what is sent there stays on this machine.

        Raises:
            ProviderError: the endpoint is no address, or plain http to another machine.

        """
        return self.endpoint is not None and endpoint_address(self.endpoint).is_loopback

    @property
    def destination(self) -> str:
        """The host and the region, as a person would name them.

        Raises:
            ProviderError: the endpoint is no address, or plain http to another machine.

        """
        if self.region is None:
            return f"{self.host} (no region is set)"
        return self.host if self.region in self.host else f"{self.host} ({self.region})"

    @property
    def sentence(self) -> str:
        """Region and profile, and what sets the region."""
        region = f"region {self.region}, set by {self.region_from}" if self.region else "no region is set"
        return f"{region}; profile {self.profile}"


def found(
    environ: Mapping[str, str],
    region: str | None = None,
    profile: str | None = None,
    endpoint: str | None = None,
) -> Setup:
    """The set-up, what was configured first, then the environment, then the files of AWS's tools."""
    name = profile or environ.get("AWS_PROFILE") or environ.get("AWS_DEFAULT_PROFILE") or "default"
    sections = _sections(environ)
    settings = sections.get(f"profile {name}") or (sections.get(name, {}) if name == "default" else {})
    regions = (
        (region, "`region` under [bedrock]"),
        (environ.get("AWS_REGION"), "AWS_REGION"),
        (environ.get("AWS_DEFAULT_REGION"), "AWS_DEFAULT_REGION"),
        (settings.get("region"), f"the profile {name}"),
    )
    where, source = next(((each, source) for each, source in regions if each), (None, ""))
    return Setup(where, source, name, endpoint or _endpoint(environ, settings, sections))


def endpoint_address(url: str) -> Address:
    """The address in an endpoint.

    Raises:
        ProviderError: it is no URL, or plain http to another machine.

    """
    return address(url, "endpoint", "https://bedrock-runtime.eu-west-1.amazonaws.com")


def has_environment_credentials(environ: Mapping[str, str]) -> bool:
    """Whether keys, a token, a role or a login are set up; not whether they work.

    A machine's own role cannot be told without asking over the network, and does not count.
    """
    if any(environ.get(name) for name in _CREDENTIALS):
        return True
    files = (
        _file(environ, "AWS_SHARED_CREDENTIALS_FILE", "credentials"),
        _file(environ, "AWS_CONFIG_FILE", "config"),
    )
    return any(
        key.startswith(_LOGINS)
        for file in files
        for settings in _sections_of(file).values()
        for key in settings
    )


def is_model(name: str) -> bool:
    """Whether a name is one that only Bedrock would have given: an ARN, or `[place.]maker.model`."""
    return bool(_MODEL.match(name))


def _endpoint(
    environ: Mapping[str, str], settings: Mapping[str, str], sections: Mapping[str, Mapping[str, str]]
) -> str | None:
    if environ.get("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS", "").lower() == "true":
        return None
    services = sections.get(f"services {settings.get('services', '')}", {})
    own = re.search(rf"^\s*{_ENDPOINT}\s*=\s*(\S+)", services.get(_SERVICE, ""), re.MULTILINE)
    return (
        environ.get("AWS_ENDPOINT_URL_BEDROCK_RUNTIME")
        or environ.get("AWS_ENDPOINT_URL")
        or (own[1] if own else settings.get(_ENDPOINT))
    )


def _sections(environ: Mapping[str, str]) -> Mapping[str, Mapping[str, str]]:
    return _sections_of(_file(environ, "AWS_CONFIG_FILE", "config"))


def _sections_of(file: Path) -> Mapping[str, Mapping[str, str]]:
    # A file that cannot be read sets nothing here; the SDK says what is wrong with it when it is used.
    parser = RawConfigParser(strict=False)
    try:
        parser.read_string(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ConfigError):
        return {}
    return {name: dict(parser[name]) for name in parser.sections()}


def _file(environ: Mapping[str, str], variable: str, name: str) -> Path:
    if named := environ.get(variable):
        return Path(named).expanduser()
    return Path(environ.get("HOME") or Path.home()) / ".aws" / name
