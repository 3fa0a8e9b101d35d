"""Marks that are in no rate: on what no instrument claimed to be so or not."""

from collections.abc import Iterable

from workbench.core.effective_marks import EffectiveMarks
from workbench.core.history import History
from workbench.core.marks import Standing, Target
from workbench.core.readings import ReadingState
from workbench.core.ruling import MarkedAnswer, settled
from workbench.core.sources import Source
from workbench.core.trust.tallies import Tally, tally_of


def uncounted(histories: Iterable[History]) -> tuple[Tally, Tally]:
    """The marks on answers that cannot be told, and on what readers took a text for."""
    unsure: dict[tuple[str, Source, int], Standing] = {}
    taken_for: dict[tuple[str, Source, int], Standing] = {}
    for history in histories:
        marks = EffectiveMarks(history)
        for reading in history.readings:
            if reading.state is not ReadingState.FINISHED or reading.mine:
                continue
            of = (history.artifact.identity, reading.source, reading.revision)
            own = marks.standings.of(Target("reading", reading.id))
            if own.mark:
                taken_for[of] = own
            for answer in reading.answers:
                about = marks.of_answers(answer)
                if (
                    about.mark
                    and answer.value != "fails"
                    and settled(MarkedAnswer(answer)).value == "cannot tell"
                ):
                    unsure[history.artifact.identity, answer.source, answer.revision] = about
    return tally_of(unsure.values()), tally_of(taken_for.values())
