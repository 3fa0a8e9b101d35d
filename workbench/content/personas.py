"""Persona files: front matter says what code needs to know, the body is the prompt."""

from collections.abc import Iterator
from pathlib import Path

from workbench.content import front_matter
from workbench.content.files import KEBAB, content_text
from workbench.content.fitting import did_you_mean
from workbench.content.sheets import Shape, Sheet, in_order, validated
from workbench.core.errors import ContentError
from workbench.core.instruments import Persona
from workbench.core.sources import Origin, wording_of

_SHAPE = Shape(Persona)


def read_persona(path: Path, origin: Origin) -> Persona | tuple[ContentError, ...]:
    """The persona of a file, or everything that is wrong with it."""
    try:
        text = content_text(path)
    except ContentError as error:
        return (error,)
    return persona_of(text, path, origin)


def persona_of(text: str, path: Path, origin: Origin) -> Persona | tuple[ContentError, ...]:
    """The persona of a text that stands, or would stand, in a file, or everything that is wrong with it."""
    try:
        sheet, body = front_matter.split(text, path)
    except ContentError as error:
        return (error,)
    errors = tuple(_problems(sheet, body))
    # A missing body is among the errors already, in better words than a model has.
    persona = validated(
        sheet, _SHAPE, name=path.stem, body=body or "-", origin=origin, wording=wording_of(text)
    )
    return in_order(errors + persona) if isinstance(persona, tuple) else in_order(errors) or persona


def _problems(sheet: Sheet, body: str) -> Iterator[ContentError]:
    """What the persona's own fields cannot say of themselves."""
    if not body:
        yield sheet.error(
            "has no body: say below the front matter who reads, why they came and how they read"
        )
    kinds = sheet.values.get("kinds")
    for n, kind in _texts(sheet, "default_for"):
        if isinstance(kinds, list) and kind not in kinds:
            yield sheet.error(f"{kind!r} is not among its kinds{did_you_mean(kind, kinds)}", "default_for", n)
    ids: list[str] = []
    for n, id in _texts(sheet, "reads_for"):
        if not KEBAB.fullmatch(id):
            yield sheet.error(f"{id!r} is no id: use lower-case words with hyphens", "reads_for", n)
        elif id == "other":
            yield sheet.error("`other` is always possible and is not listed", "reads_for", n)
        elif id in ids:
            yield sheet.error(f"{id!r} stands twice", "reads_for", n)
        ids.append(id)


def _texts(sheet: Sheet, key: str) -> Iterator[tuple[int, str]]:
    """The texts of a list with their positions; whatever else stands there is reported by its type."""
    values = sheet.values.get(key)
    for n, value in enumerate(values if isinstance(values, list) else ()):
        if isinstance(value, str):
            yield n, value
