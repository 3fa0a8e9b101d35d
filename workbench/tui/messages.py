"""What workers tell the screen."""

from dataclasses import dataclass

from textual.message import Message

from workbench.core.errors import WorkbenchError
from workbench.core.events import RoundEvent


@dataclass
class Reported(Message):
    """A round said something."""

    event: RoundEvent


@dataclass
class Broke(Message):
    """A worker met an expected failure."""

    error: WorkbenchError
