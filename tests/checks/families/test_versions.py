import pytest

from workbench.checks.families.versions import check_versions

CARGO = '[package]\nname = "krill"\nversion = "0.6.0"\n'


@pytest.fixture
def on(judged):
    return lambda text, manifest=CARGO: judged(check_versions, text, {"Cargo.toml": manifest})


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("The newest release is 0.4.1:\n", "0.4.1"),
        ("Current version: 0.5.2\n", "0.5.2"),
        ("**Version:** 0.5\n", "0.5"),
        ("The latest stable version of krill is v0.5.0.\n", "0.5.0"),
        ("| Version | 0.5.0 |\n|---|---|\n| a | b |\n", "0.5.0"),
        ('```toml\n[dependencies]\nkrill = "0.5"\n```\n', 'krill = "0.5"'),
        ('```toml\nkrill = { version = "0.5", features = ["x"] }\n```\n', 'krill = { version = "0.5"'),
    ],
)
def test_another_version_than_the_manifests_is_a_fault(on, text, quote):
    found = on(text)
    assert found.faults == [(quote, "0.6.0")]
    assert found.findings[0].evidence[0].text == 'version = "0.6.0"'


def test_a_fixed_badge_counts(on):
    badge = "![v](https://img.shields.io/badge/version-0.5.0-green)"
    assert on(f"{badge}\n").faults == [(badge, "0.6.0")]


@pytest.mark.parametrize(
    "text",
    [
        "Version 0.6.0.\n",
        "The latest version is v0.6.\n",
        '```toml\nkrill = "0.6"\n```\n',
        '```toml\nkrill = "^0.6.0"\n```\n',
        "```yaml\n- repo: https://github.com/a/krill\n  rev: v0.6.0\n```\n",
    ],
)
def test_the_same_version_is_confirmed_to_the_part_that_is_said(on, text):
    found = on(text)
    assert (found.faults, len(found.confirmed)) == ([], 1)


@pytest.mark.parametrize(
    "text",
    [
        "Version 0.5 dropped the XML format.\n",
        "Since 0.4 cents count.\n",
        "Works with libkrill 2.3.\n",
        "The current version of the protocol is 1.2.\n",
        "The latest version of serde is 1.0.9.\n",
        "## Changelog\n\nLatest release: 0.5.0\n",
        '```toml\nserde = "1"\n```\n',
        "```\nkrill 0.2.9\n```\n",
        "```yaml\n- repo: https://github.com/a/krill\n  rev: v0.5.0\n```\n",
        "![v](https://img.shields.io/crates/v/krill)\n",
    ],
)
def test_history_other_things_and_older_tags_are_no_faults(on, text):
    assert on(text).faults == []


def test_a_manifest_between_releases_decides_nothing(on):
    found = on("Current version: 0.5.2\n", CARGO.replace("0.6.0", "0.6.0-dev"))
    assert (found.faults, len(found.left)) == ([], 1)


def test_a_page_of_a_folder_is_about_the_package_there(judged):
    files = {
        "package.json": '{"version": "2.0.0"}\n',
        "cli/package.json": '{"name": "c", "version": "0.9.1"}\n',
    }
    found = judged(check_versions, "Version 0.9.1.\n", files, name="cli/README.md")
    assert (found.faults, len(found.confirmed)) == ([], 1)


@pytest.mark.parametrize(
    ("tag", "file", "count"),
    [
        ("14.1.0", "heron_14.1.1-1_amd64.deb", 1),
        ("v14.1.1", "heron-14.1.1.tar.gz", 0),
        ("14.1.0", "other_14.1.1.deb", 0),
        ("14.1.0", "heron-py3.11.2.whl", 0),
        ("14.1.0", "heron_2.0.1.deb", 0),
    ],
)
def test_a_release_address_that_names_two_versions_is_a_fault(judged, tag, file, count):
    files = {"Cargo.toml": '[package]\nname = "heron"\nversion = "14.1.1"\n'}
    text = f"```sh\ncurl -LO https://github.com/tide/heron/releases/download/{tag}/{file}\n```\n"
    assert len(judged(check_versions, text, files).faults) == count
