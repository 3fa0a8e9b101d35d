from datetime import date

import pytest
from core.comparing.stage import NEW, OLD, prefers
from core.conftest import MemoryFiles, SetChecks
from support import databases
from support.builders import MODELS, FakeClock, persona

from workbench.core.comparing.desk import CompareDesk
from workbench.core.costs.prices import Price, PriceTable
from workbench.core.desk import Desk
from workbench.core.errors import ArtifactError
from workbench.core.ports import Library, Settings
from workbench.providers.scripted import ScriptedProvider
from workbench.storage.store import SqliteStore

OLD_PATH, NEW_PATH = "/texts/README.md", "/texts/new.md"


class Files(MemoryFiles):
    """Files in memory, of which those that are not there cannot be read."""

    async def read(self, path):
        if str(path) not in self.contents:
            raise ArtifactError(f"{path} is not there.")
        return await super().read(path)


@pytest.fixture
async def desk(tmp_path):
    """Makes desks over one database; a second one is the program started again."""
    stores = []

    async def make(answers=None, texts=None, **changes):
        databases.begin(tmp_path / "w.db")
        clock = FakeClock()
        stores.append(SqliteStore(tmp_path / "w.db", clock.now))
        values = {
            "store": stores[-1],
            "files": Files(texts or {OLD_PATH: OLD, NEW_PATH: NEW}),
            "checks": SetChecks(),
            "provider": ScriptedProvider(answers or prefers("boils water")),
            "clock": clock,
            "library": Library(
                (persona("skeptic", default_for=("readme",)), persona("engineer", default_for=("readme",)))
            ),
            "settings": Settings(MODELS),
            "prices": PriceTable(date(2026, 1, 1), (Price("reader-model", 1, 1),)),
        }
        return CompareDesk(Desk(**{**values, **changes}))

    yield make
    for store in stores:
        await store.close()
