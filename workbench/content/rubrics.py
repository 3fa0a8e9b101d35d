"""Rubric files: the questions in front matter, guidance for the judge as the body."""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from workbench.content import front_matter
from workbench.content.files import KEBAB, content_text
from workbench.content.sheets import Shape, Sheet, in_order, validated
from workbench.core.errors import ContentError
from workbench.core.instruments import OWNS, Rubric
from workbench.core.ownership import OWN, OWNED, OWNED_BY_CHECKS, is_own
from workbench.core.sources import Origin, wording_of

_SHAPE = Shape(
    Rubric,
    written={
        "id": "capital letters and digits, a letter first, eight at most",
        "owns": "lower-case words with hyphens",
    },
)
_TRUE = ("true", "yes", "on", "1", "t", "y")


def read_rubric(path: Path, origin: Origin) -> Rubric | tuple[ContentError, ...]:
    """The rubric of a file, or everything that is wrong with it.

    No question may own what a check decides. A bundled rubric owns ids of the one closed list only;
    anybody else's may add some that begin with `own-`.
    """
    try:
        text = content_text(path)
    except ContentError as error:
        return (error,)
    return rubric_of(text, path, origin)


def rubric_of(text: str, path: Path, origin: Origin) -> Rubric | tuple[ContentError, ...]:
    """The rubric of a text that stands, or would stand, in a file; else as `read_rubric`."""
    try:
        sheet, body = front_matter.split(text, path)
    except ContentError as error:
        return (error,)
    errors = tuple((*_problems(sheet, body), *_not_to_be_owned(sheet, origin)))
    # A missing body is among the errors already, in better words than a model has.
    rubric = validated(
        sheet, _SHAPE, name=path.stem, body=body or "-", origin=origin, wording=wording_of(text)
    )
    return in_order(errors + rubric) if isinstance(rubric, tuple) else in_order(errors) or rubric


def _problems(sheet: Sheet, body: str) -> Iterator[ContentError]:
    """What needs more than one field, each at the line that an author would change."""
    if not body:
        yield sheet.error("has no body: say below the front matter what the judge must know of such a text")
    given = sheet.values.get("readers")
    readers = given if isinstance(given, list) else []
    for n, name in enumerate(readers):
        if isinstance(name, str) and not KEBAB.fullmatch(name):
            yield sheet.error(f"{name!r} is no persona's name", "readers", n)
        elif name in readers[:n]:
            yield sheet.error(f"{name!r} stands twice", "readers", n)
    for key, twice in (("id", "stands twice"), ("owns", "is owned by an earlier question")):
        texts = [(n, text) for n, question in _questions(sheet) if isinstance(text := question.get(key), str)]
        for place, (n, text) in enumerate(texts):
            if any(text == earlier for _, earlier in texts[:place]):
                yield sheet.error(f"{text!r} {twice}", "questions", n, key)
    for n, question in _questions(sheet):
        if str(question.get("dominant")).lower() in _TRUE and question.get("on_fail") == "note":
            yield sheet.error("a dominant question needs fix or rewrite, not note", "questions", n, "on_fail")


def _not_to_be_owned(sheet: Sheet, origin: Origin) -> Iterator[ContentError]:
    """What a question says that it decides though it does not, or though nobody knows what that is."""
    for n, question in _questions(sheet):
        owns = question.get("owns")
        if not isinstance(owns, str) or not re.fullmatch(OWNS, owns):
            continue
        if owns in OWNED_BY_CHECKS:
            yield sheet.error(f"{owns!r} is decided by a check: no question asks it", "questions", n, "owns")
        elif owns not in OWNED and (origin == "bundled" or not is_own(owns)):
            near = get_close_matches(owns, OWNED, 1)
            meant = f"did you mean {near[0]}?" if near else "`workbench rubrics show readme` has some of it."
            new = (
                ""
                if origin == "bundled"
                else f" One of your own is written {OWN}{owns.removeprefix(OWN) or 'tone'}."
            )
            problem = f"{owns!r} is not in the list of what is asked of a text; {meant}{new}"
            yield sheet.error(problem, "questions", n, "owns")


def _questions(sheet: Sheet) -> Iterator[tuple[int, dict[str, Any]]]:
    """The questions that have keys, with their positions."""
    questions = sheet.values.get("questions")
    for n, question in enumerate(questions if isinstance(questions, list) else ()):
        if isinstance(question, dict):
            yield n, question
