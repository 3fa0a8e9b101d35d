"""Every way in which asking Bedrock goes wrong, and what mends it."""

from functools import partial

from providers.converse import MODEL
from providers.fault_causes import (
    HTML,
    PAGE_HEADERS,
    aws,
    begins,
    broken_frame,
    ends_with,
    moved,
    no_keys,
    no_name,
    nothing_listens,
    raises,
    refuses,
    refuses_once,
    responds,
    too_slowly,
)
from providers.fault_stage import Fault

REACH = "Reaching Bedrock"
STATUS = "Bedrock says no"
ANSWER = "Bedrock's answer"
ANOTHER_MODEL = ("--model", "eu.maker.another-v1:0")
EVENTS = {"content-type": "application/vnd.amazon.eventstream"}
SSO = """\
[profile work]
sso_start_url = https://example.awsapps.com/start
sso_region = eu-west-1
sso_account_id = 123456789012
sso_role_name = reader
"""
PROFILE_ONLY = (
    "Invocation of model ID anthropic.claude-test-5 with on-demand throughput isn’t supported. Retry your "
    "request with the ID or ARN of an inference profile that contains this model."
)

_reaching = partial(Fault, REACH, by="bedrock")
_refused = partial(Fault, STATUS, by="bedrock")
_answered = partial(Fault, ANSWER, by="bedrock")
_by_another = partial(_refused, mends="with another model", mended_flags=ANOTHER_MODEL)
_ended = partial(_answered, mends="with another model", mended_flags=ANOTHER_MODEL)

BEDROCK_FAULTS = (
    _reaching("no AWS credentials", no_keys(), "with credentials", whole=True),
    _reaching("an AWS login that has expired", no_keys(SSO, PROFILE="work"), "with a login", whole=True),
    _reaching("no such AWS profile", aws(PROFILE="wrok"), "with one that exists", whole=True),
    _reaching(
        "no AWS region",
        aws(REGION=None, ENDPOINT_URL_BEDROCK_RUNTIME=None),
        "with a region",
        whole=True,
    ),
    _reaching(
        "a Bedrock API key for a plain http endpoint",
        aws(BEARER_TOKEN_BEDROCK="bedrock-api-key-0123456789"),
        "without that key",
        whole=True,
    ),
    _reaching(
        "a region whose Bedrock has no such name",
        lambda stage: (no_name(stage), aws(REGION="eu-wset-1", ENDPOINT_URL_BEDROCK_RUNTIME=None)(stage)),
        "with the right region",
        whole=True,
    ),
    _reaching("nothing listens at the endpoint", nothing_listens, "once it runs", whole=True),
    _reaching(
        "a page of a proxy in place of Bedrock's answer (200, HTML)",
        responds(headers=PAGE_HEADERS, body=HTML),
        "once the proxy lets it through",
    ),
    _reaching(
        "404: another sort of server at the endpoint",
        responds(status=404, headers={"content-type": "application/json"}, body=b'{"detail": "Not Found"}'),
        "once the address is right",
    ),
    _reaching("the endpoint points to another address (307)", moved, "once the address is right"),
    _refused(
        "UnrecognizedClientException: keys that AWS does not know",
        refuses(403, "UnrecognizedClientException", "The security token included in the request is invalid."),
        "with valid keys",
    ),
    _refused(
        "InvalidSignatureException: a secret key that is not the key's",
        refuses(403, "InvalidSignatureException", "The request signature we calculated does not match."),
        "with the right secret key",
    ),
    _refused(
        "ExpiredTokenException: a token that is out of date",
        refuses(403, "ExpiredTokenException", "The security token included in the request is expired"),
        "with a new login",
    ),
    _by_another(
        "AccessDeniedException: no access to the model",
        refuses(
            403, "AccessDeniedException", "You don't have access to the model with the specified model ID."
        ),
    ),
    _refused(
        "ResourceNotFoundException: a form that was never filled in",
        refuses(
            404,
            "ResourceNotFoundException",
            "Model use case details have not been submitted for this account. Fill out the Anthropic use "
            "case details form before using the model.",
        ),
        "once it is filled in",
    ),
    _by_another(
        "ResourceNotFoundException: the model is not there, or not in this region",
        refuses(404, "ResourceNotFoundException", "Could not resolve the foundation model from the name."),
    ),
    _by_another(
        "ValidationException: a name that no model has",
        refuses(400, "ValidationException", "The provided model identifier is invalid."),
    ),
    _refused(
        "ValidationException: a model that answers through an inference profile only",
        refuses(400, "ValidationException", PROFILE_ONLY),
        "with the profile",
        flags=("--model", "anthropic.claude-test-5"),
        mended_flags=("--model", MODEL),
    ),
    _by_another(
        "ValidationException: longer than the model's window",
        refuses(400, "ValidationException", "Input is too long for requested model."),
    ),
    _by_another(
        "ValidationException: a request that it cannot use",
        refuses(400, "ValidationException", "output_config.effort: not supported by this model"),
    ),
    _refused(
        "ValidationException: the model takes no output schema",
        refuses_once(
            400,
            "ValidationException",
            "The model returned the following errors: output_config.format: Extra inputs are not permitted",
        ),
    ),
    _refused(
        "AccessDeniedException: the model has no cache",
        refuses_once(
            403,
            "AccessDeniedException",
            "You invoked an unsupported model or your request did not allow prompt caching.",
        ),
    ),
    _refused(
        "ThrottlingException, wait 5 s: once",
        refuses_once(429, "ThrottlingException", "Too many requests, please wait.", retry_after="5"),
    ),
    _refused(
        "ThrottlingException, no word of how long: each time",
        refuses(429, "ThrottlingException", "Too many tokens, please wait before trying again."),
        "once there is room",
    ),
    _refused(
        "ThrottlingException, wait 5 hours",
        refuses(429, "ThrottlingException", "Too many tokens per day.", retry_after="18000"),
        "once the hours are over",
    ),
    _refused(
        "ServiceQuotaExceededException",
        refuses(400, "ServiceQuotaExceededException", "Your request exceeds the quota of your account."),
        "once it is raised",
    ),
    _refused(
        "ModelNotReadyException",
        refuses(429, "ModelNotReadyException", "The model is not ready to serve inference requests."),
        "once it is ready",
    ),
    _refused(
        "ModelErrorException",
        refuses(424, "ModelErrorException", "The request failed while the model processed it."),
        "once it works",
    ),
    _refused(
        "ModelTimeoutException",
        refuses(408, "ModelTimeoutException", "The request took too long to process."),
        "once it works",
    ),
    _refused(
        "InternalServerException",
        refuses(500, "InternalServerException", "An internal error occurred."),
        "once it works",
    ),
    _refused(
        "ServiceUnavailableException",
        refuses(503, "ServiceUnavailableException", "Bedrock is unable to process your request."),
        "once it works",
    ),
    _answered(
        "no first event of Bedrock's", too_slowly(responds(headers=EVENTS, hang=True)), "once it answers"
    ),
    _answered("Bedrock's answer stalls", too_slowly(begins(hang=True)), "once it answers"),
    _answered("Bedrock's connection is cut in the middle", begins(cut=True), "once it holds"),
    _answered("Bedrock's stream ends without messageStop", begins(), "once it holds"),
    _answered("a frame with a wrong checksum", broken_frame, "once it works"),
    _answered(
        "throttlingException in the middle",
        raises("throttlingException", "Too many tokens, please wait before trying again."),
        "once there is room",
    ),
    _answered(
        "modelStreamErrorException in the middle",
        raises("modelStreamErrorException", "The model stopped answering."),
        "once it works",
    ),
    _ended("content_filtered: a refusal, or a filter", ends_with("content_filtered")),
    _answered("guardrail_intervened", ends_with("guardrail_intervened"), "with the guardrail changed"),
    _answered("malformed_tool_use", ends_with("malformed_tool_use"), "once it keeps to the form"),
    _ended("max_tokens: no room for Bedrock's answer", ends_with("max_tokens")),
    _ended(
        "model_context_window_exceeded: longer than the window", ends_with("model_context_window_exceeded")
    ),
)
