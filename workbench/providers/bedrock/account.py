"""What an AWS account has: credentials, models and inference profiles."""

import os
from collections.abc import Iterable, Iterator
from typing import Any

from workbench.core.ports import ModelInfo

_WAYS = {
    "assume-role": "a role that the profile names",
    "assume-role-with-web-identity": "a web identity",
    "config-file": "AWS's configuration file",
    "container-role": "the role of this container",
    "custom-process": "a program that the profile names (credential_process)",
    "env": "environment variables",
    "iam-role": "the role of this machine",
    "login": "a login (aws login)",
    "shared-credentials-file": "AWS's credentials file",
    "sso": "a login (aws sso login)",
}
"""Where credentials come from, by the SDK's name for it."""


def credentials_from(session: Any) -> str:
    """Where a session's credentials come from, for a person; raises as the SDK does where there are none."""
    from botocore.exceptions import NoCredentialsError

    if os.environ.get("AWS_BEARER_TOKEN_BEDROCK"):
        return "AWS_BEARER_TOKEN_BEDROCK"
    credentials = session.get_credentials()
    if credentials is None:
        raise NoCredentialsError
    # A login that has expired shows only when its keys are wanted.
    credentials.get_frozen_credentials()
    return _WAYS.get(credentials.method, str(credentials.method))


def offered(control: Any) -> Iterator[ModelInfo]:
    """What can be named as a model: those that answer on demand, then the inference profiles."""
    for model in control.list_foundation_models(byOutputModality="TEXT")["modelSummaries"]:
        if "ON_DEMAND" in model.get("inferenceTypesSupported", ("ON_DEMAND",)):
            retires = model.get("modelLifecycle", {}).get("endOfLifeTime")
            yield ModelInfo(model["modelId"], retires=retires.date().isoformat() if retires else None)
    for page in control.get_paginator("list_inference_profiles").paginate():
        yield from _ready(page["inferenceProfileSummaries"])


def _ready(profiles: Iterable[Any]) -> Iterator[ModelInfo]:
    """The inference profiles that can be used, by what they are called with."""
    for profile in profiles:
        if profile["status"] == "ACTIVE":
            own = profile["type"] == "APPLICATION"
            yield ModelInfo(profile["inferenceProfileArn" if own else "inferenceProfileId"])
