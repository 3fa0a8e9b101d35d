"""One fault played through the real program: a round that meets it, and one after it is mended."""

import asyncio
import contextlib
import io
import logging
import os
import shlex
import socket
import sys
import tempfile
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from pathlib import Path

import pytest
from providers.converse import MODEL, Converse
from providers.service import Service
from support import databases
from support.builders import judge_answer, reader_answer

from workbench.bootstrap import desks
from workbench.cli import main
from workbench.content.locations import shared_notes
from workbench.content.memory import FolderMemory
from workbench.core.politeness import PoliteProvider
from workbench.core.questioning import INSTRUCTIONS
from workbench.core.readings import ReadingState
from workbench.core.seats import Seat
from workbench.providers.anthropic import AnthropicProvider
from workbench.providers.bedrock.provider import BedrockProvider
from workbench.storage.store import SqliteStore

_read_everything = desks.read_everything
KEY = "sk-nobody-may-read-0123456789"
HOST = "service.localhost"
SILENCE = 0.5
"""Seconds that a service or a program may take where the fault is that it takes too long."""
PATIENCE = 60
"""Seconds that it may take everywhere else."""
_KEYS = ("ACCESS_KEY_ID", "SECRET_ACCESS_KEY", "SESSION_TOKEN")
_PLACE = {"REGION": "eu-west-1", "EC2_METADATA_DISABLED": "true"}
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
TEXT = """\
# Kettle

Kettle boils water from the command line, faster than any other.

## Install

Run `pip install kettle`, then `kettle on`.
"""
KEPT, HIT = "newcomer", "skeptic"
"""Who is always answered, and whom a fault meets unless it says otherwise."""


@dataclass(frozen=True)
class Fault:
    """Something that goes wrong between the workbench and what answers."""

    group: str
    name: str
    breaks: object
    """Sets it up on a stage."""
    mends: str = ""
    """What is done before the text is read again; empty where the service mends itself."""
    meets: tuple = (HIT,)
    """Who meets it; the others are answered."""
    whole: bool = False
    """Whether nobody can be asked: the round was begun before, and only what it met then is missing."""
    flags: tuple = ()
    mended_flags: tuple = ()
    by: str = "anthropic"
    """The provider that is asked."""


@dataclass
class Run:
    """One `workbench review`, and what it left."""

    code: int
    out: str
    err: str
    asked: list
    """Who was asked, in order, each attempt."""
    slept: list
    """Seconds between attempts, in order."""
    history: object
    logged: str
    database: bytes

    @property
    def finished(self):
        last = self.history.last_round
        return {
            Seat(r.source, r.trial).name: r.id
            for r in self.history.readings
            if r.round == last.id and r.state is ReadingState.FINISHED
        }


@cache
def shipped_library():
    """What every stage reads with; to read it from its files takes as long as all the rest."""
    return _read_everything()


class Clock:
    """Time that passes only by sleeping."""

    def __init__(self):
        self.at, self.slept = NOON, []

    def now(self):
        return self.at

    async def sleep(self, seconds):
        self.slept.append(seconds)
        self.at += timedelta(seconds=seconds)


@dataclass
class Stage:
    """A text, a service or a program that answers, and a database of its own."""

    fault: Fault
    folder: Path
    patch: pytest.MonkeyPatch
    service: Service
    clock: Clock = field(default_factory=Clock)
    provider: str = ""
    response: object = None
    """Takes whether it is the first request that meets the fault, and gives the response."""
    silence: float = PATIENCE
    closed: list = field(default_factory=list)
    offline: bool = False
    """Whether no name can be looked up."""

    def __post_init__(self):
        self.folder.joinpath("README.md").write_text(TEXT)
        self.folder.joinpath("bin").mkdir()
        databases.begin(self.folder / "w.db")
        self._asked = []
        self._met = 0
        self.provider = self.fault.by
        self.service.answering = self._answer
        self._set_environment()
        self.library = shipped_library()
        self.patch.setattr(desks, "read_everything", shipped_library)
        self._set_clocks()

    # What a fault may do.

    def says(self, response, then=None):
        """Give this response to whom the fault meets; after the first time `then`, where that is given."""
        self.response = lambda first: response if first or then is None else then

    def points_to(self, url):
        self.patch.setenv("ANTHROPIC_BASE_URL", url)
        self.patch.setenv("AWS_ENDPOINT_URL_BEDROCK_RUNTIME", url)

    def runs(self, script, timeout=600):
        """Have a program answer, that does this for whom the fault meets."""
        self.provider = "command"
        config = self.folder / "config.toml"
        config.write_text(f'[command]\nargv = ["reader"]\nkeep = ["LOGIN"]\ntimeout = {timeout}\n')
        self.patch.setenv("WORKBENCH_CONFIG", str(config))
        self.write_program(script)

    def write_program(self, script=""):
        """A program of the shell, which starts in no time."""
        cases = []
        for name in (*self._openings, "judge"):
            answer = self.folder / f"{name}.json"
            answer.write_text(self.answer(name))
            own = script if name in self.fault.meets else ""
            cases.append(
                f"{self._pattern(name)}) echo {name} >> {self._log}\n{own}\ncat {shlex.quote(str(answer))};;"
            )
        self.program.write_text("#!/bin/sh\ncase $(cat) in\n" + "\n".join(cases) + "\nesac\n")
        self.program.chmod(0o755)

    @property
    def program(self):
        return self.folder / "bin" / "reader"

    def answer(self, name):
        """A good answer."""
        if name == "questions":
            return '{"questions": []}'
        if name != "judge":
            return reader_answer("faster than any other")
        rubric = next(r for r in self.library.rubrics if r.name == "readme")
        answers = {question.id: "meets" for question in rubric.questions}
        return judge_answer(answers, verdict="Publishable")

    # Playing it.

    def play(self):
        """What the fault does, and what reading again does once it is mended."""
        if self.fault.whole:
            # A round whose one reader failed for another reason, so that something is there to be kept.
            self.says(self.service.error(400, self.service.unusable, "Not today."))
            self._run(())
        self.fault.breaks(self)
        broken = self._run(self.fault.flags)
        if not self.fault.mends:
            return broken, None
        self._mend()
        return broken, self._run(self.fault.mended_flags)

    def _mend(self):
        self.response, self.offline, self.silence = None, False, PATIENCE
        self._set_credentials()
        if self.provider == "command":
            self.write_program()
        elif self.provider == "none":
            self.provider = "anthropic"

    def _run(self, flags):
        self._asked.clear()
        self._log.write_text("")
        self.clock.slept.clear()
        self._met = 0
        words = ["review", "README.md", "--yes", "--no-text-questions", "--parallel", "1"]
        words += ["--provider", self.provider, "--reader", KEPT, "--reader", HIT, *flags]
        code, out, err, logged = self._called(words)
        return Run(
            code,
            out,
            err,
            [*self._asked, *self._log.read_text().split()],
            list(self.clock.slept),
            asyncio.run(self._history()),
            logged,
            b"".join(file.read_bytes() for file in sorted(self.folder.glob("w.db*"))),
        )

    def _called(self, words):
        out, err = io.StringIO(), io.StringIO()
        self.patch.setattr(sys, "argv", ["workbench", *words])
        with _everything_logged() as logged, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                main()
            except SystemExit as ended:
                return int(ended.code or 0), out.getvalue(), err.getvalue(), logged.getvalue()
        raise AssertionError("the program always ends with a code")

    async def _history(self):
        store = SqliteStore(self.folder / "w.db", self.clock.now)
        try:
            (history,) = await store.histories()
            return history
        finally:
            await store.close()

    def _answer(self, body):
        asked = self.service.asked(body)
        name = next((name for name, opening in self._openings.items() if opening in asked), "judge")
        self._asked.append(name)
        if name in self.fault.meets and self.response is not None:
            self._met += 1
            return self.response(self._met == 1) or self._good(name, body)
        return self._good(name, body)

    def _good(self, name, body):
        return self.service.good(self.answer(name), body)

    @property
    def _openings(self):
        """Words by which a prompt can be told from the others; the judge's has none of them."""
        personas = {name: self.library.persona(name).body.strip()[:40] for name in (KEPT, HIT)}
        return {**personas, "questions": INSTRUCTIONS[:40]}

    def _pattern(self, name):
        return "*" if name == "judge" else f'*"{self._openings[name]}"*'

    @property
    def _log(self):
        return self.folder / "asked.log"

    def _set_environment(self):
        for name in list(os.environ):
            if name.startswith(("ANTHROPIC_", "AWS_", "WORKBENCH_")) or name.lower().endswith("_proxy"):
                self.patch.delenv(name)
        for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
            self.patch.setenv(name, str(self.folder / "home"))
        self.patch.setenv("WORKBENCH_DB", str(self.folder / "w.db"))
        self.patch.setenv("PATH", f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}")
        self.patch.setenv("LOGIN", KEY)
        self._set_credentials()
        if self.provider == "bedrock":
            self.patch.setenv("WORKBENCH_MODEL", MODEL)
        self.patch.chdir(self.folder)
        look_up = socket.getaddrinfo

        def looked_up(host, *rest, **more):
            here = host in (HOST, HOST.encode(), "127.0.0.1") and not self.offline
            if not here:
                raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
            return look_up("127.0.0.1", *rest, **more)

        self.patch.setattr(socket, "getaddrinfo", looked_up)

    def _set_credentials(self):
        """Everything with which the service is asked."""
        self.points_to(f"http://{HOST}:{self.service.port}")
        self.patch.setenv("ANTHROPIC_API_KEY", KEY)
        for name, value in {**dict.fromkeys(_KEYS, KEY), **_PLACE}.items():
            self.patch.setenv(f"AWS_{name}", value)
        for name in ("PROFILE", "BEARER_TOKEN_BEDROCK"):
            self.patch.delenv(f"AWS_{name}", raising=False)

    def _set_clocks(self):
        named = desks.provider_named

        def provider_named(name, configured):
            made = {
                "anthropic": partial(AnthropicProvider, memory=FolderMemory(shared_notes())),
                "bedrock": BedrockProvider,
            }.get(name)
            if made:
                asked = made(timeout=self.silence, now=lambda: self.clock.now().timestamp())
                return PoliteProvider(asked, FolderMemory(shared_notes()), self.clock)
            return named(name, configured)

        self.patch.setattr(desks, "provider_named", provider_named)
        self.patch.setattr(desks, "SystemClock", lambda: self.clock)
        # It sleeps between copies of the database, which no clock like this one should let it do for ever.
        self.patch.setattr(desks, "_keep_copies", _keep_no_copies)
        self.patch.setenv("TZ", "UTC")
        time.tzset()


@contextlib.contextmanager
def _everything_logged():
    """Whatever the libraries that carry a request say of it."""
    logged = io.StringIO()
    handler = logging.StreamHandler(logged)
    loggers = [logging.getLogger(name) for name in ("anthropic", "httpx2", "httpcore2")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.addHandler(handler)
        logger.setLevel(logging.DEBUG)
    try:
        yield logged
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.removeHandler(handler)
            logger.setLevel(level)


async def _keep_no_copies(*_):
    pass


@contextlib.contextmanager
def staged(fault):
    """A stage for one fault, torn down afterwards."""
    service = Converse() if fault.by == "bedrock" else Service()
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        stage = Stage(fault, Path(folder), patch, service)
        try:
            yield stage
        finally:
            for close in stage.closed:
                close()
            service.close()
    time.tzset()
