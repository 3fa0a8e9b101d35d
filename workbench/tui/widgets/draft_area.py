"""The text of a persona or rubric, to be typed: Markdown with keys at its top."""

import re

from rich.style import Style
from rich.text import Text
from textual.widgets import TextArea
from textual.widgets.text_area import Edit, EditResult

from workbench.core.text.display_text import neutralised
from workbench.tui.tones import Tone

_FENCE = "---"
_KEY = re.compile(r"\s*(?:- +)?([A-Za-z_]+:)(?=\s|$)")
_HEADING = re.compile(r"#{1,6} ")
_SPAN = re.compile(r"`[^`]+`|\*\*[^*]+\*\*")


class DraftArea(TextArea):
    """Shows keys, headings and code in colours, each line by itself, and takes no control characters."""

    def __init__(self, text: str, id: str) -> None:
        super().__init__(text, id=id, soft_wrap=True, show_line_numbers=True, compact=True)
        self._front_end = 0
        """The index of the line that closes the keys; 0 where none does."""
        self._inks: dict[Tone, Style] = {}
        self.find_front()

    def edit(self, edit: Edit) -> EditResult:
        """Take an edit; nothing in what is pasted may command the terminal."""
        edit.text = neutralised(edit.text)
        result = super().edit(edit)
        self.find_front()
        return result

    def find_front(self) -> None:
        """Find where the keys end."""
        lines = self.document.lines
        closes = (n for n, line in enumerate(lines[1:], 1) if line.rstrip() == _FENCE)
        end = next(closes, 0) if lines and lines[0].rstrip() == _FENCE else 0
        if end != self._front_end:
            self._front_end = end
            # Lines that did not change look otherwise now.
            self._line_cache.clear()
            self.refresh()

    def get_line(self, line_index: int) -> Text:
        """A line with its key, heading, code or strong words in their tones."""
        text = super().get_line(line_index)
        words = text.plain
        if line_index <= self._front_end:
            if words.rstrip() == _FENCE:
                text.stylize(self._ink(Tone.MUTED))
            elif key := _KEY.match(words):
                text.stylize(self._ink(Tone.KEY), *key.span(1))
        elif _HEADING.match(words):
            text.stylize(self._ink(Tone.HEADING))
        else:
            for span in _SPAN.finditer(words):
                text.stylize(
                    self._ink(Tone.STRONG if words[span.start()] == "*" else Tone.HEADING), *span.span()
                )
        return text

    def _ink(self, tone: Tone) -> Style:
        if tone not in self._inks:
            self._inks[tone] = self.screen.get_component_rich_style(tone.value, partial=True)
        return self._inks[tone]

    def notify_style_update(self) -> None:
        """Draw in other colours."""
        self._inks = {}
        super().notify_style_update()
