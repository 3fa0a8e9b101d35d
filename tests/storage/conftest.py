import pytest
from sqlite_utils import Database
from storage import samples
from storage.exchange_stage import clock
from support import databases

from workbench.storage.store import SqliteStore


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "workbench.db"


@pytest.fixture
async def open_store(path):
    """Stores on the test's file, closed when it ends; each has its own connection, as a new run has."""
    stores = []

    def opened():
        stores.append(SqliteStore(path, samples.Now()))
        return stores[-1]

    yield opened
    for store in stores:
        await store.close()


@pytest.fixture
def store(open_store):
    return open_store()


@pytest.fixture
async def artifact(store, path):
    databases.begin(path)
    return await store.open_artifact("path:/texts/README.md", "/texts/README.md", None)


@pytest.fixture
async def revision(store, artifact):
    return await store.save_revision(artifact, samples.revision())


@pytest.fixture
def query(path):
    """The rows that a person would get with another program."""

    def rows(sql, *parameters):
        with Database(path) as db:
            return [tuple(row) for row in db.execute(sql, parameters).fetchall()]

    return rows


@pytest.fixture
def folder(tmp_path):
    return tmp_path


@pytest.fixture
async def open_at(folder):
    """Stores on databases by their names, closed when the test ends."""
    stores = []

    def opened(name, ahead=0.0):
        stores.append(SqliteStore(folder / name, clock(ahead)))
        return stores[-1]

    yield opened
    for store in stores:
        await store.close()
