"""What can be done with the file of a persona or rubric: written, copied, renamed, trusted, thrown away."""

import asyncio
from pathlib import Path

from textual.app import SuspendNotSupported

from workbench.core.errors import UsageError, WorkbenchError
from workbench.core.shelf import Draft, Shelved, Sort, Stand, draft_of
from workbench.tui.screens.asking import ConfirmScreen
from workbench.tui.screens.content_editor import ContentEditorScreen
from workbench.tui.screens.content_frame import ContentFrame
from workbench.tui.screens.content_pages import TrustScreen
from workbench.tui.tones import Tone


class FileActions(ContentFrame):
    """Nothing that ships is ever written, and nothing that is thrown away is gone."""

    sort: Sort
    files: tuple[Shelved, ...] = ()
    cursor: Path | None = None
    """The file under the cursor."""

    @property
    def here(self) -> Shelved:
        """The file under the cursor.

        Raises:
            UsageError: there is none.
        """
        raise NotImplementedError

    async def load(self) -> None:
        """List every file anew, and have what can be used taken."""
        raise NotImplementedError

    async def do_content_trust(self) -> None:
        """Show a project's file in full, to be trusted."""
        file = self.here
        if not file.waits:
            self.say("Only what a project brings has to be trusted; this is trusted already.")
            return

        self.app.push_screen(TrustScreen(file, lambda: self.attempt(self._trust(file))))

    async def _trust(self, file: Shelved) -> None:
        if not file.text:
            raise UsageError(f"It cannot be read: {file.errors[0] if file.errors else file.path}.")
        await self.workshop.shelf.trust(file)
        await self.load()
        if self.here.errors:
            raise UsageError(f"{file.name} is broken: {self.here.errors[0]}.")
        self.say(f"{file.name} is used from now on, until one character of it changes.", Tone.GOOD)

    async def do_content_edit(self) -> None:
        """Change its words here."""
        self._write(draft_of(self._openable()))

    def _openable(self) -> Shelved:
        file = self.here
        if file.waits:
            raise UsageError(f"Look at it first: {self.keys.shown('content_trust')} shows it in full.")
        if not file.text:
            raise UsageError(f"It cannot be read: {file.errors[0] if file.errors else file.path}.")
        return file

    def _write(self, draft: Draft, line: int = 1) -> None:
        """Open a text to be changed; what was saved of it is shown when it is left."""
        editor = ContentEditorScreen(self.workshop, draft, line)

        async def back(_: object) -> None:
            await self.attempt(self.load())
            now = (f for f in self.files if (f.name, f.origin) == (editor.draft.name, editor.draft.origin))
            if file := next(now, None):
                self.go_to(file)

        self.app.push_screen(editor, back)

    def go_to(self, file: Shelved) -> None:
        """Put the cursor on a file."""
        raise NotImplementedError

    async def do_content_new(self) -> None:
        """Begin a new one."""
        self._ask_name("New, called", None)

    async def do_content_copy(self) -> None:
        """Begin a copy."""
        self._ask_name(f"Copy of {self.here.name}, called", self._openable())

    def _ask_name(self, label: str, of: Shelved | None) -> None:
        async def begin(name: str) -> None:
            name = name.strip()
            template = self.workshop.shelf.template(self.sort, name)
            if any(file.name == name and file.origin != "bundled" for file in self.files):
                raise UsageError(f"There is a {name} already: choose another name.")
            self._write(Draft(self.sort, name, self._begun(of, name) if of else template))

        self.ask(label, begin, hint="lower-case words with hyphens, such as hurried-operator")

    def _begun(self, of: Shelved, name: str) -> str:
        """What a copy begins with; one of the same name takes the place of what ships, as it reads there."""
        return of.text if name == of.name else self.workshop.shelf.copied(of.text, name)

    async def do_content_editor(self) -> None:
        """Open its file in the person's editor."""
        file = self._openable()
        draft = draft_of(file)
        if file.origin == "bundled":
            if any(f.name == file.name and f.origin == "user" for f in self.files):
                raise UsageError(f"Your own {file.name} is used instead: open that one.")
            # What ships is never written: the copy is used from now on.
            await self.workshop.shelf.save(draft, "user")
            await self.load()
            file = next(f for f in self.files if f.name == file.name and f.origin == "user")
            self.cursor = file.path
        was = file.text
        try:
            failed = await self._lend_terminal(file.path)
        except SuspendNotSupported:
            raise UsageError("This terminal cannot be lent to an editor: edit the file elsewhere.") from None
        await self.load()
        if failed:
            raise failed
        await self._told_edited(file, was, draft.origin == "bundled")

    async def _told_edited(self, file: Shelved, was: str, copied: bool) -> None:
        now = next((f for f in self.files if f.path == file.path), None)
        if now is None or now.text != was:
            trusts = f"; {self.keys.shown('content_trust')} shows it" if now and now.waits else ""
            self.say(f"{file.name} was changed: its statistics begin anew{trusts}.")
        elif copied:
            await self.workshop.shelf.trash(now)
            await self.load()
            self.say("Nothing was changed, so what ships stays in use.")
        else:
            self.say("Nothing was changed.")

    async def _lend_terminal(self, path: Path) -> WorkbenchError | None:
        """Run the editor; a failure is given back, for one that left `suspend` would leave it suspended."""
        with self.app.batch_update(), self.app.suspend():
            try:
                await asyncio.to_thread(self.workshop.open_editor, path, 1)
            except WorkbenchError as error:
                return error
        return None

    async def do_content_disable(self) -> None:
        """Use it no more, or again."""
        file = self.here
        enabled = file.stand is Stand.DISABLED
        await self.workshop.shelf.enable(self.sort, file.name, enabled)
        await self.load()
        again = f"; {self.keys.shown('content_disable')} again uses it"
        done = "is used again" if enabled else f"is used no more{again}"
        self.say(f"{file.name} {done}.")

    async def do_content_rename(self) -> None:
        """Give it another name."""
        file = self.here

        async def rename(name: str) -> None:
            self.cursor = await self.workshop.shelf.rename(file, name.strip())
            await self.load()
            self.say(f"{file.name} is called {name.strip()} now; what was counted stays with {file.name}.")

        self.ask(f"{file.name} is to be called", rename, file.name, "lower-case words with hyphens")

    async def do_content_trash(self) -> None:
        """Move it to the trash, once the person has agreed."""
        file = self.here

        async def decided(agreed: bool | None) -> None:
            if agreed:
                await self.attempt(self._trash(file))

        if file.origin == "bundled":
            disables = self.keys.shown("content_disable")
            raise UsageError(f"{file.name} ships with the program and stays: {disables} disables it.")
        question = f"Move {file.path} into the folder trash beside it? Its marks and rates stay."
        self.app.push_screen(ConfirmScreen(question, self.keys, "moves it", "leaves it"), decided)

    async def _trash(self, file: Shelved) -> None:
        place = await self.workshop.shelf.trash(file)
        await self.load()
        self.say(f"It is {place} now.")
