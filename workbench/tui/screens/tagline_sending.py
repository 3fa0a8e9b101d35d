"""What trying candidates on readers would send, and what it may cost."""

from workbench.core.costs.spending import budget_words
from workbench.core.ports import Models
from workbench.core.taglines.board import TaglineBoard
from workbench.core.taglines.proposal import TaglineProposal
from workbench.core.text.display_text import counted
from workbench.tui.screens.sending import SEND_WORDS, Lines, SendingScreen
from workbench.tui.tones import Tone


class TaglineSendingScreen(SendingScreen):
    """Asks whether to have candidates read, or only stored answers graded."""

    def __init__(
        self,
        board: TaglineBoard,
        proposal: TaglineProposal,
        models: Models,
        budget: float | None,
        regrade: bool,
    ) -> None:
        super().__init__()
        self._board, self._proposal = board, proposal
        self._models, self._budget, self._regrade = models, budget, regrade

    @property
    def asks(self) -> bool:
        """Whether something must be typed before it is sent."""
        return bool(self._proposal.secrets)

    def lines(self) -> Lines:
        """What is read or graded by whom, where it is sent, what it takes now and at most."""
        board, proposal = self._board, self._proposal
        return [
            [(self._title(), Tone.STRONG)],
            [],
            *self.said("sent to", proposal.destination),
            *self._cost(),
            *self._budget_lines(),
            *self._who(),
            *([] if self._regrade else self.said("shown", _shown(board))),
            *self._secrets(),
        ]

    def answers(self) -> list[tuple[str, str]]:
        """The keys that agree, each with what it does."""
        most = self._proposal.most.reads
        return [("enter", "sends" if self._regrade or not most else f"sends up to {counted(most, 'read')}")]

    def _title(self) -> str:
        board = self._board
        if self._regrade:
            by = f"“{board.question}”" if board.question else "the intent"
            return f"Grade the stored answers by {by}; nothing is read anew"
        if board.reads:
            return f"Read on: {counted(len(board.reads), 'read')} so far"
        return f"Try {counted(len(board.shown), 'candidate')} on readers"

    def _cost(self) -> Lines:
        now, most = self._proposal.now, self._proposal.most
        if self._regrade or not most.reads or now == most:
            return self.said("it takes", (now if self._regrade else most).sentence())
        return [
            *self.said("at most", f"{most.sentence()}; fewer where candidates are told apart"),
            *self.said("at first", f"{now.sentence()}; the rest follows unasked"),
        ]

    def _budget_lines(self) -> Lines:
        if self._budget is None:
            return []
        is_priced = self._proposal.now.dollars is not None
        return self.said("budget", budget_words(self._budget, is_priced, " a run"))

    def _who(self) -> Lines:
        readers = ", ".join(reader.name for reader in self._board.race.readers)
        graded = self.said("graded by", f"the grader ({self._models.judge})")
        if self._regrade:
            return graded
        return [*self.said("read by", f"{readers} ({self._models.reader})"), *graded]

    def _secrets(self) -> Lines:
        if not self._proposal.secrets:
            return []
        lines: Lines = [[], [("These words look like live credentials:", Tone.ERROR)]]
        for secret in self._proposal.secrets:
            lines += self.said("", secret)
        return [
            *lines,
            [("Leave and take them out, or type ", Tone.PLAIN), (SEND_WORDS, Tone.KEY)],
        ]


def _shown(board: TaglineBoard) -> str:
    how = f"each under the title “{board.title}”" if board.title else "each alone"
    if board.race.full:
        return f"{how}, {counted(board.race.trials, 'time')} to each reader"
    return f"{how}, up to {counted(board.race.trials, 'time')} to each reader"
