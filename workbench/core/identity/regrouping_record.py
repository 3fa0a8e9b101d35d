"""What a merge or a split records: where its findings were, and what then stands about them."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a finding was before it was moved, so that it can go back there exactly."""

    concern: int
    why: str = ""
    by: Literal["rules", "model", "person"] = "rules"


@dataclass(frozen=True, slots=True)
class Held:
    """What stands about a concern or a finding from a merge or a split on, until more is decided about it."""

    kind: Literal["concern", "finding"]
    id: int
    mark: int | None = None
    """Key of the decision that made the mark; None where no mark stands."""
    deferred: bool | None = None
    """None leaves it as it is."""
    note: str | None = None
    """Empty where no note stands; None leaves it as it is."""
    fixed: int | None = None
    """Key of the decision that says that it is fixed, 0 where it is not; None leaves it as it is."""


@dataclass(frozen=True, slots=True)
class RegroupingRecord:
    """The value of a merge or a split."""

    origins: Mapping[int, Origin | None] = field(default_factory=dict)
    """By key of each finding that it moves; None where the finding was in no concern yet."""
    held: tuple[Held, ...] = ()

    def as_json(self) -> str:
        """The record as a decision's value."""
        findings = {str(finding): origin and asdict(origin) for finding, origin in self.origins.items()}
        held = [
            {
                held.kind: held.id,
                "mark": held.mark,
                **_said(deferred=held.deferred, note=held.note, fixed=held.fixed),
            }
            for held in self.held
        ]
        return json.dumps({"findings": findings, "held": held}, ensure_ascii=False)


def _said(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


@lru_cache(maxsize=1024)
def record_of(value: str | None) -> RegroupingRecord:
    """The record that `RegroupingRecord.as_json` wrote."""
    shape = json.loads(value or "{}")
    return RegroupingRecord(
        {int(finding): origin and Origin(**origin) for finding, origin in shape.get("findings", {}).items()},
        tuple(_held_of(held) for held in shape.get("held", ())),
    )


def _held_of(shape: dict[str, Any]) -> Held:
    kind: Literal["concern", "finding"] = "concern" if "concern" in shape else "finding"
    return Held(
        kind,
        shape[kind],
        shape["mark"],
        shape.get("deferred"),
        shape.get("note"),
        shape.get("fixed"),
    )
