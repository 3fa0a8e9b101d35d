import json

import pytest

from workbench.core.errors import ProviderError
from workbench.providers.addresses import OFFICIAL, address, base_url, has_environment_credentials
from workbench.providers.anthropic import AnthropicProvider


@pytest.mark.parametrize(
    ("url", "root", "host", "is_loopback"),
    [
        ("https://api.anthropic.com", "https://api.anthropic.com", "api.anthropic.com", False),
        (" https://Proxy.Example/v1/ ", "https://Proxy.Example", "proxy.example", False),
        ("https://proxy.example/anthropic", "https://proxy.example/anthropic", "proxy.example", False),
        ("http://localhost:11434/v1", "http://localhost:11434", "localhost:11434", True),
        ("http://127.9.9.9:80", "http://127.9.9.9:80", "127.9.9.9:80", True),
        ("http://[::1]:8080", "http://[::1]:8080", "[::1]:8080", True),
        ("https://me:secret@proxy.example", "https://me:secret@proxy.example", "proxy.example", False),
    ],
)
def test_a_base_url_gives_root_and_host(url, root, host, is_loopback):
    found = address(url)
    assert (found.url, found.host, found.is_loopback) == (root, host, is_loopback)


@pytest.mark.parametrize(
    "url",
    [
        "http://api.anthropic.com",
        "http://10.0.0.5:8080",
        "http://0.0.0.0:8080",
        "http://localhost.example",
        "http://127.0.0.1.example",
        "http://127.0.0.1@evil.example",
    ],
)
def test_plain_http_is_for_this_machine_only(url):
    with pytest.raises(ProviderError, match=r"plain http.*use https"):
        address(url)


@pytest.mark.parametrize(
    "url", ["api.anthropic.com", "ftp://localhost", "https://", "http://localhost:x", "x"]
)
def test_what_is_no_address_is_said_to_be_none(url):
    with pytest.raises(ProviderError, match="is not an address"):
        address(url)


def test_a_provider_with_an_unusable_address_cannot_be_made(monkeypatch):
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://somewhere.example")
    with pytest.raises(ProviderError):
        AnthropicProvider()


def test_an_explicit_address_wins_over_the_environment(monkeypatch):
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://localhost:1")
    assert AnthropicProvider().destination == "localhost:1"
    assert AnthropicProvider(base_url="http://localhost:2").destination == "localhost:2"


def test_without_any_setting_it_is_the_official_address():
    assert base_url({}) == OFFICIAL
    assert AnthropicProvider().destination == "api.anthropic.com"


@pytest.fixture
def profile(tmp_path):
    """Writes a profile and gives the environment in which it is found."""

    def write(text, name="default", **environ):
        file = tmp_path / "home" / ".config" / "anthropic" / "configs" / f"{name}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return {"HOME": str(tmp_path / "home"), **environ}

    return write


IDENTITY = {
    "ANTHROPIC_IDENTITY_TOKEN": "t",
    "ANTHROPIC_FEDERATION_RULE_ID": "r",
    "ANTHROPIC_ORGANIZATION_ID": "o",
}


@pytest.mark.parametrize(
    ("environ", "found"),
    [
        ({}, False),
        ({"ANTHROPIC_API_KEY": "k"}, True),
        ({"ANTHROPIC_API_KEY": ""}, False),
        ({"ANTHROPIC_AUTH_TOKEN": "t"}, True),
        (IDENTITY, True),
        ({"ANTHROPIC_IDENTITY_TOKEN": "t"}, False),
        ({"ANTHROPIC_BASE_URL": "http://localhost:11434"}, True),
        ({"ANTHROPIC_BASE_URL": "https://proxy.example"}, False),
        ({"ANTHROPIC_BASE_URL": "http://[::1"}, False),
    ],
)
def test_the_environment_shows_whether_there_are_credentials(tmp_path, environ, found):
    assert has_environment_credentials({"HOME": str(tmp_path), **environ}) is found


def test_a_profile_counts_as_credentials(profile):
    assert has_environment_credentials(profile("{}"))


def test_a_profile_that_is_not_the_active_one_does_not_count(profile):
    assert not has_environment_credentials(profile("{}", "work"))
    assert has_environment_credentials(profile("{}", "work", ANTHROPIC_PROFILE="work"))


def test_the_pointer_file_says_which_profile_is_active(profile, tmp_path):
    environ = profile("{}", "work")
    (tmp_path / "home" / ".config" / "anthropic" / "active_config").write_text("work\n")
    assert has_environment_credentials(environ)


def test_the_folder_of_profiles_can_be_moved(profile, tmp_path):
    profile("{}")
    moved = {"HOME": "/nowhere", "ANTHROPIC_CONFIG_DIR": str(tmp_path / "home/.config/anthropic")}
    assert has_environment_credentials(moved)


PROFILE = json.dumps({"base_url": "https://profile.example"})


@pytest.mark.parametrize(
    ("environ", "url"),
    [
        ({}, "https://profile.example"),
        ({"ANTHROPIC_BASE_URL": "https://set.example"}, "https://set.example"),
        ({"ANTHROPIC_API_KEY": "k"}, OFFICIAL),
        (IDENTITY, OFFICIAL),
        ({**IDENTITY, "ANTHROPIC_PROFILE": "default"}, "https://profile.example"),
    ],
)
def test_the_profiles_address_counts_only_where_the_profile_is_used(profile, environ, url):
    assert base_url(profile(PROFILE, **environ)) == url


@pytest.mark.parametrize("text", ["{", "[]", '{"base_url": 5}', "{}"])
def test_a_profile_without_an_address_leaves_the_official_one(profile, text):
    assert base_url(profile(text)) == OFFICIAL
