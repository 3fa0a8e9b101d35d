"""What the SDK makes to ask Bedrock with. The only module that imports `boto3`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from workbench.core.errors import Failure, FailureKind, ProviderError
from workbench.providers.bedrock.setup import Setup, endpoint_address
from workbench.providers.connections import Connection
from workbench.providers.failures import hidden, secrets_of

_AT_ONCE = 32
"""As many readings as may be under way: connections beyond these would not be kept."""
_KEY_ID = re.compile(r"Credential=([^/]+)")
_SIGNED = "Signature="
"""Begins what is last in the header of a signed request, and is good for this request only."""


@dataclass
class Clients:
    """What asks Bedrock."""

    session: Any
    runtime: Any
    """Asks models."""
    config: Any
    secrets: set[str] = field(default_factory=set)
    """What was sent that nobody may read."""

    @property
    def control(self) -> Any:
        """Asks for lists."""
        return self.session.client("bedrock", config=self.config)

    def hidden(self, text: str) -> str:
        """A text without what nobody may read."""
        return hidden(text, self.secrets)

    def note_secrets(self, request: Any, **_: Any) -> None:
        """Keep in mind what is secret in a request that is about to be sent."""
        headers = _as_text(request.headers)
        self.secrets.update(_KEY_ID.findall(headers.get("Authorization", "")))
        self.secrets.update(each for each in secrets_of(headers) if not each.startswith(_SIGNED))


def made_clients(setup: Setup, profile: str | None, endpoint: str | None, connection: Connection) -> Clients:
    """Clients for a set-up; `profile` and `endpoint` are those that were configured here.

    Takes half a second, and a login may ask over the network: call it in a thread.

    Raises:
        ProviderError: they would ask another place than the one that is named.

    """
    import boto3
    from botocore.config import Config

    session = boto3.Session(profile_name=profile, region_name=setup.region)
    config = Config(
        connect_timeout=connection.connects_in,
        read_timeout=connection.answers_in,
        # Waiting and trying again is the round's, where it is seen and can be stopped.
        retries={"total_max_attempts": 1, "mode": "standard"},
        tcp_keepalive=True,
        max_pool_connections=_AT_ONCE,
    )
    # A proxy before a server on this machine would carry a text elsewhere.
    direct = config.merge(Config(proxies={})) if connection.is_loopback else config
    runtime = session.client("bedrock-runtime", config=direct, endpoint_url=endpoint)
    _check(runtime.meta.endpoint_url, connection.host)
    clients = Clients(session, runtime, config)
    runtime.meta.events.register("before-send.bedrock-runtime", clients.note_secrets)
    return clients


def _check(url: str, named: str) -> None:
    """Send nothing to a place that was not named before."""
    really = endpoint_address(url)
    if really.host != named:
        raise ProviderError(
            Failure(
                FailureKind.NOT_SET_UP,
                f"AWS's own settings lead to {really.host}, and {named} was named. Set "
                f'`endpoint = "{really.url}"` under [bedrock] in config.toml, so that it is named before '
                "anything is sent.",
            )
        )


def _as_text(headers: Mapping[str, Any]) -> dict[str, str]:
    return {
        name: value.decode("latin-1") if isinstance(value, bytes) else str(value)
        for name, value in headers.items()
    }
