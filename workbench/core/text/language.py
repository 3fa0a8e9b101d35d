"""In which language a text is, as far as its letters tell."""

import re

_NOT_PROSE = re.compile(
    r"^(```|~~~).*?(?:^\1|\Z)|`[^`\n]*`|\]\([^)\n]*\)|https?://\S+", re.MULTILINE | re.DOTALL
)
_KANA = re.compile("[\u3041-\u30ff]")
_LETTER = re.compile(r"[^\W\d_]")
_FEWEST = 30
"""Kana under which nothing is said: a name or a quoted word makes no text Japanese."""
_SHARE = 0.1
"""Of the letters outside code and addresses; prose has half, a text full of foreign names still a fifth."""


def is_japanese(text: str) -> bool:
    """Whether a text is written in Japanese, at least for a good part."""
    prose = _NOT_PROSE.sub(" ", text)
    kana = len(_KANA.findall(prose))
    return kana >= _FEWEST and kana >= _SHARE * len(_LETTER.findall(prose))
