"""What a new persona or rubric file starts from."""

from itertools import pairwise
from pathlib import PurePath

from workbench.content import front_matter
from workbench.content.files import KEBAB
from workbench.content.locations import ContentName
from workbench.core.errors import ContentError, UsageError

_PERSONA = """\
---
title: TITLE
kinds: [readme, article]
reads_for: [next-step, effect]
---
You are somebody who came for a reason: say here who, and which.

You read in a certain way: say what you read first, what you skip, where you stop. What you know already \
and would never ask. You fail when you do not get:

- `next-step`: what to do next, at the place where you need it.
- `effect`: what a step does, before you take it.

What you do not mind is no failure: name it, because it is what keeps your findings few and right.
"""

_RUBRIC = """\
---
title: TITLE
kinds: [readme]
questions:
  - id: Q1
    ask: >-
      Does the text say what a step changes on the reader's machine before the reader is asked to take it?
    on_fail: fix
    dominant: false
    owns: effects
    fixable_by: content
    meets: |-
      `tidy` moves old files into `.tidy/` and deletes nothing. To begin, run `tidy`.
    fails: |-
      To begin, run `tidy`. Old files are gone from the folder afterwards.
---
Say here what the judge must know of such a text: what it is for, who reads it, and what its authors \
leave out on purpose. The form of the answers is not said here.
"""


def template(kind: ContentName, name: str) -> str:
    """The text of a new persona or rubric of that name; it loads as it stands.

    Raises:
        UsageError: the name is none.

    """
    if not KEBAB.fullmatch(name):
        raise UsageError(f"{name!r} is no name for a file: use lower-case words with hyphens.")
    return (_PERSONA if kind == "personas" else _RUBRIC).replace("TITLE", _title(name))


def copied(text: str, name: str) -> str:
    """A persona's or rubric's text under another name: with a title of that, and part of no usual round.

    A text whose keys are broken is copied as it stands.
    """
    try:
        sheet, _ = front_matter.split(text, PurePath(name))
    except ContentError:
        return text
    lines = text.split("\n")
    close = next(n for n, line in enumerate(lines[1:], 1) if line.rstrip() == "---")
    starts = sorted((line - 1, str(key[0])) for key, line in sheet.lines.items() if len(key) == 1)
    made = lines[: starts[0][0]] if starts else lines[:close]
    for (at, key), (end, _) in pairwise([*starts, (close, "")]):
        if key in ("title", "default_for"):
            made += [f"title: {_title(name)}"] if key == "title" else []
            made += [line for line in lines[at + 1 : end] if line.startswith("#")]
        else:
            made += lines[at:end]
    return "\n".join([*made, *lines[close:]])


def _title(name: str) -> str:
    return name.replace("-", " ").capitalize()
