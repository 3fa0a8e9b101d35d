import json

from support.reports import report

from workbench.core.marks import Mark
from workbench.core.trust.report_shape import report_shape
from workbench.core.trust.report_text import text_lines
from workbench.core.trust.report_words import GLOSSES


def everything(past):
    past.read(1, 2, by="skeptic")
    past.judge(fails={"R1": 1}, meets=["R2"])
    past.mark(1, Mark.HIT)
    past.mark(2, Mark.MISS, "preference")
    past.read(1, 3, by="skeptic", wording="b")
    return report([past.history])


def test_the_text_begins_with_the_table_its_columns_aligned(past):
    first = text_lines(everything(past))[:4]
    assert first == (
        "                       raised  marked  hit  miss  can't tell           hit rate"
        "  95 % interval  can't tell either way  carried           marks",
        "judge said should fix       1       1    1     0           0  1.00, directional"
        "   0.21 to 1.00           1.00 to 1.00        0",
        "judge said satisfied        1       0    0     0           0                n/a"
        "            n/a                    n/a        0",
        "reader findings             4       2    1     1           0  0.50, directional"
        "   0.09 to 0.91           0.50 to 0.50        1  picked by hand",
    )


def test_the_text_says_what_a_miss_is_and_what_a_rate_is_not(past):
    assert set(GLOSSES) <= set(text_lines(everything(past)))


def test_the_text_says_each_row_that_was_raised_in_words(past):
    lines = text_lines(everything(past))
    assert any(line.startswith("reader findings: marked 2 of 4 raised, picked by hand") for line in lines)
    assert not any(line.startswith("checks: ") for line in lines)


def test_the_text_lists_each_instrument_with_its_wordings_below_it(past):
    lines = text_lines(everything(past))
    at = next(number for number, line in enumerate(lines) if line.startswith("skeptic"))
    assert lines[at - 1].startswith("Readers' findings, by reader  ")
    assert [line.split("  ")[1] for line in lines[at + 1 : at + 3]] == [
        "a m p since 2025-03-01",
        "b m p since 2025-03-01",
    ]


def test_columns_are_aligned_by_cells_and_names_cannot_command_a_terminal(past):
    past.read(1, by="読者\x1b[2J")
    past.read(1, by="skeptic")
    lines = [
        line for line in text_lines(report([past.history])) if "raised" not in line and " m p " not in line
    ]
    assert "\x1b" not in "".join(lines)
    wide = next(line for line in lines if line.startswith("読者"))
    narrow = next(line for line in lines if line.startswith("skeptic"))
    assert len(wide) + 2 == len(narrow)


def test_the_json_values_hold_every_figure_and_null_for_what_is_not_known(past):
    shape = json.loads(json.dumps(report_shape(everything(past))))
    assert [row["heading"] for row in shape["table"]] == [
        "judge said should fix",
        "judge said satisfied",
        "reader findings",
        "checks",
        "overlooked",
    ]
    readers, checks = shape["table"][2], shape["table"][3]
    assert {name: readers[name] for name in ("raised", "marked", "hit", "miss", "cant_tell", "rate")} == {
        "raised": 4,
        "marked": 2,
        "hit": 1,
        "miss": 1,
        "cant_tell": 0,
        "rate": 0.5,
    }
    assert readers["miss_reasons"] == {"preference": 1}
    assert readers["carried"] == {"hit": 1, "miss": 0, "cant_tell": 0}
    assert (checks["rate"], checks["interval"], checks["either_way"]) == (None, None, None)
    skeptic = next(i for i in shape["instruments"] if i["name"] == "skeptic")
    assert [w["source"] for w in skeptic["wordings"]] == [
        {"kind": "reader", "name": "skeptic", "wording": "a"},
        {"kind": "reader", "name": "skeptic", "wording": "b"},
    ]
    assert skeptic["wordings"][0]["since"] == "2025-03-01T00:01:00+00:00"


def test_a_report_on_eighty_columns_is_a_table_that_can_be_compared(past):
    past.read(4, by="a-reader-whose-name-is-longer-than-there-is-room-for")
    lines = text_lines(everything(past), room=80)
    assert all(len(line) <= 80 for line in lines)
    assert lines[:4] == (
        "                       raised  marked  hit  miss  c/t   rate       95 %",
        "judge said should fix       1       1    1     0    0  1.00*  0.21-1.00",
        "judge said satisfied        1       0    0     0    0    n/a        n/a",
        "reader findings             5       2    1     1    0  0.50*  0.09-0.91",
    )
    assert any(line.startswith("reader findings: marked 2 of 5 raised") for line in lines)
    assert any(line.startswith("c/t: can't tell.") for line in lines)
    assert any(line.startswith("a-reader-whose-name-is-long") and "…" in line for line in lines)


def test_what_the_compact_columns_mean_is_said_only_where_they_are_shown(past):
    said = everything(past)
    assert not any(
        line.startswith("c/t: ") for room in (None, 200, 40) for line in text_lines(said, room=room)
    )


def test_a_report_wider_than_the_terminal_says_its_rows_in_words(past_of):
    lines = text_lines(report([past_of("one").history]), room=50)
    assert all(len(line) <= 50 for line in lines)
    assert any(line.startswith("judge said should fix: marked 0 of 0 raised") for line in lines)


def test_questions_stand_in_the_order_of_their_numbers(past):
    past.judge(fails={}, meets=["R10", "R2", "R1"])
    named = [i.name for i in report([past.history]).instruments if "/" in i.name]
    assert [name.rsplit("/", 1)[-1] for name in named] == ["R1", "R2", "R10"]
