"""What commands and screens do alike with a replay: set its sides, and say what it came to."""

from dataclasses import replace

from workbench.core.desk import Desk
from workbench.core.instruments import Persona
from workbench.core.ports import Models
from workbench.core.replay.result import ReplayResult, result_of
from workbench.core.replay.sources import Played
from workbench.core.replay.store import Look
from workbench.core.replay.units import ReplayProposal, Side


def side_of(instrument: Played, models: Models, model: str | None = None, effort: str | None = None) -> Side:
    """Who plays an instrument: the model and effort that are said, else those of its role."""
    if isinstance(instrument, Persona):
        return Side(instrument, model or models.reader, effort or models.reader_effort)
    return Side(instrument, model or models.judge, effort or models.judge_effort)


async def concluded(desk: Desk, proposal: ReplayProposal) -> ReplayResult:
    """What a replay came to on what is stored; a look at texts that are kept for testing is counted."""
    result = result_of(proposal, desk.prices)
    if not result.looked:
        return result
    wish = proposal.wish
    look = Look(wish.new.instrument.source, wish.old.instrument.source)
    return replace(result, looks=await desk.store.replays.save_look(look))
