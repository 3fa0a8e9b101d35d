import socket
import ssl

import httpx2
import pytest

from workbench.core.errors import FailureKind
from workbench.providers.connections import Connection

REMOTE = Connection("api.example", False, 10.0, 600.0)
LOCAL = Connection("localhost:8080", True, 10.0, 600.0)


def certificate(code):
    error = ssl.SSLCertVerificationError(1, "certificate verify failed")
    error.verify_code = code
    return error


def caused(error, *causes):
    """An exception that was led to by others, the nearest first."""
    last = error
    for cause in causes:
        last.__cause__ = cause
        last = cause
    return error


@pytest.mark.parametrize(
    ("causes", "kind", "said"),
    [
        ((certificate(10),), FailureKind.UNTRUSTED, "it is out of date"),
        ((certificate(62),), FailureKind.UNTRUSTED, "it is for another name"),
        ((certificate(20),), FailureKind.UNTRUSTED, "nobody whom this machine trusts"),
        ((ssl.SSLEOFError(),), FailureKind.NETWORK, "does not speak https"),
        ((socket.gaierror(),), FailureKind.NETWORK, "cannot be looked up"),
        ((OSError(), ConnectionRefusedError()), FailureKind.NETWORK, "Nothing answers"),
        (
            (OSError(), ExceptionGroup("", [OSError(), ConnectionRefusedError()])),
            FailureKind.NETWORK,
            "Nothing answers",
        ),
        (
            (OSError(101, "Network is unreachable"),),
            FailureKind.NETWORK,
            "cannot be reached. Check the network",
        ),
    ],
)
def test_what_keeps_from_connecting_is_told_by_its_cause(causes, kind, said):
    failure = REMOTE.failure(caused(httpx2.ConnectError("All connection attempts failed"), *causes))
    assert failure.kind is kind
    assert said in failure.message and "api.example" in failure.message


@pytest.mark.parametrize(
    ("error", "kind", "said"),
    [
        (httpx2.ConnectTimeout(""), FailureKind.NETWORK, "within 10 s"),
        (httpx2.ReadTimeout(""), FailureKind.TIMEOUT, "let 10 min pass"),
        (httpx2.WriteTimeout(""), FailureKind.TIMEOUT, "let 10 min pass"),
        (httpx2.ProxyError("407"), FailureKind.NETWORK, "HTTPS_PROXY"),
        (httpx2.LocalProtocolError("b'Bearer key'"), FailureKind.REFUSED_KEY, "cannot be sent"),
    ],
)
def test_what_the_http_library_says_is_never_repeated(error, kind, said):
    failure = REMOTE.failure(error)
    assert failure.kind is kind
    assert said in failure.message
    assert not str(error) or str(error) not in failure.message


def test_a_server_on_this_machine_is_to_be_started_and_no_network_to_be_checked():
    refused = caused(httpx2.ConnectError(""), ConnectionRefusedError())
    assert "Start the server" in LOCAL.failure(refused).message
    assert "Check the network" in REMOTE.failure(refused).message


def test_an_answer_under_way_is_broken_off_whatever_broke_it():
    for error in (
        httpx2.ReadError(""),
        httpx2.RemoteProtocolError("peer closed"),
        httpx2.DecodingError("-3"),
    ):
        assert REMOTE.failure(error, begun=True).kind is FailureKind.CUT_OFF


def test_causes_that_lead_to_each_other_end():
    error = httpx2.ConnectError("")
    error.__context__ = OSError()
    assert REMOTE.failure(error).kind is FailureKind.NETWORK
