"""What is counted over all that is stored: how often instruments are right, and what calls used."""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.core.costs.experience import Earlier
from workbench.core.costs.prices import PriceTable
from workbench.storage.database import DatabaseThread
from workbench.storage.readings import earlier

if TYPE_CHECKING:
    from workbench.core.costs.account import Used
    from workbench.core.trust.claim_words import MarkedWords, Wanted
    from workbench.core.trust.claims import Counted
    from workbench.storage.kept_counts import KeptCounts


class CountedStore:
    """The part of the store that counts; what counts is imported once it is asked for, since it is large."""

    def __init__(self, path: Path, db: DatabaseThread) -> None:
        """Take the file, and the thread on which it is read."""
        self._path, self._db = path, db
        self._counts: KeptCounts | None = None
        """What counts for the report; None before the first."""

    async def counted(self, prices: PriceTable) -> "Counted":
        """What is counted of every artifact for the report, only what changed since the last time anew."""
        from workbench.storage.kept_counts import KeptCounts

        self._counts = self._counts or KeptCounts(self._path)
        return await self._db.read(partial(self._counts.counted, prices=prices))

    async def earlier(self) -> tuple[Earlier, ...]:
        """The newest readings, of any text, that a service counted, the newest first."""
        return await self._db.read(lambda db: earlier(db.conn))

    async def used(self, sizes: Sequence[int], since: date | None) -> "tuple[Used, ...]":
        """What all calls since a day used, those added up that cost alike.

        `sizes` are the tokens of a prompt at which prices change; None for `since` counts all.
        """
        from workbench.storage.spent import used

        return await self._db.read(lambda db: used(db.conn, sizes, since))

    async def hits_by_path(self) -> Mapping[str, int]:
        """How many concerns of readers and judges in each text the person agreed with."""
        from workbench.storage.spent import hits_by_path

        return await self._db.read(lambda db: hits_by_path(db.conn))

    async def claim_words(self, wanted: "Wanted") -> "tuple[MarkedWords, ...]":
        """The newest claims that some sources made and that have a mark."""
        from workbench.storage.claim_words import claim_words

        return await self._db.read(lambda db: claim_words(db, wanted))
