"""The key that lets the person answer the rubric themselves, from the list and back to it."""

from workbench.core.errors import UsageError
from workbench.core.events import OwnJudged
from workbench.core.marks import Target
from workbench.core.own_judgement import OwnJudgement, OwnRubric, own_judgement
from workbench.core.ruling import RulingValue
from workbench.tui.screens.moving import MoveActions
from workbench.tui.tones import Tone


class JudgeActions(MoveActions):
    """What the person answers is kept at once; the list shows it when it is a reading."""

    async def do_own_rubric(self) -> None:
        """Answer the rubric, or go on with it."""
        if self.file_gone:
            self.say("There is no file any more: put it back, then you can judge it.", Tone.WARNING)
            return
        if self.shown.disk is not None:
            shows = self.keys.shown("show_disk")
            self.say(f"The file has changed: {shows} shows it, then you can judge it.")
            return
        own = OwnRubric(self.desk.store, self.desk.clock)
        judgement = await own_judgement(self.desk, self.shown)
        from workbench.tui.screens.own_rubric import OwnRubricScreen

        self.app.push_screen(OwnRubricScreen(own, self.shown.artifact, judgement, self.keys, self._judged))

    async def _judged(self, event: OwnJudged | None, judgement: OwnJudgement) -> None:
        """Show what came of it."""
        self.own_left = judgement.unfinished if event is None else ""
        if event is None:
            self.paint_bars("seats")
            self.say(self.own_goes_on)
            return
        was_publishable = self.shown.binding and self.shown.ruling.value is RulingValue.PUBLISHABLE
        self.fold(event)
        if event.placements:
            self.move(Target("concern", event.placements[0].concern))
        fails = len(event.reading.findings)
        hits = {0: "nothing fails", 1: "what fails is a hit"}.get(fails, f"{fails} fail, each a hit")
        if was_publishable and fails:
            hits += " and an escape"
        verdict = event.reading.verdict
        assert verdict is not None, "the person gave one"
        judged = f"You judged it {verdict.value}: {hits}"
        rubric, undo = self.keys.shown("own_rubric"), self.keys.shown("undo")
        full = f"{judged}; {rubric} changes your answers, {undo} does not take them back"
        self.say(full, Tone.HIT, (f"{judged}; {rubric} changes your answers", judged))

    async def look_at_own(self) -> None:
        """Learn what is left of a judgement that was begun, where one can be."""
        try:
            self.own_left = (await own_judgement(self.desk, self.shown)).unfinished
        except UsageError:
            self.own_left = ""
        self.paint_bars("seats")

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

    @property
    def own_goes_on(self) -> str:
        """What is left of a judgement that was begun, and the key; empty where there is none."""
        return f"{self.keys.shown('own_rubric')} goes on: {self.own_left}" if self.own_left else ""
