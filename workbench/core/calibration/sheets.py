"""Items that are put to the person one after the other, each with something hidden until it is answered."""

from dataclasses import dataclass, replace
from typing import Generic, Protocol, Self, TypeVar

from workbench.core.artifacts import Revision
from workbench.core.readings import Span


class Item(Protocol):
    """What is put to the person."""

    @property
    def open(self) -> bool:
        """Whether it is still to be answered."""
        ...

    @property
    def revision(self) -> Revision:
        """The text that it is about."""
        ...

    @property
    def span(self) -> Span | None:
        """The words of it that it is about; None where there are none."""
        ...


AnItem = TypeVar("AnItem", bound=Item)


@dataclass(frozen=True, slots=True)
class Sheet(Generic[AnItem]):
    """What is put to the person at one time."""

    title: str
    items: tuple[AnItem, ...]
    before: int = 0
    """How many more of the same were answered before."""

    @property
    def progress(self) -> str:
        """How far it is, in words."""
        answered = self.before + sum(not item.open for item in self.items)
        return f"{answered} of {self.before + len(self.items)} answered"

    @property
    def left(self) -> int:
        """How many are still to be answered."""
        return sum(item.open for item in self.items)

    def next_open(self, after: int) -> int | None:
        """The place of the next that is open, going round; None where none is."""
        count = len(self.items)
        places = ((after + step) % count for step in range(1, count + 1))
        return next((place for place in places if self.items[place].open), None)

    def with_item(self, place: int, item: AnItem) -> Self:
        """The sheet with another item in a place."""
        return replace(self, items=(*self.items[:place], item, *self.items[place + 1 :]))
