"""Untrusted text made fit for a terminal, and measured, cut and wrapped by cells.

A tab or newline counts as one cell: whoever draws one draws one cell for it.
"""

import re

from workbench.core.text.graphemes import cells, grapheme_end, is_boundary, is_wide

_UNSHOWN = "\N{REPLACEMENT CHARACTER}"
_BIDI_CONTROLS = (*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x061C, 0x200E, 0x200F)
_INVISIBLE = (0x200B, 0x2060, *range(0x2061, 0x2065), *range(0x206A, 0x2070), 0x180E, 0xFEFF)
_OTHERS = (*range(0x80, 0xA0), 0x2028, 0x2029, *range(0xD800, 0xE000))
"""C1 controls, line and paragraph separators, surrogates."""
_SUBSTITUTES: dict[int, str] = {
    **{code: chr(0x2400 + code) for code in range(0x20) if chr(code) not in "\t\n"},
    0x7F: "\N{SYMBOL FOR DELETE}",
    0xAD: "-",
    **dict.fromkeys((*_BIDI_CONTROLS, *_INVISIBLE, *_OTHERS), _UNSHOWN),
}
_TAGS = re.compile("\N{WAVING BLACK FLAG}[\U000e0020-\U000e007e]{2,6}\U000e007f|[\U000e0000-\U000e007f]")
"""The flag of a region, which is spelled with tag characters, or one such character elsewhere."""

_SINGLE = re.compile("[\t\n -~\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u20a0-\u20c0]*")
"""Characters of one cell that stand alone, whatever comes before and after among them."""
_NO_ROW_STARTS_WITH = frozenset(
    "、。，．・：；？！）」』】〉》〕］｝｠〙〗〟’”ー々〻‐゠–〜～…‥"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ"
    "｡､｣･ｰ,.!?:;)]}%"
)
_NO_ROW_ENDS_WITH = frozenset("「『（【〈《〔［｛｟〘〖〝‘“｢([{")
_MARKUP = str.maketrans({char: f"\\{char}" for char in "\\`*_[]<>|#~"})


def neutralised(text: str) -> str:
    """The text, character for character, with nothing in it that commands a terminal or hides.

    Control characters, line breaks other than the newline, bidirectional controls, lone
    surrogates, tag characters and invisible spaces become a visible sign of one cell. Joiners
    stay: emoji and several scripts are spelled with them.
    """
    shown = text.translate(_SUBSTITUTES)
    return _TAGS.sub(lambda found: found[0] if len(found[0]) > 1 else _UNSHOWN, shown)


def neutralised_line(text: str) -> str:
    """As `neutralised`, on one line: a newline in a file's name would begin a line of its own making."""
    return neutralised(text).replace("\n", "\N{SYMBOL FOR LINE FEED}")


def plain_markdown(text: str) -> str:
    """Words of others as Markdown that means nothing but these words."""
    return neutralised_line(text).translate(_MARKUP)


def one_line(text: str) -> str:
    """The text with each run of white space as one space and none at its ends."""
    return " ".join(text.split())


def width(text: str) -> int:
    """How many terminal cells a neutralised line fills."""
    if text.isascii() or _SINGLE.fullmatch(text):
        return len(text)
    total, start = 0, 0
    while start < len(text):
        end = grapheme_end(text, start)
        total += cells(text[start:end])
        start = end
    return total


def fitted(text: str, room: int, ellipsis: str = "…") -> str:
    """A neutralised line in exactly `room` cells: cut between graphemes, or padded with spaces.

    An ellipsis that is wider than the room is left out; no room gives the empty text.
    """
    if room <= 0:
        return ""
    end = _fitting(text, 0, room)
    if end < len(text):
        mark = ellipsis if width(ellipsis) <= room else ""
        text = text[: _fitting(text, 0, room - width(mark))] + mark
    return text + " " * (room - width(text))


def shortened(text: str, room: int) -> str:
    """A neutralised line in at most `room` cells, cut where it is longer."""
    return fitted(text, min(room, width(text)))


LONGEST_NAME = 100
"""Cells that the name of a model fills at most, where others stand beside it."""


def short_name(name: str) -> str:
    """A name that somebody else gave, as one neutralised line in at most `LONGEST_NAME` cells."""
    return shortened(neutralised_line(one_line(name)), LONGEST_NAME)


def wrapped(line: str, room: int) -> list[tuple[int, int]]:
    """Start and end offsets of the rows that a line fills, `room` cells wide, covering all of it.

    Rows break after a space, which may hang over the edge, and between wide characters, except
    where closing punctuation would start a row or opening punctuation end one (JIS X 4051); a
    word wider than a row breaks between graphemes. A grapheme wider than the room has a row of its own.
    """
    room = max(room, 1)
    rows: list[tuple[int, int]] = []
    start = 0
    while start < len(line):
        end = _row_end(line, start, room)
        rows.append((start, end))
        start = end
    return rows or [(0, 0)]


def _row_end(line: str, start: int, room: int) -> int:
    end = _fitting(line, start, room)
    if end == start:
        return grapheme_end(line, start)
    if end == len(line):
        return end
    if line[end] == " " and is_boundary(line, end + 1):
        return end + 1
    words = start + len(line[start:end]) - len(line[start:end].lstrip())
    if line[start : end + 1].isascii():
        spaced = max(line.rfind(" ", words, end), line.rfind("\t", words, end))
        return end if spaced < 0 else spaced + 1
    return next((at for at in range(end, words, -1) if _may_break(line, at)), end)


def _may_break(line: str, at: int) -> bool:
    """Whether a row may end before the character at an offset inside the line."""
    before, after = line[at - 1], line[at]
    spaced = before in " \t"
    beside_wide = is_wide(before) or is_wide(after)
    if not spaced and (not beside_wide or after in _NO_ROW_STARTS_WITH or before in _NO_ROW_ENDS_WITH):
        return False
    return is_boundary(line, at)


def _fitting(text: str, start: int, room: int) -> int:
    """The offset up to which whole graphemes fit into `room` cells; `start` where none does."""
    window = text[start : start + room + 1]
    if window.isascii() or _SINGLE.fullmatch(window):
        return start + min(len(window), room)
    used, end = 0, start
    while end < len(text):
        after = grapheme_end(text, end)
        used += cells(text[end:after])
        if used > room:
            break
        end = after
    return end


def counted(count: int, noun: str) -> str:
    """A number with its noun."""
    return f"1 {noun}" if count == 1 else f"{count:,} {noun}s"
