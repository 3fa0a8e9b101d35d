"""Coming back to a text without a screen."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from workbench.core.marks import Target
from workbench.storage.store import SqliteStore


@pytest.fixture
def leaves(tmp_path):
    """Leaves the only text there is as a screen does, at its newest revision, some days ago."""

    async def leave(days):
        store = SqliteStore(tmp_path / "w.db", lambda: datetime.now(UTC) - timedelta(days=days))  # noqa: TID251
        artifact = (await store.known())[0].artifact
        history = await store.history(artifact)
        await store.leave(artifact, history.revisions[-1], Target("concern", 1))
        await store.close()

    return lambda days: asyncio.run(leave(days))


def test_status_says_what_changed_which_ruling_is_void_and_what_waits(run, text, script, leaves):
    run("review", text, "--provider", script(), "--yes", "--parallel", 1)
    leaves(8)
    text.write_text(
        text.read_text().replace("## Install\n", "## Install\n\nFirst wait.\n\n## Use\n\nPour.\n")
    )
    ended = run("status", text)
    assert ended.out.splitlines()[-7:] == [
        "You left 8 days ago, at revision 1.",
        "On disk since then: +3 lines.",
        "  Install: +1",
        "  Use: +2",
        "Read once meanwhile.",
        "The ruling Publishable of revision 1 is void.",
        "Unmarked: 1.",
    ]
    since = run("status", text, "--format", "json").json["since"]
    left_at = datetime.fromisoformat(since.pop("left_at"))
    assert timedelta(days=7) < datetime.now(UTC) - left_at < timedelta(days=9)  # noqa: TID251
    assert since == {
        "revision": 1,
        "edited": True,
        "changes": [
            {"section": ["Kettle", "Install"], "added": 1, "removed": 0},
            {"section": ["Kettle", "Use"], "added": 2, "removed": 0},
        ],
        "rounds": 1,
        "void": {"ruling": "Publishable", "revision": 1, "binding": False},
        "agreed": 0,
        "unmarked": 1,
    }


def test_a_round_that_was_made_meanwhile_is_said(run, text, script, leaves):
    run("status", text)
    leaves(1)
    run("review", text, "--provider", script(), "--yes", "--parallel", 1)
    ended = run("status", text)
    assert "Read once meanwhile." in ended.out and "is void" not in ended.out


def test_status_is_no_leaving(run, text, leaves):
    run("status", text)
    leaves(3)
    for _ in range(2):
        assert "You left 3 days ago" in run("status", text).out
