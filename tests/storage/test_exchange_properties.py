"""Whatever happened to a database: an export of it loses nothing, and importing adds up in any order."""

import asyncio
import json
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from storage.exchange_stage import Life, content, exported, taken

FEWER = settings(max_examples=max(1, settings().max_examples // 3))
"""Each makes several databases."""
CHOICES = st.lists(st.integers(0, 10_000), max_size=14)


def in_folder(work):
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(work(Path(folder)))


@FEWER
@given(CHOICES)
def test_a_database_imported_into_an_empty_one_is_told_in_the_same_lines(choices):
    async def work(folder):
        await Life(folder / "a.db").lives(choices)
        lines = await exported(folder / "a.db")
        await taken(folder / "b.db", lines)
        assert await content(folder / "b.db") == lines[1:]

    in_folder(work)


@FEWER
@given(CHOICES, CHOICES)
def test_importing_again_changes_nothing(before, after):
    async def work(folder):
        await Life(folder / "a.db").lives(before)
        await Life(folder / "b.db", 0.5).lives(after)
        lines = await exported(folder / "a.db")
        await taken(folder / "b.db", lines)
        once = await content(folder / "b.db")
        assert not (await taken(folder / "b.db", lines)).changed
        assert await content(folder / "b.db") == once
        assert not (await taken(folder / "a.db", lines)).changed
        assert await content(folder / "a.db") == lines[1:]

    in_folder(work)


@FEWER
@given(CHOICES, CHOICES, CHOICES, st.sampled_from([0.0, 0.5, 100.0]))
def test_two_machines_that_went_on_from_the_same_give_the_same_in_either_order(shared, one, other, ahead):
    async def work(folder):
        await Life(folder / "a.db").lives(shared, "git:host/kettle#README.md")
        await taken(folder / "b.db", await exported(folder / "a.db"))
        await Life(folder / "a.db", 200).lives(one, "git:host/kettle#README.md")
        await Life(folder / "b.db", 200 + ahead).lives(other, "git:host/kettle#README.md")
        first, second = await exported(folder / "a.db"), await exported(folder / "b.db")
        for name, order in (("c.db", (first, second)), ("d.db", (second, first, second))):
            for lines in order:
                await taken(folder / name, lines)
        c, d = await content(folder / "c.db"), await content(folder / "d.db")
        assert without_order(c) == without_order(d)
        assert ids(first) | ids(second) <= ids(c)

    in_folder(work)


def without_order(lines):
    return sorted(lines)


def ids(lines):
    """What is told, whatever state it is in."""
    told = map(json.loads, lines[:-1])
    return {(line["type"], line["id"]) for line in told if "id" in line}
