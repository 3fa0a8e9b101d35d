"""The table of the loop and the diff, laid out."""

import pytest

from workbench.core.loop.diffed_concerns import Became, DiffedConcern
from workbench.core.loop.revision_diff import revision_diff
from workbench.core.marks import Mark, Standing, Target
from workbench.core.readings import Finding, FindingKind
from workbench.core.rows import Group, Row
from workbench.core.sources import Source, SourceKind
from workbench.tui.diff_layout import DiffInk, concern_counts, diff_layout
from workbench.tui.loop_layout import LEGEND, chart, in_sight, label_room, legend

SKEPTIC = Source(SourceKind.READER, "skeptic", "s")
TEN = [8] * 10


@pytest.mark.parametrize(
    ("here", "first", "seen"),
    [
        (9, 99, (6, 10)),  # The newest are seen first.
        (6, 6, (6, 10)),
        (5, 6, (5, 9)),
        (0, 5, (0, 4)),
        (4, 0, (1, 5)),
    ],
)
def test_columns_move_no_further_than_the_cursor_needs(here, first, seen):
    assert in_sight(TEN, 40, here, first) == range(*seen)


def test_a_column_that_is_wider_than_the_room_is_in_sight_all_the_same():
    assert in_sight(TEN, 4, 3, 0) == range(3, 4)


def test_where_all_columns_fit_all_are_in_sight_and_the_label_takes_the_rest():
    assert in_sight(TEN, 100, 2, 9) == range(10)
    assert label_room([8, 8], 120) == 100
    assert label_room(TEN, 76) == 30


def test_no_column_is_in_sight_where_there_is_none():
    assert in_sight([], 40, 0, 0) == range(0)


def test_a_bar_is_as_high_as_its_share_and_what_is_not_nothing_is_seen():
    assert [text for text, _ in chart([40, 20, 1, 0])] == ["███", "▄▄▄", "▁▁▁", "   "]
    assert chart([]) == [] and chart([0])[0][0] == "   "


def test_the_legend_fits_the_narrowest_screen_with_every_sign():
    said = "".join(text for text, _ in legend(78))
    assert len(said) <= 78 and all(sign in said for sign, _, _ in LEGEND)


def concern(became, old, new, group=Group.AGAIN, problem="It is vague.", **standing):
    finding = Finding(SKEPTIC, FindingKind.FINDING, "words", problem, id=1)
    row = Row(Target("concern", 1), group, (finding,), standing=Standing(**standing))
    return DiffedConcern(row, became, old, new)


def rows(old, new, *concerns, room=80, around=3):
    laid = diff_layout(revision_diff(old, new, around), concerns, room, lambda group: f"{group.value} on 1")
    return ["".join(text for text, _ in row.pieces).rstrip() for row in laid.rows]


def test_a_diff_shows_both_numbers_a_sign_and_concerns_below_their_lines():
    assert rows(
        "one\ntwo\n",
        "one\n2\n",
        concern(Became.GONE, 2, None, Group.GONE),
        concern(Became.CAME, None, 2, mark=Mark.HIT, deferred=True),
    ) == [
        "1 1  │ one",
        "2   -│ two",
        "       ^ words gone: It is vague.",
        "  2 +│ 2",
        "       ^ hd words new here, again on 1, hit, deferred: It is vague.",
    ]


def test_the_sign_of_a_line_is_not_taken_for_a_bullet_of_the_text():
    assert rows("- a model\n", "") == ["1   -│ - a model"]


def test_a_fold_counts_the_concerns_on_its_lines():
    text = "".join(f"line {n}\n" for n in range(20))
    shown = rows(text, text + "more\n", concern(Became.KEPT, 3, 3))
    assert shown[0].strip() == "··· 17 lines unchanged, 1 concern on them"


def test_a_concern_takes_two_rows_at_most_and_no_row_is_wider_than_the_room():
    laid = rows("one\n", "two " * 40 + "\n", concern(Became.CAME, None, 1, problem="word " * 60), room=40)
    assert max(map(len, laid)) <= 40
    assert sum("^" in row for row in laid) == 1 and laid[-1].endswith("…")


def test_what_would_command_a_terminal_is_made_visible_in_text_and_concerns():
    laid = rows("a\n", "a\x1b[31m\tb\n", concern(Became.CAME, None, 1, problem="\x1b]0;x\x07 [/b] bad"))
    assert not any(sign in "".join(laid) for sign in "\x1b\x07\t")
    assert "␛[31m" in laid[1] and "[/b] bad" in laid[2]


def test_words_that_changed_are_drawn_apart_and_a_row_that_goes_on_keeps_the_sign():
    laid = diff_layout(revision_diff("pour cold water\n", "pour hot water\n"), (), 80, str)
    assert [piece for row in laid.rows for piece in row.pieces if piece[1] is DiffInk.NEW_WORDS] == [
        ("hot", DiffInk.NEW_WORDS)
    ]
    assert [row[4] for row in rows("", "word " * 30 + "\n", room=40)] == ["+"] * 5
    assert laid.changes == [0]


def test_what_the_edit_did_to_concerns_is_counted():
    several = [concern(Became.EDITED, 1, 1), concern(Became.GONE, 1, None), concern(Became.KEPT, 1, 1)]
    assert concern_counts(several) == "Of 3 concerns 1 edited, 1 gone, 1 as they were"
    assert concern_counts([]) == "No concern here"
