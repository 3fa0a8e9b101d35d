import json
from dataclasses import fields

import pytest
from support.builders import preview

from workbench.core.previews import LARGEST, Preview, preview_of, written

STORED = json.loads(written(preview()))


def changed(**values):
    return json.dumps({**STORED, **values})


def test_what_was_written_is_read_as_it_was():
    assert preview_of(written(preview())) == preview()


@pytest.mark.parametrize(
    "body",
    [
        "",
        "null",
        "[]",
        "{",
        '"a text"',
        "[" * 100_000,
        changed(form=3),
        changed(more=1),
        json.dumps({name: value for name, value in STORED.items() if name != "lines"}),
        changed(sha256=None),
        changed(lines=[[["too", "few"]]]),
        changed(lines={"0": []}),
        changed(lines=[[["a text", "plain", "", "too many"]]]),
        changed(first="0"),
        changed(first=-1),
        changed(count=1e9),
        changed(here=True),
        changed(inks=[[1, 2]]),
        changed(inks=[[1, 2, 10**30]]),
        changed(sha256="x" * 50_000),
        changed(keys=[["quit", "q"]]),
        " " * (LARGEST + 1) + written(preview()),
    ],
)
def test_what_this_program_does_not_write_is_no_preview(body):
    assert preview_of(body) is None


@pytest.mark.parametrize(
    "places",
    [
        {"here": 2},
        {"first": 1, "here": 0},
        {"count": 1},
        {"lines": ()},
    ],
)
def test_a_list_that_does_not_hold_the_cursor_is_no_preview(places):
    assert preview_of(written(preview(**places))) is None


def test_every_field_is_kept():
    assert {field.name for field in fields(Preview)} == STORED.keys() - {"form"}
