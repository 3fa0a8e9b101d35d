"""Where the Messages API is asked, and what the environment says about credentials for it.

Nothing here imports the SDK, so all of it is quick enough for start-up.
"""

import json
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from workbench.core.errors import Failure, FailureKind, ProviderError

OFFICIAL = "https://api.anthropic.com"
_LOGIN = re.compile("//.*@")


@dataclass(frozen=True, slots=True)
class Address:
    """A server that is asked."""

    url: str
    """Its root, without `/v1`."""
    host: str
    """Host, and port where one is given: never a name or password from the URL."""
    is_loopback: bool
    """Whether what is sent there stays on this machine."""

    @property
    def place(self) -> str:
        """What it is remembered by: without a name, a password or a query, any of which may be secret."""
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{self.host}{parts.path}"

    @property
    def is_official(self) -> bool:
        """Whether it is the service whose API this is, and none that imitates it."""
        return self.place == OFFICIAL


def address(url: str, called: str = "base URL", like: str = OFFICIAL) -> Address:
    """The address in a base URL, or whatever else such a setting is called; `like` is a good one.

    Raises:
        ProviderError: it is no URL, or plain http to another machine.

    """
    shown = _LOGIN.sub("//", url)
    no_address = _unusable(f"The {called} {shown!r} is not an address: write it like {like}.")
    try:
        parts = urlsplit(url.strip())
        has_host = bool(parts.hostname) and parts.port != 0
    except ValueError as error:
        raise no_address from error
    if not has_host or parts.scheme not in ("http", "https"):
        raise no_address
    host = parts.netloc.rpartition("@")[2].lower()
    is_loopback = _is_loopback(parts.hostname or "")
    if parts.scheme == "http" and not is_loopback:
        raise _unusable(
            f"The {called} of {host} is plain http, which anyone on the way can read: use https. "
            "Plain http is for servers on this machine."
        )
    root = url.strip().rstrip("/").removesuffix("/v1")
    return Address(root, host, is_loopback)


def base_url(environ: Mapping[str, str]) -> str:
    """The base URL that the environment or the active profile chooses, else the official one."""
    chosen = environ.get("ANTHROPIC_BASE_URL")
    if not chosen and not _has_key(environ) and not _is_shadowed(environ):
        chosen = _profile_base_url(_profile_file(environ))
    return chosen or OFFICIAL


def has_environment_credentials(environ: Mapping[str, str]) -> bool:
    """Whether a key, a token, an identity or the active profile's file is there; not whether it works.

    A base URL on this machine is enough as well: such a server needs none.
    """
    return (
        _has_key(environ)
        or _has_identity(environ)
        or _is_local(environ.get("ANTHROPIC_BASE_URL", ""))
        or _profile_file(environ).is_file()
    )


def _is_local(url: str) -> bool:
    try:
        return _is_loopback(urlsplit(url).hostname or "")
    except ValueError:
        return False


def _is_loopback(hostname: str) -> bool:
    if hostname == "localhost" or hostname.endswith(".localhost"):
        return True
    try:
        return ip_address(hostname).is_loopback
    except ValueError:
        return False


def _has_key(environ: Mapping[str, str]) -> bool:
    return bool(environ.get("ANTHROPIC_API_KEY") or environ.get("ANTHROPIC_AUTH_TOKEN"))


def _has_identity(environ: Mapping[str, str]) -> bool:
    token = environ.get("ANTHROPIC_IDENTITY_TOKEN") or environ.get("ANTHROPIC_IDENTITY_TOKEN_FILE")
    rule = environ.get("ANTHROPIC_FEDERATION_RULE_ID")
    return bool(token and rule and environ.get("ANTHROPIC_ORGANIZATION_ID"))


def _is_shadowed(environ: Mapping[str, str]) -> bool:
    """Whether the profile on disk gives way to an identity from the environment."""
    return _has_identity(environ) and not environ.get("ANTHROPIC_PROFILE")


def _profile_file(environ: Mapping[str, str]) -> Path:
    """The active profile's settings, where the SDK looks for them."""
    if folder := environ.get("ANTHROPIC_CONFIG_DIR"):
        root = Path(folder)
    elif sys.platform == "win32" and (roaming := environ.get("APPDATA")):
        root = Path(roaming) / "Anthropic"
    else:
        root = Path(environ.get("HOME") or Path.home()) / ".config" / "anthropic"
    name = environ.get("ANTHROPIC_PROFILE") or _text(root / "active_config") or "default"
    return root / "configs" / f"{name}.json"


def _profile_base_url(file: Path) -> str | None:
    # A profile that cannot be read chooses nothing here; the SDK says what is wrong with it when it is used.
    try:
        profile = json.loads(_text(file) or "{}")
    except (ValueError, RecursionError):
        return None
    chosen = profile.get("base_url") if isinstance(profile, dict) else None
    return chosen if isinstance(chosen, str) else None


def _text(file: Path) -> str | None:
    try:
        return file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None


def _unusable(message: str) -> ProviderError:
    return ProviderError(Failure(FailureKind.BAD_REQUEST, message))
