"""One thing that `workbench doctor` looked at."""

from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "note", "fault"]


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One thing that was looked at."""

    about: str
    state: State
    said: str
    """What was found and, where it is a fault, what to do."""
