"""What the header says of the call that settles which findings are the same concern."""

from dataclasses import replace

import pytest
from support.builders import artifact, revision

from workbench.core.board import SeatProgress, opened
from workbench.core.history import History, Round, RoundState
from workbench.core.identity.matching_calls import MATCHING_SEAT
from workbench.core.seats import Seat
from workbench.core.sources import Source, SourceKind
from workbench.tui.header import seats_ends

SKEPTIC = Seat(Source(SourceKind.READER, "skeptic", "w"))


@pytest.mark.parametrize(
    ("progress", "said"),
    [
        (SeatProgress("reading", 412), "matching findings, 412 tokens"),
        (SeatProgress("finished"), "matched"),
        (SeatProgress("failed"), "matched by rules"),
    ],
    ids=["asked", "answered", "failed"],
)
def test_matching_is_told_beside_the_readings_and_is_none_of_them(progress, said):
    round = Round(1, 1, (SKEPTIC,), RoundState.RUNNING, id=1)
    board = opened(History(artifact(), (revision(),), (round,)), revision())
    board = replace(board, seats={MATCHING_SEAT: progress}, running=True, made_here=1)
    ends = seats_ends(board, None, "somewhere")
    assert said in [part.text for part in ends.left]
    assert "0 of 1 reading" in [part.text for part in ends.shorter]
