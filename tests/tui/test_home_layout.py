"""The list of artifacts in columns."""

from datetime import UTC, datetime

import pytest
from support.builders import artifact

from workbench.core.entries import HEADINGS, Entry
from workbench.core.home import HomeLine, OnDisk
from workbench.core.outstanding import Outstanding
from workbench.core.remembered import Known
from workbench.core.ruling import RulingValue
from workbench.core.text.display_text import width
from workbench.tui.home_layout import entry_pieces, headings, home_help_lines, widths_of
from workbench.tui.keymaps import keys_of
from workbench.tui.tones import Tone

AT = datetime(2026, 1, 1, tzinfo=UTC)
CELLS = (
    "README.md",
    "review-loop-workbench/docs",
    "readme",
    "void, was Publishable",
    "1234",
    "12",
    "59 minutes ago",
)
KIND, READ, PLACE, TO_FIX = 2, 6, 1, 5


def entry(line=None, path="/texts/README.md"):
    return Entry(Known(artifact(path=path), AT), "kettle", line)


def drawn(cells, room, of=None):
    widths = widths_of([cells], room)
    return "".join(text for text, _ in entry_pieces(of or entry(), cells, widths)), widths


def line(**changes):
    values = {
        "file": OnDisk.THERE,
        "ruling": RulingValue.PUBLISHABLE,
        "void": False,
        "binding": False,
        "waits": Outstanding(0, 0),
    }
    return HomeLine(**{**values, **changes})


def tone_of(cell, **changes):
    shown = entry(line(**changes))
    cells = shown.cells(AT)
    pieces = [piece for piece in entry_pieces(shown, cells, widths_of([cells], 200)) if piece[0].strip()]
    return pieces[HEADINGS.index(cell)][1]


def test_columns_are_as_wide_as_what_is_in_them_where_there_is_room():
    text, widths = drawn(CELLS, 200)
    assert widths == (9, 26, 6, 21, 8, 6, 14)
    assert text == "  ".join((*CELLS[:4], "    1234", "    12", CELLS[6]))


@pytest.mark.parametrize("room", range(1, 130))
def test_a_line_is_never_wider_than_what_its_least_columns_take(room):
    text, widths = drawn(CELLS, room)
    assert width(text) == width("".join(t for t, _ in headings(widths)))
    assert width(text) <= max(room, 8 + 2 + 6 + 2 + 8)


def test_the_kind_goes_first_then_when_it_was_read_and_the_name_and_ruling_never():
    shown = [drawn(CELLS, room)[1] for room in range(130, 40, -1)]
    first_without = [
        next(n for n, widths in enumerate(shown) if not widths[column]) for column in (KIND, READ)
    ]
    assert first_without == sorted(first_without) and first_without[0] < first_without[1]
    assert all(widths[0] and widths[3] and widths[4] for widths in shown)


def test_a_long_name_and_place_are_narrowed_before_a_column_is_left_out():
    cells = ("a" * 60, "b" * 60, *CELLS[2:])
    text, widths = drawn(cells, 110)
    assert all(widths) and width(text) == 110 and "…" in text


def test_figures_stand_at_the_right_under_their_heading():
    widths = widths_of([CELLS], 200)
    above = "".join(text for text, _ in headings(widths))
    text, _ = drawn(CELLS, 200)
    for heading, figure in (("unmarked", "1234"), ("to fix", " 12 ")):
        assert above.index(heading) + len(heading) == text.index(figure) + len(figure.rstrip())


def test_wide_characters_are_measured_as_they_are_drawn():
    cells = ("湯沸かし器.md", *CELLS[1:])
    assert width(drawn(cells, 200)[0]) == width(drawn(CELLS, 200)[0]) + 4


@pytest.mark.parametrize("name", ["a\nb.md", "a\x1b[31mb.md", "a\tb.md", "a\u202eb.md"])
def test_what_a_terminal_would_obey_is_shown_instead(name):
    text, _ = drawn((name, *CELLS[1:]), 200)
    assert not set(text) & set("\n\x1b\t\u202e")


def test_markup_in_a_name_is_text():
    assert drawn(("[red]a[/x].md", *CELLS[1:]), 200)[0].startswith("[red]a[/x].md")


@pytest.mark.parametrize(
    ("changes", "tone"),
    [
        ({}, Tone.GOOD),
        ({"ruling": RulingValue.FIX}, Tone.WARNING),
        ({"ruling": RulingValue.REWRITE}, Tone.ERROR),
        ({"ruling": RulingValue.UNJUDGED}, Tone.MUTED),
        ({"void": True}, Tone.WARNING),
        ({"file": OnDisk.GONE}, Tone.WARNING),
    ],
)
def test_a_ruling_is_drawn_as_strongly_as_it_holds(changes, tone):
    assert tone_of("ruling", **changes) is tone


def test_what_waits_is_drawn_more_strongly_than_what_does_not():
    assert (tone_of("unmarked"), tone_of("to fix")) == (Tone.MUTED, Tone.MUTED)
    waits = Outstanding(3, 2)
    assert (tone_of("unmarked", waits=waits), tone_of("to fix", waits=waits)) == (Tone.PLAIN, Tone.HIT)


def test_the_help_explains_every_column_and_only_keys_that_can_be_used():
    said = " ".join(text.strip() for row in home_help_lines(keys_of({}), 100) for text, _ in row)
    for word in ("ruling", "unmarked", "to fix", "last read"):
        assert f"{word} " in said
    assert "I agree that this is a problem" not in said and "takes over" not in said


def test_eighty_columns_hold_all_but_the_kind():
    widths = widths_of([("a" * 40, "b" * 40, *CELLS[2:])], 78)
    assert widths == (12, 12, 0, 16, 8, 6, 14)
