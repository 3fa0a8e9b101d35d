"""A program run alone: in an empty folder, with next to no environment, for a limited time."""

import asyncio
import codecs
import contextlib
import os
import signal
import tempfile
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from workbench.core.errors import Failure, FailureKind, ProviderError
from workbench.core.retries import in_words
from workbench.providers.failures import hidden, quoted
from workbench.providers.guard import Guard
from workbench.providers.structured import without_colours

MOST_OUTPUT = 4_000_000
"""Bytes of standard output after which a program is stopped."""
_KEPT = ("PATH", "LANG", "TZ")
_TAIL = 4096
_LAST_WORDS = 300
_GRACE = 5.0
_REST = 0.5
"""Seconds for what a program has printed when it ends; all of it is in the pipe by then."""


@dataclass(frozen=True, slots=True)
class Program:
    """A command line, and what of the environment it may see.

    It gets PATH, LANG, LC_*, TZ and what `keep` names. HOME and TMPDIR are empty folders of its own
    unless they are kept, and the current folder is always an empty one.
    """

    argv: tuple[str, ...]
    keep: tuple[str, ...] = ()
    """Names of further environment variables that it may see."""
    timeout: float = 600.0
    """Seconds it may take."""
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)

    @property
    def name(self) -> str:
        """Its name without folders."""
        return PurePath(self.argv[0]).name if self.argv else ""

    def hidden(self, text: str) -> str:
        """What it said, without the logins among what it may see."""
        values = (self.environ.get(name, "") for name in self.keep)
        # A folder or a file is no secret, and messages name them.
        return hidden(text, [value for value in values if not value.startswith(("/", "~"))])

    async def run(self, text: str) -> AsyncGenerator[str, None]:
        """Its standard output as it comes, with `text` on its standard input.

        Closing the iterator, or cancelling its task, kills the program and everything it started.

        Raises:
            ProviderError: it is missing, fails, takes too long or says too much.

        """
        folder = await asyncio.to_thread(_Folder)
        try:
            async with contextlib.aclosing(self._run(folder, text)) as output:
                async for piece in output:
                    yield piece
        finally:
            await asyncio.to_thread(folder.cleanup)

    async def _run(self, folder: "_Folder", text: str) -> AsyncGenerator[str, None]:
        # Begun first, so that it is over the program from its first moment.
        guard = await Guard.begin()
        try:
            async with contextlib.aclosing(self._talked(folder, text, guard)) as output:
                async for piece in output:
                    yield piece
        finally:
            if guard:
                await guard.leave()

    async def _talked(self, folder: "_Folder", text: str, guard: Guard | None) -> AsyncGenerator[str, None]:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self.timeout
        talk = await self._started(folder)
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        try:
            if guard:
                guard.watch(talk.group)
            talk.ask(text)
            while chunk := await self._chunk(talk, deadline):
                if piece := decoder.decode(chunk):
                    yield piece
            if piece := decoder.decode(b"", final=True):
                yield piece
            if failure := self._failure(talk):
                raise ProviderError(failure)
        finally:
            await talk.end()

    async def _started(self, folder: "_Folder") -> "_Talk":
        if not self.argv:
            raise self._failed('No program is set: name one in `argv`, like argv = ["llm"].')
        try:
            _, talk = await asyncio.get_running_loop().subprocess_exec(
                _Talk,
                *self.argv,
                cwd=folder.work,
                env=self._environment(folder),
                start_new_session=True,
            )
        except FileNotFoundError as error:
            raise self._failed(self._missing()) from error
        except PermissionError as error:
            raise self._failed(
                f"The program `{self.argv[0]}` may not be run. Make it executable (chmod +x), or correct "
                "`argv` under [command] in config.toml."
            ) from error
        except OSError as error:
            raise self._failed(
                f"The program `{self.argv[0]}` cannot be run ({error.strerror}). Correct `argv` under "
                "[command] in config.toml."
            ) from error
        return talk

    def _missing(self) -> str:
        if os.sep in self.argv[0]:
            return (
                f"There is no program `{self.argv[0]}`. Put it there, or correct `argv` under [command] in "
                "config.toml."
            )
        return (
            f"There is no program `{self.argv[0]}` on the PATH. Install it, or correct `argv` under "
            "[command] in config.toml: a program that is not on the PATH needs its full path."
        )

    def _environment(self, folder: "_Folder") -> dict[str, str]:
        passed = {
            name: value
            for name, value in self.environ.items()
            if name in _KEPT or name in self.keep or name.startswith("LC_")
        }
        return {"HOME": str(folder.home), "TMPDIR": str(folder.scratch)} | passed | {"TERM": "dumb"}

    async def _chunk(self, talk: "_Talk", deadline: float) -> bytes:
        try:
            async with asyncio.timeout_at(deadline):
                return await talk.output.get()
        except TimeoutError as error:
            raise self._failed(
                f"The program `{self.name}` did not end within {in_words(self.timeout)}. Run it by hand to "
                "see what it waits for, or allow it a longer `timeout` under [command] in config.toml.",
                FailureKind.TIMEOUT,
            ) from error

    def _failure(self, talk: "_Talk") -> Failure | None:
        if talk.size > MOST_OUTPUT:
            return self._failed(
                f"The program `{self.name}` was stopped after it had printed {MOST_OUTPUT // 1_000_000} MB. "
                "It should print one JSON object and little else: see its own options."
            ).failure
        code = talk.exit_code
        if code == 0:
            return None
        said = self._last_words(talk.complaint) or self._last_words(talk.last_output)
        words = f" Its last words: {quoted(said)}." if said else ""
        how = f"ended with exit code {code}" if code > 0 else f"was ended by the signal {_signal_name(-code)}"
        return self._failed(
            f"The program `{self.name}` {how}.{words} Run it by hand to see why, then read again."
        ).failure

    def _last_words(self, said: bytes) -> str:
        return self.hidden(without_colours(said.decode(errors="replace")).strip())[-_LAST_WORDS:]

    def _failed(self, sentence: str, kind: FailureKind = FailureKind.PROGRAM) -> ProviderError:
        return ProviderError(Failure(kind, sentence))


class _Folder:
    """The empty folders that one run of a program gets."""

    def __init__(self) -> None:
        self._root = tempfile.TemporaryDirectory(prefix="workbench-", ignore_cleanup_errors=True)
        root = Path(self._root.name)
        self.work, self.home, self.scratch = root / "work", root / "home", root / "tmp"
        for folder in (self.work, self.home, self.scratch):
            folder.mkdir()

    def cleanup(self) -> None:
        self._root.cleanup()


class _Talk(asyncio.SubprocessProtocol):
    """A running program and what it has said so far."""

    def __init__(self) -> None:
        self.output: asyncio.Queue[bytes] = asyncio.Queue()
        """Pieces of standard output; an empty one is the end."""
        self.size = 0
        """Bytes of standard output so far."""
        self.last_output = b""
        self.complaint = b""
        """The end of standard error."""
        self._is_over = asyncio.Event()

    @property
    def exit_code(self) -> int:
        """Its exit code, negative for a signal; to be asked once the output has ended."""
        code = self._transport.get_returncode()
        assert code is not None
        return code

    @property
    def group(self) -> int:
        """The process group of it and of what it starts, but what leaves that by itself."""
        return self._transport.get_pid()

    def ask(self, text: str) -> None:
        """Write to its standard input, as fast as it reads, and close that."""
        self._stdin.write(text.encode())
        self._stdin.write_eof()

    async def end(self) -> None:
        """Kill it with everything it started, if anything is left of them."""
        self._kill()
        if self._stdin.get_write_buffer_size():
            self._stdin.abort()
        self._transport.close()
        with contextlib.suppress(TimeoutError):
            # What it started in a session of its own may outlive it, and is not waited for.
            async with asyncio.timeout(_GRACE):
                await self._is_over.wait()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.SubprocessTransport)
        stdin = transport.get_pipe_transport(0)
        assert isinstance(stdin, asyncio.WriteTransport)
        self._transport, self._stdin = transport, stdin

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == 2:
            self.complaint = (self.complaint + data)[-_TAIL:]
        elif self.size <= MOST_OUTPUT:
            self.size += len(data)
            self.last_output = (self.last_output + data)[-_TAIL:]
            self.output.put_nowait(data)
            if self.size > MOST_OUTPUT:
                self._kill()

    def process_exited(self) -> None:
        # What a program leaves running may hold its output open, which would then never end.
        self._kill()
        asyncio.get_running_loop().call_later(_REST, self.output.put_nowait, b"")

    def connection_lost(self, exc: Exception | None) -> None:
        self.output.put_nowait(b"")
        self._is_over.set()

    def _kill(self) -> None:
        # macOS answers "not permitted" where only a zombie is left.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.group, signal.SIGKILL)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
