"""The key that lets the person answer the rubric themselves, from the list and back to it."""

from workbench.core.errors import WorkbenchError
from workbench.core.events import OwnJudged
from workbench.core.marks import Target
from workbench.core.own_judgement import OwnJudgement, OwnRubric, own_judgement
from workbench.tui.screens.moving import MoveActions
from workbench.tui.screens.own_rubric import OwnRubricScreen
from workbench.tui.tones import Tone


class JudgeActions(MoveActions):
    """What the person answers is kept at once; the list shows it when it is a reading."""

    async def do_own_rubric(self) -> None:
        """Answer the rubric, or go on with it."""
        if self.shown.disk is not None:
            shows = self.keys.shown("show_disk")
            self.say(f"The file has changed: {shows} shows it, then you can judge it.")
            return
        own = OwnRubric(self.desk.store, self.desk.clock)
        judgement = await own_judgement(self.desk, self.shown)
        self.app.push_screen(OwnRubricScreen(own, self.shown.artifact, judgement, self.keys, self._judged))

    async def _judged(self, event: OwnJudged | None, judgement: OwnJudgement) -> None:
        """Show what came of it."""
        if event is None:
            self.say(self.own_progress(judgement))
            return
        self.fold(event)
        if event.placements:
            self.move(Target("concern", event.placements[0].concern))
        fails = len(event.reading.findings)
        hits = {0: "nothing fails", 1: "what fails is a hit"}.get(fails, f"{fails} fail, each a hit")
        verdict = event.reading.verdict
        assert verdict is not None, "the person gave one"
        judged = f"You judged it {verdict.value}: {hits}"
        rubric, undo = self.keys.shown("own_rubric"), self.keys.shown("undo")
        full = f"{judged}; {rubric} changes your answers, {undo} does not take them back"
        self.say(full, Tone.HIT, (f"{judged}; {rubric} changes your answers", judged))

    async def own_begun(self) -> str:
        """What is left of a judgement that was begun; empty where none was or none can be."""
        try:
            return self.own_progress(await own_judgement(self.desk, self.shown))
        except WorkbenchError:
            return ""

    @property
    def without_reader(self) -> tuple[str, Tone, tuple[str, ...]]:
        """Which ways there are to get a reader, and that the person can judge without one."""
        judges = self.keys.shown("own_rubric")
        ways = "a key, a server or a program gives one, `workbench doctor` says how"
        return (
            f"No reader is set up: {ways}; {judges} answers the rubric yourself.",
            Tone.WARNING,
            (f"No reader: set a key, server or program (`workbench doctor`), or {judges}: you judge.",),
        )

    def own_progress(self, judgement: OwnJudgement) -> str:
        """What is left of a judgement that was begun; empty where there is none."""
        if not judgement.begun:
            return ""
        rest = ", the verdict is left" if judgement.complete else ""
        return f"{self.keys.shown('own_rubric')} goes on: {judgement.progress}{rest}"
