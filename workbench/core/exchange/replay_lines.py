"""The lines of an export about replays: readings that compare two wordings, and looks at the test half."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, ValidationError, convert

from workbench.core.exchange.lines import Identified, Line, OfArtifact
from workbench.core.exchange.records import impersonal_values
from workbench.core.exchange.values import Id, Kind, Nth, Sha256, Time, Word
from workbench.core.readings import Reading

_PERSONAL = ("model", "failure", "notes", "raw", "made_of")
"""What of a reading may name folders of a machine, beside what it quotes."""
_LOCAL = ("id", "revision", "round", "reading")
"""Keys of the database that a reading came from."""


class ReplayLine(OfArtifact, Identified, frozen=True, kw_only=True):
    """A reading that was made to compare two wordings, models or efforts."""

    content: ClassVar[tuple[str, ...]] = ("revision", "source", "trial", "model", "body", "at")
    type: Literal["replay"] = "replay"
    id: Id
    n: Nth = 0
    revision: Sha256
    source: Id
    trial: Annotated[int, Meta(gt=0, le=1_000_000)]
    model: Word
    """As it was asked for."""
    body: dict[str, Any]
    """The reading as it is stored, without the keys of a database."""
    at: Time

    def told(self, said: Mapping[str, Any]) -> dict[str, Any]:
        """Its content without personal paths."""
        return {"body": impersonal_values(said["body"])}

    @property
    def reading(self) -> Reading | None:
        """The reading; None where the line holds none that finished as it says."""
        try:
            made = convert(self.body, Reading)
        except ValidationError:
            return None
        return made if (made.trial, made.state) == (self.trial, "finished") else None


class LookLine(Line, Identified, frozen=True, kw_only=True):
    """Somebody looked at how the texts came out that are kept apart for testing."""

    content: ClassVar[tuple[str, ...]] = ("kind", "name", "new_wording", "old_wording", "at")
    type: Literal["look"] = "look"
    id: Id
    n: Nth = 0
    kind: Kind
    name: Word
    new_wording: Word
    old_wording: Word
    at: Time


def portable(body: Mapping[str, Any], with_paths: bool) -> dict[str, Any]:
    """A stored reading as an export tells it."""
    told = _without_keys(body)
    for name in ("findings", "answers"):
        told[name] = [_without_keys(each) for each in body.get(name, ())]
    return told if with_paths else told | {k: impersonal_values(told[k]) for k in _PERSONAL if k in told}


def _without_keys(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name not in _LOCAL}
