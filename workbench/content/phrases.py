"""Phrase files: what is counted in a text, one Markdown file a language and list."""

import re
from pathlib import Path

from workbench.content.files import content_files, content_text
from workbench.content.locations import bundled
from workbench.core.errors import ContentError
from workbench.core.text.phrases import PhraseList

_NAME = re.compile(r"(?P<language>[a-z]{2})-(?P<list>[a-z-]+)")
_BULLET = "- "


def read_phrases() -> tuple[PhraseList, ...]:
    """Every list that ships, by file name.

    Raises:
        ContentError: the first thing that is wrong with a file.

    """
    files, errors = content_files(bundled("phrases"))
    if errors:
        raise errors[0]
    return tuple(map(read_phrase_list, files))


def read_phrase_list(path: Path) -> PhraseList:
    """The list of a file.

    Raises:
        ContentError: what is wrong with it.

    """
    lines = content_text(path).split("\n")
    named = _NAME.fullmatch(path.stem)
    if named is None:
        raise ContentError(path, "is named like no list: `en-hedges.md` is one of English")
    if not lines[0].startswith("# "):
        raise ContentError(path, "must begin with a title: `# Hedges`", 1)
    phrases: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        phrase = " ".join(line.removeprefix(_BULLET).split())
        if not line.startswith(_BULLET) or not phrase:
            continue
        if phrase in phrases:
            raise ContentError(path, f"{phrase!r} stands on line {phrases[phrase]} already", number)
        phrases[phrase] = number
    if not phrases:
        raise ContentError(path, "holds no phrase: one stands on a line that begins with `- `")
    return PhraseList(named["language"], named["list"], lines[0][2:].strip(), tuple(phrases))
