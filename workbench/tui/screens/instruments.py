"""The keys that show the personas and rubrics, from the list and back to it."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from workbench.core.ports import PROJECT_UNUSED, Library, Settings
from workbench.core.shelf import SORTS
from workbench.tui.screens.board_screen import BoardScreen
from workbench.tui.screens.content_frame import OpenText, Workshop


class InstrumentActions(BoardScreen):
    """What is changed there is used from the next round on."""

    stopping: asyncio.Event | None = None
    """Set to stop the round under way; None while none is."""
    _waiting: int | None = None
    """How many files of the project wait to be looked at; None where it brings none."""

    async def use_project(self) -> None:
        """Use what the text's project brings and the person trusts at exactly that wording."""
        shelf = self.desk.shelf
        if shelf is not None and await shelf.brings(self.path):
            self._take(await shelf.library(self.path))
            files = [f for sort in SORTS for f in await shelf.listed(sort, self.path)]
            self._waiting = sum(file.waits for file in files)

    def project_notices(self, notices: Sequence[str]) -> tuple[str, ...]:
        """What the person is to know, with the keys that show what the project brings."""
        if self._waiting is None:
            return tuple(notices)
        others = tuple(notice for notice in notices if notice != PROJECT_UNUSED)
        if not self._waiting or PROJECT_UNUSED not in notices:
            return others
        personas, rubrics = self.keys.shown("personas"), self.keys.shown("rubrics")
        said = PROJECT_UNUSED.replace("This repository's", "Its").removesuffix(".")
        return (*others, f"{said}: {personas} and {rubrics} show them.")

    def _take(self, library: Library) -> None:
        self.desk = replace(self.desk, library=library)

    @property
    def _workshop(self) -> Workshop:
        text = OpenText(lambda: self.shown, lambda: self.checked)
        return Workshop(self.desk, self.keys, self.open_editor, text, self._take, self._settle)

    def _settle(self, settings: Settings) -> None:
        self.desk = replace(self.desk, settings=settings)

    async def do_personas(self) -> None:
        """Show every persona."""
        from workbench.tui.screens.personas import PersonasScreen

        self.app.push_screen(PersonasScreen(self._workshop), self._back_from_them)

    async def do_rubrics(self) -> None:
        """Show every rubric."""
        from workbench.tui.screens.rubrics import RubricsScreen

        self.app.push_screen(RubricsScreen(self._workshop), self._back_from_them)

    async def _back_from_them(self, _: object) -> None:
        """Show what was put into the list there; a round under way tells what it brings itself."""
        if self.stopping is None:
            await self.attempt(self.show_stored())
