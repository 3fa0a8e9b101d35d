"""A persona or rubric that is being written: checked, saved, tried on the open text."""

import asyncio
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

from textual import work

from workbench.core.artifacts import Kind
from workbench.core.errors import ContentError, UsageError, WorkbenchError
from workbench.core.events import ReadingProgressed, RoundEvent
from workbench.core.instruments import Persona, Rubric
from workbench.core.ports import Library
from workbench.core.replay.trying import Trial, failure_of, propose_trial, read_trial
from workbench.core.replay.units import Split
from workbench.core.shelf import Draft, Writable
from workbench.core.text.display_text import counted
from workbench.core.trust.wordings import Marked, claiming, marked_of, to_edit_by
from workbench.tui.screens.asking import ConfirmScreen
from workbench.tui.screens.content_frame import ContentFrame, Workshop
from workbench.tui.screens.proposal import ProposalScreen
from workbench.tui.screens.rounds import goes_without_asking
from workbench.tui.screens.sending import Agreed
from workbench.tui.shelf_layout import Lines
from workbench.tui.tones import Tone

Found = Persona | Rubric | tuple[ContentError, ...]


class TryScreen(ProposalScreen):
    """Asks whether to send a trial."""

    def __init__(self, trial: Trial, budget: float | None) -> None:
        """Set what is tried."""
        super().__init__(trial.proposal, trial.board.revision, budget)
        self._trial = trial

    def lines(self) -> Lines:
        """What is tried, and what it counts for."""
        title, *lines = super().lines()
        sides = "both wordings" if len(self.proposal.assignments) > 1 else "the unsaved wording"
        said = "nowhere: in no round, rate or ruling; it is kept, so that the same is not sent twice"
        del title
        return [
            [(f"Try {sides} on revision {self._revision.number}", Tone.STRONG)],
            [],
            *self.said("it counts", said),
            *lines[1:],
        ]


class DraftFrame(ContentFrame):
    """Nothing is lost unasked: leaving asks where something is not saved."""

    def __init__(self, workshop: Workshop, draft: Draft) -> None:
        super().__init__(workshop)
        self.draft = draft
        self.saved_item: Persona | Rubric | None = None
        """What the file says as it is; None for a new or a broken one."""
        self.found: Found = ()
        """What the draft says, or what is wrong with it."""
        self.trial: Trial | None = None
        self.marked: Marked | None = None
        """What the saved wording was right and wrong about; None while that is not known."""
        self._stop: asyncio.Event | None = None

    def begin(self) -> None:
        """Learn what the file says, and what it was right about."""
        shelf = self.workshop.shelf
        if self.draft.saved:
            saved = shelf.read(replace(self.draft, text=self.draft.saved))
            self.saved_item = None if isinstance(saved, tuple) else saved
        self.found = shelf.read(self.draft)
        self.find_marked()

    @work(group="marked", exclusive=True)
    async def find_marked(self) -> None:
        """Learn what the saved wording was right and wrong about, as far as whoever edits may know."""
        store = self.workshop.desk.store
        try:
            if self.saved_item is None:
                self.marked = Marked()
            else:
                may_see = to_edit_by(await store.histories())
                self.marked = await marked_of(store, claiming(self.saved_item), may_see)
        except WorkbenchError as error:
            self.say(str(error), Tone.ERROR)
        self.paint_below()

    def paint_below(self) -> None:
        """Draw what stands below the text."""
        raise NotImplementedError

    @property
    def text_path(self) -> Path | None:
        """Where the open text is; None where none is."""
        text = self.workshop.text
        return Path(text.board().artifact.path) if text else None

    async def do_draft_save(self) -> None:
        """Save it where it stands."""
        await self._save(self.draft.goes_to)

    async def do_draft_save_project(self) -> None:
        """Save it into the open text's project."""
        await self._save("project")

    async def _save(self, into: Writable) -> None:
        if not self.draft.unsaved and self.draft.origin == into:
            self.say("Nothing was changed since it was saved.")
            return
        was, shelf = self.draft, self.workshop.shelf
        if was.origin not in (None, into):
            # It stands in another folder, so there is nothing that this could overwrite.
            self.draft = replace(was, origin=None, saved="")
        try:
            self.draft = await shelf.save(self.draft, into, self.text_path)
        except WorkbenchError:
            self.draft = was
            raise
        library = await shelf.library(self.text_path)
        self.workshop = self.workshop._replace(desk=replace(self.workshop.desk, library=library))
        self.workshop.take(library)
        self.begin()
        self.shows_saved()
        self.say(*self._saved_words(was, into, _used_unasked(library, was)))

    def _saved_words(self, was: Draft, into: Writable, unasked: bool) -> tuple[str, Tone]:
        whose = "your own folder" if into == "user" else "the project, trusted"
        instead = "; it is used instead of what ships" if was.origin == "bundled" else ""
        tries = f"{self.keys.shown('content_replay')} tells on marked texts whether it helped"
        if was.origin is None:
            does = "reads" if was.sort == "personas" else "judges"
            asked = f"it {does} only when asked: {self.keys.shown('content_use')} in the list asks it"
            return f"Saved into {whose}; {'it is used from now on' if unasked else asked}.", Tone.GOOD
        return f"Saved into {whose}{instead}; {tries}.", Tone.GOOD

    def shows_saved(self) -> None:
        """Show what was saved, which may end with a newline more."""

    async def do_draft_try(self) -> None:
        """Read the open text with the unsaved words, once the person agrees; again to stop."""
        if self._stop is not None:
            self._stop.set()
            self.say("Stopping; what was read is kept.")
            return
        text = self.workshop.text
        if text is None:
            raise UsageError("No text is open: open one and come here from it, then it can be tried.")
        found = self.workshop.shelf.read(self.draft)
        if isinstance(found, tuple):
            raise UsageError(f"Not tried: {self._first_wrong(found)}.")
        checked, desk = text.checked(), self.workshop.desk
        if checked is None:
            raise UsageError("The checks of the text are still running: try again in a moment.")
        trial = await propose_trial(desk, text.board(), checked, found, self.saved_item)
        if not trial.proposal.assignments:
            self._show(trial, "Both wordings have read this text already; nothing was sent.")
        elif goes_without_asking(trial.proposal):
            self._begin_trial(trial)
        else:

            def decided(agreed: Agreed) -> None:
                if agreed:
                    self._begin_trial(trial)

            self.app.push_screen(TryScreen(trial, desk.settings.budget), decided)

    async def do_content_replay(self) -> None:
        """Compare the unsaved words with the saved ones, or the saved ones with those before them."""
        found = self.workshop.shelf.read(self.draft)
        if isinstance(found, tuple):
            raise UsageError(f"Not compared: {self._first_wrong(found)}.")
        if not self.draft.unsaved:
            await self.replay_earlier(found)
        elif self.saved_item is None:
            raise UsageError(
                "There are no saved words to compare with: save it, let it read, then change it."
            )
        else:
            # Whoever still edits sees the half of the texts that is for that.
            self.replay(found, self.saved_item, Split.TRAIN, "the unsaved words against the saved ones")

    def _first_wrong(self, found: tuple[ContentError, ...]) -> str:
        """The first thing that is wrong, in few words: it stands in full beside the text."""
        place = f"line {found[0].line}" if found[0].line else "the file"
        return f"something is wrong at {place}; {self.keys.shown('draft_problem')} goes there"

    def _begin_trial(self, trial: Trial) -> None:
        self._stop = asyncio.Event()
        self.say(f"Trying: {trial.proposal.estimate.sentence()}.")
        self._read(trial, self._stop)

    @work(group="try", exclusive=True)
    async def _read(self, trial: Trial, stop: asyncio.Event) -> None:
        failed = ""
        try:
            async with aclosing(read_trial(self.workshop.desk, trial, stop)) as events:
                async for trial, event in events:
                    failed = failure_of(event) or failed
                    self._tell(trial, event)
        except WorkbenchError as error:
            failed = str(error)
        finally:
            self._stop = None
        if failed:
            self._show(trial, failed, Tone.ERROR)
        elif stop.is_set():
            self._show(trial, "Stopped; trying again reads what is missing.", Tone.WARNING)
        else:
            self._show(trial, f"Tried on this text; {self.keys.shown('content_replay')}: on all marked ones.")

    def _tell(self, trial: Trial, event: RoundEvent) -> None:
        if isinstance(event, ReadingProgressed):
            self.say(event.waiting or f"Trying: {event.tokens:,} tokens so far.")
        elif trial is not self.trial:
            self.trial = trial
            self.paint_below()

    def _show(self, trial: Trial, said: str, tone: Tone = Tone.GOOD) -> None:
        self.trial = trial
        self.paint_below()
        self.say(said, tone)

    @property
    def errors(self) -> tuple[ContentError, ...]:
        """What is wrong with the draft."""
        return self.found if isinstance(self.found, tuple) else ()

    async def leave(self) -> None:
        """Back to where this was opened from; asks where something is not saved."""
        if not self.draft.unsaved:
            self.dismiss()
            return

        def decided(agreed: bool | None) -> None:
            if agreed:
                self.dismiss()

        wrong = f", and {counted(len(self.errors), 'thing')} wrong with it" if self.errors else ""
        question = f"{self.draft.name} is not saved{wrong}. Leave and lose what you changed?"
        self.app.push_screen(ConfirmScreen(question, self.keys, "loses it", "goes on"), decided)


def _used_unasked(library: Library, draft: Draft) -> bool:
    """Whether what a draft was saved as is part of the usual round of any kind of text."""
    if draft.sort == "personas":
        return any(p.name == draft.name and p.default_for for p in library.personas)
    judges = (library.judge(kind) for kind in Kind)
    return any(judge is not None and judge.name == draft.name for judge in judges)
