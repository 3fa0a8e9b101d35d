"""What an edit did, line by line and word by word."""

from hypothesis import given
from hypothesis import strategies as st

from workbench.core.loop.revision_diff import DiffLine, Fold, Side, revision_diff

SIGNS = {Side.BOTH: " ", Side.OLD: "-", Side.NEW: "+"}


def shown(old, new, **how):
    """Each line with its sign, words that changed in brackets, and folds as counts."""
    return [
        f"~{line.lines}" if isinstance(line, Fold) else SIGNS[line.side] + bracketed(line)
        for line in revision_diff(old, new, **how).lines
    ]


def bracketed(line):
    text = line.text
    for start, end in reversed(line.changed or ()):
        text = f"{text[:start]}[{text[start:end]}]{text[end:]}"
    return text


def numbered(count):
    return "".join(f"line {n}\n" for n in range(1, count + 1))


def test_words_that_changed_are_marked_inside_a_reworked_line():
    assert shown("The quick brown fox jumps.\n", "The slow brown fox jumps.\n") == [
        "-The [quick] brown fox jumps.",
        "+The [slow] brown fox jumps.",
    ]


def test_an_insertion_leaves_nothing_marked_in_the_old_line():
    diff = revision_diff("Pour water in.\n", "Pour hot water in.\n")
    assert [line.changed for line in diff.lines] == [(), ((5, 8),)]


def test_a_line_that_is_another_one_altogether_has_no_words_marked():
    diff = revision_diff("Pour water, then wait.\n", "Bring a kettle and some leaves, then.\n")
    assert [line.changed for line in diff.lines] == [None, None]


def test_in_a_script_without_spaces_single_characters_are_marked():
    assert shown("湯を沸かす道具です。\n", "水を沸かす道具です。\n") == [
        "-[湯]を沸かす道具です。",
        "+[水]を沸かす道具です。",
    ]


def test_words_are_followed_over_a_line_break_that_moved():
    assert shown("one two three four\nfive six\n", "one two three\nfour five six\n") == [
        "-one two three four",
        "-five six",
        "+one two three",
        "+four five six",
    ]


def test_what_is_far_from_any_change_is_folded_with_its_lines_counted():
    old = numbered(20)
    assert shown(old, old.replace("line 10\n", ""), around=2) == [
        "~7",
        " line 8",
        " line 9",
        "-line 10",
        " line 11",
        " line 12",
        "~8",
    ]


def test_a_fold_never_stands_for_a_single_line():
    old = numbered(4)
    assert shown(old, old + "more\n")[0] == " line 1"


def test_nothing_is_folded_where_the_whole_text_is_asked_for():
    old = numbered(30)
    diff = revision_diff(old, old.replace("line 9\n", ""), around=None)
    assert len(diff.lines) == 30 and diff.removed == 1


def test_the_same_lines_are_no_change_whatever_the_newline_at_the_end():
    for new in ("one\ntwo\n", "one\ntwo"):
        diff = revision_diff("one\ntwo\n", new)
        assert (diff.lines, diff.changes, diff.counts) == ((), (), "")


def test_an_empty_text_that_was_filled_has_added_lines_only():
    diff = revision_diff("", "one\ntwo\n")
    assert diff.counts == "+2" and [line.side for line in diff.lines] == [Side.NEW, Side.NEW]


LINES = st.lists(st.text("ab 湯[\t", max_size=4), max_size=12).map(
    lambda lines: "".join(f"{x}\n" for x in lines)
)


@given(LINES, LINES)
def test_both_texts_can_be_put_together_again(old, new):
    lines = revision_diff(old, new, around=None).lines
    for text, side, number in ((old, Side.OLD, "old"), (new, Side.NEW, "new")):
        mine = [line for line in lines if line.side in (Side.BOTH, side)]
        assert "".join(f"{line.text}\n" for line in mine) == text
        assert [getattr(line, number) for line in mine] == list(range(1, len(mine) + 1))


@given(LINES, LINES)
def test_folds_and_lines_cover_every_line_once_and_changes_begin_where_they_are_said_to(old, new):
    diff = revision_diff(old, new, around=1)
    kept = sum(f.lines if isinstance(f, Fold) else f.side is Side.BOTH for f in diff.lines)
    assert not diff.lines or kept + diff.added == new.count("\n")
    for at in diff.changes:
        assert isinstance(diff.lines[at], DiffLine) and diff.lines[at].side is not Side.BOTH
        before = diff.lines[at - 1] if at else None
        assert not isinstance(before, DiffLine) or before.side is Side.BOTH
