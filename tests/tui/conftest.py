"""The app on a real database, with a scripted model and files in memory."""

import asyncio
import io
import itertools
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from rich.console import Console
from support import databases
from support.builders import MODELS, TEXT, FakeClock, judge_answer, persona, reader_answer, rubric
from textual.css.stylesheet import Stylesheet
from textual.widgets import Input
from tui import quiet
from tui.home_bench import KETTLE, NOTES, TEAPOT, HomeBench, Texts

from workbench.core.costs.prices import Price, PriceTable
from workbench.core.costs.usage import Usage
from workbench.core.desk import Desk
from workbench.core.errors import ArtifactError, Failure
from workbench.core.ports import CheckReport, Library, Progress, Reply, Settings
from workbench.core.readings import Finding, FindingKind, Span
from workbench.core.sources import CheckRule
from workbench.providers.scripted import ScriptedProvider
from workbench.storage.store import SqliteStore
from workbench.tui.app import WorkbenchApp
from workbench.tui.keymaps import keys_of
from workbench.tui.list_lines import FindingLine, RowLine
from workbench.tui.screens.home import HomeScreen
from workbench.tui.screens.proposal import ProposalScreen
from workbench.tui.screens.review import ReviewScreen
from workbench.tui.widgets.bar import Bar

RULE = CheckRule("options", "options", "An option does not exist.", "By looking.", "fix")
READMES = Path("/texts/README.md")


def found(quote, problem, consequence="I would stop."):
    """One finding in a reader's answer."""
    return {"quote": quote, "problem": problem, "consequence": consequence, "change": "Say it."}


ANSWERS = {
    "skeptic": reader_answer(
        found("fastest kettle", "The claim to be the fastest has no support."),
        found("boils water", "It never says which kettle boils water, or how much."),
    ),
    "engineer": reader_answer(
        found("fastest kettle in the world", "The claim to be the fastest has no support."),
        found("Run `pip install kettle`", "No Python version is named.", "I install it on the wrong one."),
    ),
    "judge": judge_answer(verdict="Publishable"),
}


@pytest.fixture(scope="session", autouse=True)
def _styles_are_parsed_once():
    """Every app parses the same style sheets, which takes as long as opening a text."""
    parse, parsed = Stylesheet._parse_rules, {}

    def once(self, *sheet, **more):
        key = (sheet, tuple(more.items()), frozenset(self._variables.items()))
        if key not in parsed:
            parsed[key] = parse(self, *sheet, **more)
        return parsed[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", once)
        yield


@pytest.fixture(scope="session", autouse=True)
def _pilots_wait_for_what_is_left_to_do():
    with pytest.MonkeyPatch.context() as patch:
        quiet.install(patch)
        yield


class MemoryFiles:
    """One file in memory, whose time of writing is the number of times it was written."""

    def __init__(self, text):
        self.text = text
        self.writes = 0

    def write(self, text):
        self.text = text
        self.writes += 1

    async def read(self, path):
        if self.text is None:
            raise ArtifactError(f"{path} is gone: put it back.")
        return self.text.encode()

    async def identity(self, path):
        return f"path:{path}"

    async def changed_at(self, path):
        return None if self.text is None else FakeClock().now().replace(minute=self.writes)

    async def changes(self, path):
        """Tells of none; a test that wants one calls for a look itself."""
        return
        yield


class SetChecks:
    """Checks that find the faults they are told to."""

    rules = (RULE,)

    def __init__(self, *faults):
        self.faults = faults

    async def run(self, path, revision, kind):
        return CheckReport(tuple(self._placed(fault, revision.text) for fault in self.faults))

    def _placed(self, fault, text):
        start = text.find(fault.quote)
        return replace(fault, span=Span(start, start + len(fault.quote)) if start >= 0 else None)


def fault(quote="kettle on", problem="`kettle` has no command `on`.", **changes):
    """What the one check there is says of some words."""
    values = {"asks": RULE.id, "on_fail": "fix", "consequence": "It fails when typed."}
    return Finding(RULE.source, FindingKind.FAULT, quote, problem, **{**values, **changes})


class LinkChecks(SetChecks):
    """Checks that know of links, and find nothing."""

    rules = (CheckRule("links", "links-resolve", "A file is not there.", "By looking.", "fix"),)


class GatedProvider:
    """Answers when it is told to."""

    name = "gated"
    destination = "a gate"

    def __init__(self, answers=None):
        self.answers = answers or ANSWERS
        self._gates = {name: asyncio.Event() for name in self.answers}

    def release(self, *names):
        for name in names or self.answers:
            self._gates[name].set()

    async def ask(self, request):
        name = asked(request, self.answers)
        yield Progress(10)
        await self._gates[name].wait()
        yield Reply(self.answers[name], request.model, "end_turn", usage())

    async def models(self):
        return None

    async def close(self):
        pass


def usage():
    return Usage(1000, 100)


def asked(request, answers):
    """Whose answer a request asks for."""
    task = request.prompt.task
    return next((name for name in answers if f"You are the {name}." in task), "judge")


class Bench:
    """An app under test and what a person sees of it."""

    def __init__(self, app, pilot, script):
        self.app, self.pilot = app, pilot
        self._script = script
        self.review = app.first

    @property
    def board(self):
        return self.review.shown

    @property
    def rows(self):
        return [line.row for line in self.review.lines.all if isinstance(line, RowLine)]

    @property
    def here(self):
        """The row under the cursor."""
        line = self.review.line
        return line.row if isinstance(line, RowLine | FindingLine) else line

    @property
    def said(self):
        """The status line."""
        return self.bar("status")

    def bar(self, id):
        return self.review.query_one(f"#{id}", Bar).render().plain

    def row(self, words):
        return next(row for row in self.board.rows if words in row.headline)

    async def go(self, words):
        """Put the cursor on a row."""
        self.review.move(self.row(words).target)
        await self.pilot.pause()

    async def press(self, *keys):
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def answer(self, text):
        """Give a line to whatever asks for one."""
        self.review.query_one(Input).value = text
        await self.press("enter")

    def answers(self, **answers):
        """Have readers answer otherwise from now on."""
        self._script.update(answers)

    async def settle(self):
        """Wait until nothing is being read or opened."""
        await self.app.workers.wait_for_complete()
        await self.pilot.pause()

    async def read(self):
        """Read the text shown; where all of it was read already, a further trial of everything."""
        await self.press("r")
        if isinstance(screen := self.app.screen, ProposalScreen) and screen.proposal.all_read:
            await self.press("a")
        if isinstance(self.app.screen, ProposalScreen):
            await self.press("enter")
        await self.settle()

    def strips(self):
        return self.app.screen._compositor.render_strips()

    def text(self):
        """The screen as it looks, without colours."""
        width, height = self.app.size
        console = Console(width=width, height=height, file=io.StringIO(), force_terminal=True, record=True)
        console.print(self.app.screen._compositor.render_update(full=True))
        return console.export_text(styles=False)


@pytest.fixture
def bench(tmp_path):
    """Opens apps over one database; a second one is the program started again."""

    @asynccontextmanager
    async def open_bench(answers=None, size=(120, 30), provider="scripted", read=False, **changes):
        script = {**ANSWERS, **(answers or {})}
        if provider == "scripted":
            provider = ScriptedProvider(lambda request: played(script[asked(request, script)]))
        app = app_over(tmp_path / "w.db", provider=provider, **changes)
        desk, path = app.first.desk, app.first.path
        if read:
            await read_through(desk, path)
        async with app.run_test(size=size) as pilot:
            opened = Bench(app, pilot, script)
            await opened.settle()
            yield opened
        await desk.store.close()

    return open_bench


@pytest.fixture
async def unopened(tmp_path):
    """Makes screens over the bench's database that no app shows yet."""
    made = []

    def make(answers=ANSWERS, **changes):
        provider = ScriptedProvider(lambda request: played(answers[asked(request, answers)]))
        made.append(app_over(tmp_path / "w.db", provider=provider, **changes).first)
        return made[-1]

    yield make
    for screen in made:
        await screen.desk.store.close()


@pytest.fixture
async def unrun(tmp_path):
    """An app that was not started."""
    app = app_over(tmp_path / "w.db", provider=None)
    yield app
    await app.first.desk.store.close()


@pytest.fixture
async def other_window(tmp_path):
    """The desk of another window on the same database."""
    provider = ScriptedProvider(lambda request: played(ANSWERS[asked(request, ANSWERS)]))
    desk = app_over(tmp_path / "w.db", provider=provider).first.desk
    yield desk
    await desk.store.close()


def played(answer):
    """A scripted answer: a failure as it is, a text as a whole reply."""
    if isinstance(answer, Failure):
        return answer
    return Reply(answer, "scripted", "end_turn", usage())


def app_over(db, text=TEXT, faults=(), keymap=None, path=READMES, editor=lambda path, line: None, **changes):
    """An app on a database, with files in memory."""
    clock = FakeClock()
    databases.begin(db)
    values = {
        "store": SqliteStore(db, clock.now),
        "files": MemoryFiles(text),
        "checks": SetChecks(*faults),
        "clock": clock,
        "library": Library(
            (persona("skeptic", default_for=("readme",)), persona("engineer", default_for=("readme",))),
            (rubric(),),
        ),
        "settings": Settings(MODELS, budget=1.0, text_questions=False),
        "prices": PriceTable(
            date(2026, 1, 1),
            (Price("scripted", 1, 1), Price("reader-model", 1, 1), Price("judge-model", 1, 1)),
        ),
    }
    desk = Desk(**{**values, **changes})
    return WorkbenchApp(ReviewScreen(desk, path, None, keys_of(keymap or {}), editor, poll=3600))


async def read_through(desk, path):
    """One round, as if it had been read before."""
    board, report = await desk.open(path)
    proposal = await desk.propose(board, report, again=True)
    async for _ in desk.read(board.artifact, proposal):
        pass


@pytest.fixture
def reads_through():
    return read_through


@pytest.fixture
def a_fault():
    return fault


@pytest.fixture
def gated():
    return GatedProvider


@pytest.fixture
def _time_passes(monkeypatch):
    """Each look at the clock is a moment later."""
    moments = itertools.count()
    start = FakeClock().now()
    monkeypatch.setattr(FakeClock, "now", lambda self: start + timedelta(milliseconds=next(moments)))


@pytest.fixture
async def shelf(_time_passes, other_window, reads_through):
    """A desk on three texts: one that was read, one that was opened, one that was read and is gone."""
    files = Texts({KETTLE: TEXT, TEAPOT: TEXT.replace("Kettle", "Teapot"), NOTES: TEXT})
    desk = replace(other_window, files=files)
    await reads_through(desk, NOTES)
    await desk.open(TEAPOT)
    await reads_through(desk, KETTLE)
    files.texts[NOTES] = None
    return desk


@pytest.fixture
def at_home(unrun):
    """Opens home over a database; `desk` of another run, else an empty one."""

    @asynccontextmanager
    async def open_home(desk=None, size=(140, 30), keymap=None, settled=True):
        files = desk.files if desk else Texts({})
        made = HomeScreen(
            replace(unrun.first.desk, files=files), keys_of(keymap or {}), lambda path, line: None, poll=3600
        )
        app = WorkbenchApp(made)
        async with app.run_test(size=size) as pilot:
            bench = HomeBench(app, pilot, files)
            if settled:
                await bench.settle()
            yield bench

    return open_home
