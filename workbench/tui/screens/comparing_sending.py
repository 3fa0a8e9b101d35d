"""What asking readers to choose between two texts would send, and what it may cost."""

from workbench.core.artifacts import Kind
from workbench.core.comparing.desk import CompareProposal
from workbench.core.costs.spending import budget_words
from workbench.tui.screens.sending import Lines, SendingScreen
from workbench.tui.tones import Tone


class CompareSendingScreen(SendingScreen):
    """Asks whether to send both texts; names no file, since the person may not have chosen yet."""

    asks = False

    def __init__(self, proposal: CompareProposal, kind: Kind, budget: float | None) -> None:
        super().__init__()
        self._proposal, self._kind, self._budget = proposal, kind, budget

    def lines(self) -> Lines:
        """Who is asked, as what the texts are read, where they are sent, what it takes."""
        proposal = self._proposal
        readers = dict.fromkeys(asking.persona.name for asking in proposal.missing)
        lines = [
            [("Ask readers which of the two texts they choose", Tone.STRONG)],
            [],
            *self.said("sent to", proposal.destination),
            *self.said("it takes", f"{proposal.estimate.sentence()}; both texts, in both orders"),
            *self._budget_lines(),
            *self.said("read by", f"{', '.join(readers)} ({proposal.missing[0].request.model})"),
            *self.said("read as", f"{self._kind.value}: its kind decides who reads"),
        ]
        for why in proposal.left_out:
            lines += self.said("not asked", why, Tone.WARNING)
        return lines

    def _budget_lines(self) -> Lines:
        if self._budget is None:
            return []
        is_priced = self._proposal.estimate.most is not None
        return self.said("budget", budget_words(self._budget, is_priced, "", "answered"))

    def answers(self) -> list[tuple[str, str]]:
        """The keys that agree, each with what it does."""
        return [("enter", "sends both texts")]
