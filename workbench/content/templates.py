"""What a new persona or rubric file starts from."""

from workbench.content.files import KEBAB
from workbench.content.locations import ContentName
from workbench.core.errors import UsageError

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
    title = name.replace("-", " ").capitalize()
    return (_PERSONA if kind == "personas" else _RUBRIC).replace("TITLE", title)
