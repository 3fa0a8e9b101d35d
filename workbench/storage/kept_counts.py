"""The file beside a database that keeps what was counted for the report: only what changed is counted anew.

It holds names of instruments, paths and numbers, no words of any text. Without it, or where it cannot be
used, all is counted again.
"""

import json
import os
from contextlib import suppress
from dataclasses import astuple
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from workbench.core.artifacts import Artifact, Kind
from workbench.core.calibration.blind_counts import BlindCounts, Figures
from workbench.core.costs.prices import PriceTable
from workbench.core.costs.spending import Spend
from workbench.core.marks import Mark
from workbench.core.sources import Source, SourceKind
from workbench.core.trust.claims import Agreement, ArtifactCounts, Book, Cell, Claim, Counted, Outcome, Played
from workbench.core.trust.escaped import Escaped
from workbench.core.trust.tallies import Heading, Tally
from workbench.storage.report_counts import Kept, KeptText, counted, without_collecting

if TYPE_CHECKING:
    from sqlite_utils import Database

_FORM = 3
"""Raised when the file or what is counted changes."""
_SUFFIX = ".counts"
_T = TypeVar("_T")


def kept_file(database: Path) -> Path:
    """Where the counts of a database are kept."""
    return database.with_name(f"{database.name}{_SUFFIX}")


class KeptCounts:
    """Counts a database that is open; what it counted before is held, and kept in the file."""

    def __init__(self, database: Path) -> None:
        """Take where the database is."""
        self._path = database
        self._kept: Kept | None = None

    def counted(self, db: "Database", prices: PriceTable) -> Counted:
        """What is counted of every artifact, only what changed since the last time anew."""
        if self._kept is None or self._kept.prices != prices:
            self._kept = load_kept(self._path, prices)
        found = counted(db.conn, self._kept, prices)
        if self._kept.changed:
            save_kept(self._path, self._kept)
        return found


def load_kept(database: Path, prices: PriceTable | None) -> Kept:
    """What was counted of a database with these prices; nothing where that was not kept or cannot be read."""
    try:
        value = json.loads(kept_file(database).read_bytes())
        if value["form"] == _FORM and value["prices"] == _digest(prices):
            with without_collecting():
                return _kept(value, prices)
    except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError):
        pass
    return Kept(prices=prices)


def save_kept(database: Path, kept: Kept) -> None:
    """Keep what was counted, for its owner alone; where that cannot be written nothing is kept."""
    # Slow to import, and most reports find all kept.
    import tempfile

    path = kept_file(database)
    with suppress(OSError):
        handle, name = tempfile.mkstemp(prefix=f"{path.name}.", suffix=".part", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(json.dumps(_value(kept), separators=(",", ":")))
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    kept.changed = False


def _digest(prices: PriceTable | None) -> str:
    return sha256(repr(prices).encode()).hexdigest()


class _Numbered(dict[_T, int]):
    """Values by the number that stands for each."""

    def __missing__(self, value: _T) -> int:
        self[value] = len(self)
        return self[value]


def _value(kept: Kept) -> dict[str, Any]:
    """What is kept, as JSON values: each source and each player once."""
    sources: _Numbered[Source] = _Numbered()
    players: _Numbered[Played] = _Numbered()
    book: _Numbered[int] = _Numbered()
    artifacts = {
        str(id): [
            text.state,
            [_blind_value(each, players) for each in text.blind],
            text.hits,
            *_counts_value(text.counts, sources, players, book),
        ]
        for id, text in kept.artifacts.items()
    }
    claims = [_claim_value(kept.book.claims[place], sources, players) for place in book]
    played = [[sources[player.source], player.provider, player.model] for player in players]
    return {
        "form": _FORM,
        "prices": _digest(kept.prices),
        "placed": list(kept.placed),
        "artifacts": artifacts,
        "book": claims,
        "players": played,
        "sources": [[source.kind.value, source.name, source.wording] for source in sources],
    }


def _claim_value(claim: Claim, sources: _Numbered[Source], players: _Numbered[Played]) -> list[Any]:
    cells = [
        [players[cell.played], cell.outcome and [cell.outcome.mark.value, cell.outcome.reason], cell.carried]
        for cell in claim.cells
    ]
    return [claim.heading.value, sources[claim.source], cells]


def _blind_value(each: BlindCounts, players: _Numbered[Played]) -> list[Any]:
    return [players[each.played], astuple(each.figures), each.differing]


def _counts_value(
    counts: ArtifactCounts, sources: _Numbered[Source], players: _Numbered[Played], book: _Numbered[int]
) -> list[Any]:
    artifact = counts.artifact
    return [
        [artifact.identity, artifact.path, artifact.kind.value, artifact.id],
        [book[place] for place in counts.claims],
        list(counts.claims.values()),
        [[players[player], at.isoformat()] for player, at in counts.since.items()],
        [[sources[of], players[player], *same] for (of, player), same in counts.agreement.items()],
        [[players[player], *astuple(spend)] for player, spend in counts.spent.items()],
        counts.own,
        astuple(counts.unsure),
        astuple(counts.taken_for),
        [[sources[each.rubric], each.frozen, each.questions] for each in counts.escapes],
    ]


def _kept(value: dict[str, Any], prices: PriceTable | None) -> Kept:
    sources = [Source(SourceKind(kind), name, wording) for kind, name, wording in value["sources"]]
    players = [Played(sources[source], provider, model) for source, provider, model in value["players"]]
    book = Book(_claim(claim, sources, players) for claim in value["book"])
    artifacts = {
        int(id): KeptText(
            tuple(state),
            _counts(rest, sources, players),
            tuple(_blind(each, int(id), players) for each in blind),
            tuple(hits),
        )
        for id, (state, blind, hits, *rest) in value["artifacts"].items()
    }
    return Kept(book, artifacts, prices, tuple(value["placed"]))


def _blind(value: list[Any], artifact: int, players: list[Played]) -> BlindCounts:
    player, figures, differing = value
    return BlindCounts(
        artifact, players[player], Figures(*figures), tuple((name, count) for name, count in differing)
    )


def _claim(value: list[Any], sources: list[Source], players: list[Played]) -> Claim:
    heading, source, cells = value
    return Claim(
        Heading(heading),
        sources[source],
        tuple(
            Cell(players[player], outcome and Outcome(Mark(outcome[0]), outcome[1]), tuple(carried))
            for player, outcome, carried in cells
        ),
    )


def _counts(value: list[Any], sources: list[Source], players: list[Played]) -> ArtifactCounts:
    artifact, places, numbers, since, agreement, spent, own, unsure, taken_for, escapes = value
    identity, path, kind, id = artifact
    return ArtifactCounts(
        Artifact(identity, path, Kind(kind), None, id),
        dict(zip(places, numbers, strict=True)),
        {players[player]: datetime.fromisoformat(at) for player, at in since},
        {(sources[of], players[player]): Agreement(*same) for of, player, *same in agreement},
        {players[player]: Spend(*used) for player, *used in spent},
        own,
        Tally(*unsure),
        Tally(*taken_for),
        tuple(
            Escaped(sources[rubric], frozen, tuple((id, count) for id, count in questions))
            for rubric, frozen, questions in escapes
        ),
    )
