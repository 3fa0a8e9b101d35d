"""Small values that tests of taglines are made of."""

import pytest
from core.conftest import MemoryFiles, SetChecks
from core.taglines.desk_stage import FILE, NAMES, PATH, PRICES, README, NoLineChecks, Session, kettle
from support import databases
from support.builders import MODELS, FakeClock, artifact, persona

from workbench.core.artifacts import Kind
from workbench.core.desk import Desk
from workbench.core.ports import Library, Settings
from workbench.core.sources import Source, SourceKind, wording_of
from workbench.core.taglines.board import TaglineBoard, opened
from workbench.core.taglines.candidates import Candidate
from workbench.core.taglines.desk import TaglineDesk
from workbench.core.taglines.prompts import GRADERS
from workbench.core.taglines.racing import Race
from workbench.core.taglines.reads import Asked, Grade, Read, Slot, Stage, Value
from workbench.providers.scripted import ScriptedProvider
from workbench.storage.store import SqliteStore

INTENT = "A command-line kettle, for people who drink tea at their desk."


def readers(count=3):
    return tuple(Source(SourceKind.READER, f"reader{n}", wording_of(f"reader{n}")) for n in range(count))


def slot(candidate=1, reader=0, trial=1, stage=Stage.RACE):
    return Slot(candidate, readers(reader + 1)[reader], stage, trial)


def read(candidate=1, reader=0, trial=1, what="A kettle.", stage=Stage.RACE):
    return Read(slot(candidate, reader, trial, stage), what)


def grade(answer="A kettle.", value=Value.RIGHT, question="", mark=None):
    return Grade(GRADERS[not question], Asked(INTENT, question), answer, value, answer, mark=mark)


def board(texts=("Boils water", "Kettles for everyone"), reads=(), grades=(), race=None, **changes):
    """A board of some candidates, worked out."""
    candidates = tuple(Candidate(text, line=n, id=n) for n, text in enumerate(texts, 1))
    known = {(each.asked.key, each.answer): each for each in grades}
    made = TaglineBoard(
        artifact(kind=Kind.TAGLINES, intent=INTENT),
        candidates,
        race or Race(readers(), 4),
        reads=tuple(reads),
        grades=known,
        **changes,
    )
    return opened(made)


@pytest.fixture
async def session(tmp_path):
    """Sessions over one database: a later one is the program started again."""
    stores = []
    databases.begin(tmp_path / "w.db")

    def made(script=kettle, files=None, provider="", checks=None, **settings):
        clock = FakeClock()
        stores.append(SqliteStore(tmp_path / "w.db", clock.now))
        known = tuple(persona(name, kinds=(Kind.TAGLINES,), default_for=(Kind.TAGLINES,)) for name in NAMES)
        files = files or {str(PATH): FILE, str(README): "# Kettle\n\nBoils water from the shell.\n"}
        desk = Desk(
            stores[-1],
            MemoryFiles(files),
            checks or SetChecks(),
            ScriptedProvider(script) if provider == "" else provider,
            clock,
            Library(known),
            Settings(MODELS, **settings),
            PRICES,
        )
        return Session(TaglineDesk(desk, NoLineChecks()))

    yield made
    for store in stores:
        await store.close()
