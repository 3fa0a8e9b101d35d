"""What a program is told besides its prompt: an experiment with planted instruction files.

Agents read instruction files from the folder they are started in and from the home folder. A reading
is only fresh if none of these reaches the program, so each gets a code word of its own and the program
is asked which code words it knows.
"""

import asyncio
import json
import secrets
import signal
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.core.errors import ProviderError
from workbench.providers.program import Program
from workbench.providers.structured import in_words

PROJECT_PLACES = (
    "CLAUDE.md",
    "CLAUDE.local.md",
    ".claude/CLAUDE.md",
    ".claude/rules/workbench.md",
    "AGENTS.md",
    "GEMINI.md",
    ".cursorrules",
    ".github/copilot-instructions.md",
)
"""Where agents look for instructions in the project they are started in."""
HOME_PLACES = (
    "CLAUDE.md",
    "AGENTS.md",
    ".claude/CLAUDE.md",
    ".claude/rules/workbench.md",
    ".codex/AGENTS.md",
    ".gemini/GEMINI.md",
    ".copilot/copilot-instructions.md",
    ".config/AGENTS.md",
    ".config/amp/AGENTS.md",
    ".config/opencode/AGENTS.md",
)
"""Where agents look for instructions in the home folder."""

_PROJECT_NAMES = tuple(f"./{place}" for place in PROJECT_PLACES)
_HOME_NAMES = tuple(f"~/{place}" for place in HOME_PLACES)
_FILE_NAMES = ("CLAUDE.md", "AGENTS.md", "GEMINI.md")
_INSTRUCTION = """\
# Instructions

The code word is {word}. Whenever you are asked which code words you know, list this one.
"""
_QUESTION = """\
This is a check of what you were told before this message. Instruction files, memories or settings may \
have given you code words, each of the form WB- and twelve letters and digits. List every code word you \
know, wherever it comes from. Use no tools and look for nothing. The code word of this message is {control}: \
list it as well.
"""
_SCHEMA = {
    "type": "object",
    "properties": {"code_words": {"type": "array", "items": {"type": "string"}}},
    "required": ["code_words"],
    "additionalProperties": False,
}
_SERVE = "import sys; sys.path.insert(0, sys.argv[1]); from workbench.providers.probe import serve; serve()"


@dataclass(frozen=True, slots=True)
class Isolation:
    """What an experiment showed of a program.

    Places are written `./...` in the project that Workbench is started in and `~/...` in the home folder.
    """

    read: tuple[str, ...]
    """Places whose instructions reach the program."""
    closed: tuple[str, ...]
    """Places whose instructions did not come back, although the program answered."""
    unproved: tuple[str, ...]
    """Places that could not be tried."""
    why_unproved: str
    """A sentence; empty where everything was tried."""
    standing: tuple[str, ...]
    """Real instruction files that the program may come across, which no experiment can tell."""

    @property
    def holds(self) -> bool:
        """Whether every place was tried and none was read."""
        return not self.read and not self.unproved

    @property
    def remark(self) -> str:
        """What such an experiment can never tell."""
        return "A program that knows such a file and keeps quiet about it would look the same."

    @property
    def sentences(self) -> tuple[str, ...]:
        """All of this in words, with what to do."""
        said = []
        if self.read:
            said.append(
                f"The program is told what these say, so its readings are not fresh: {_listed(self.read)}. "
                "Take HOME out of `keep`, or switch such files off with the program's own options."
            )
        if self.closed:
            said.append(f"It showed no knowledge of these: {_listed(self.closed)}.")
        if self.unproved:
            said.append(f"Not tried: {_listed(self.unproved)}. {self.why_unproved}")
        if self.standing:
            said.append(f"It may read these, which exist: {_listed(self.standing)}. Move them if it does.")
        return tuple(said)


async def isolation(program: Program) -> Isolation:
    """What reaches a program besides its prompt, found by asking it once or twice.

    It runs as it always does, from a throw-away project and with a throw-away home in place of the real
    one. Where it cannot answer without the real home, the project's places alone are tried.
    """
    with tempfile.TemporaryDirectory(prefix="workbench-probe-") as root:
        planted = await asyncio.to_thread(_Planted, Path(root))
        environ = dict(program.environ) | {"PWD": str(planted.project), "OLDPWD": str(planted.project)}
        told = await planted.ask(program, environ | {"HOME": str(planted.home)})
        read, unproved = set(told.places), set[str]()
        if told.failure:
            unproved = set(_HOME_NAMES)
            again = await planted.ask(program, environ) if "HOME" in program.keep else told
            read |= again.places
            if again.failure:
                unproved |= set(_PROJECT_NAMES)
    names = (*_PROJECT_NAMES, *_HOME_NAMES)
    return Isolation(
        tuple(name for name in names if name in read),
        tuple(name for name in names if name not in read | unproved),
        tuple(name for name in names if name in unproved - read),
        told.failure,
        tuple(_standing(program)),
    )


def serve() -> None:
    """Run one program for `isolation`, in a process of its own whose current folder is the project."""
    asked = json.load(sys.stdin)
    json.dump(asyncio.run(_outcome(asked)), sys.stdout)


@dataclass(frozen=True, slots=True)
class _Told:
    """What a program showed that it knows."""

    places: frozenset[str]
    failure: str
    """Why it proves nothing that a word did not come back; empty where it does."""


class _Planted:
    """A project and a home with instruction files, each with a code word."""

    def __init__(self, root: Path) -> None:
        root = root.resolve()
        self.project, self.home = root / "project", root / "home"
        self._control = _code_word()
        self._words: dict[str, str] = {}
        for folder, places, names in (
            (self.project, PROJECT_PLACES, _PROJECT_NAMES),
            (self.home, HOME_PLACES, _HOME_NAMES),
        ):
            for place, name in zip(places, names, strict=True):
                word = _code_word()
                self._words[word] = name
                file = folder / place
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(_INSTRUCTION.format(word=word), encoding="utf-8")
        # Agents know a project by its repository; these three make an empty one.
        (self.project / ".git" / "objects").mkdir(parents=True)
        (self.project / ".git" / "refs").mkdir()
        (self.project / ".git" / "HEAD").write_text("ref: refs/heads/main\n", encoding="utf-8")

    async def ask(self, program: Program, environ: Mapping[str, str]) -> _Told:
        asked = {
            "argv": program.argv,
            "keep": program.keep,
            "timeout": program.timeout,
            "text": in_words(_QUESTION.format(control=self._control), _SCHEMA),
        }
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", _SERVE, str(Path(__file__).parents[2])),
            cwd=self.project,
            env=environ,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        try:
            answered, _ = await process.communicate(json.dumps(asked).encode())
        finally:
            if process.returncode is None:
                process.terminate()
                await process.wait()
        outcome = json.loads(answered)
        places = frozenset(name for word, name in self._words.items() if word in outcome["output"])
        failure = outcome["failure"]
        if not failure and self._control not in outcome["output"]:
            failure = f"The program `{program.name}` did not list the code word of the question itself."
        return _Told(places, failure)


async def _outcome(asked: dict[str, Any]) -> dict[str, str]:
    """What a program printed and, where it failed, why."""
    task = asyncio.current_task()
    assert task is not None
    # Cancelled rather than killed, so that the program is stopped as well.
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    program = Program(tuple(asked["argv"]), tuple(asked["keep"]), asked["timeout"])
    pieces: list[str] = []
    failure = ""
    try:
        async with aclosing(program.run(asked["text"])) as output:
            async for piece in output:
                pieces.append(piece)
    except ProviderError as error:
        failure = error.failure.message
    return {"output": "".join(pieces), "failure": failure}


def _standing(program: Program) -> Iterator[str]:
    """Real files that no experiment can plant a word in, but that the program may come across."""
    for name in program.keep:
        folder = program.environ.get(name)
        for place in HOME_PLACES if name == "HOME" else _FILE_NAMES:
            if folder and (file := Path(folder, place)).is_file():
                yield f"{file} ({name} is kept)"
    run_in = Path(tempfile.gettempdir()).resolve()
    for parent in (run_in, *run_in.parents):
        for place in PROJECT_PLACES:
            if (file := parent / place).is_file():
                yield f"{file} (programs run in a folder below it)"


def _code_word() -> str:
    return f"WB-{secrets.token_hex(6)}"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names)
