"""The files that the commands of a text run or read: scripts, lists of requirements, files of an option."""

import posixpath
import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from workbench.checks.regex import regex
from workbench.checks.text.code import CodeSpan, Prose
from workbench.checks.text.page import Page, Typed
from workbench.checks.text.shell import SHELLS, SURE, WINDOWS, Word

Sort = Literal["script", "requirements", "input"]

_PYTHON = regex(r"(?:.*/)?(?:python(?:\d(?:\.\d+)?)?w?|pypy3?|py|ipython3?)(?:\.exe)?")
_INTERPRETERS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("node", "nodejs", "tsx", "ts-node", "nodemon", "babel-node"),
        (".js", ".mjs", ".cjs", ".ts", ".mts", ".tsx"),
    ),
    **dict.fromkeys(("bash", "sh", "zsh", "dash", "ksh", "source", "."), ("",)),
    "ruby": (".rb",),
    "perl": (".pl", ".pm", ".t"),
    "php": (".php",),
    "lua": (".lua",),
    "julia": (".jl",),
    "Rscript": (".R", ".r"),
    "streamlit": (".py",),
    "torchrun": (".py",),
    "deepspeed": (".py",),
    "chmod": (".sh", ".py", ".rb", ".pl", ".bash"),
    **dict.fromkeys(("powershell", "pwsh"), (".ps1",)),
}
"""Programs that run a file, each with the endings that such a file has."""
_VALUED = frozenset(
    {
        "-W",
        "-X",
        "-r",
        "--require",
        "--loader",
        "--import",
        "--env-file",
        "-I",
        "-e",
        "--eval",
        "-E",
        "-O",
        "--nproc_per_node",
        "--nnodes",
    }
    | {"--nproc-per-node", "--master_port", "--num_gpus", "--include", "-ExecutionPolicy", "-o"}
)
_STOPS = frozenset({"-m", "-c", "-e", "-n", "-p", "-s", "-i", "--eval", "--print", "-"})
"""Options behind which no file follows."""
_RUNNERS: dict[str, frozenset[str]] = {
    **dict.fromkeys(("uv", "poetry", "pipenv", "pdm", "hatch", "rye", "pixi"), frozenset({"run"})),
    "bundle": frozenset({"exec"}),
    "accelerate": frozenset({"launch"}),
    **dict.fromkeys(("bun", "deno"), frozenset({"run"})),
    **dict.fromkeys(("xvfb-run", "winpty", "caffeinate", "unbuffer"), frozenset()),
}
"""Programs that run another program or a file, each with the word that says so."""
_WINDOWS_SCRIPT = regex(r"[\w.-]+\.(?:bat|cmd|ps1)")
_SCRIPT = regex(r"(?:\.{1,2}[/\\])?[\w@+-][\w@.+-]*(?:[/\\][\w@.+-]+)*")
_RUN = regex(
    (
        r"\b(?:run(?:ning|s)?|execut\w+|call|invoke|start|launch|use|via|"
        r"with)\s+(?:the\s+)?(?:script\s+|command\s+)?[*_\[(]*\Z"
    ),
    re.I,
)
_SCRIPT_ENDINGS = (".sh", ".py", ".rb", ".pl", ".bat", ".ps1", ".cmd", ".bash")


class RunFile(NamedTuple):
    """A file that a command needs."""

    word: Word
    sort: Sort
    typed: Typed
    by: str
    """What takes it: the interpreter or the option; empty where the file itself is the command."""
    certain: bool = True
    """Whether the text surely shows a command."""


_PRODUCT = regex(r"[\w.+-]+/v?\d+(?:\.\d+)*")
"""A name and a version as programs call themselves (RFC 9110, 10.1.5)."""


def run_files(page: Page) -> Iterator[RunFile]:
    """The files of all commands that have nothing left to fill in."""
    for typed in page.commands:
        if typed.span is not None and typed.prose is not None and not _is_command(typed.prose, typed.span):
            continue
        for file in _of(typed, typed.command.words):
            if not file.word.is_open and not file.word.text.startswith(("/", "~", "-", "http")):
                yield file


def is_run(prose: Prose, span: CodeSpan) -> bool:
    """Whether a span of one word is a script that the words say to run."""
    text = span.text.strip()
    if " " in text or not _SCRIPT.fullmatch(text):
        return False
    if text.startswith(("./", ".\\")) and (
        text.endswith(_SCRIPT_ENDINGS) or "." not in posixpath.basename(text)
    ):
        return bool(_RUN.search(prose.before(span)))
    return text.endswith(_SCRIPT_ENDINGS) and bool(
        re.search(r"\b(?:run|execute)\s+(?:the\s+)?[*_]*\Z", prose.before(span), re.I)
    )


def _is_command(prose: Prose, span: CodeSpan) -> bool:
    return " " in span.text.strip() or is_run(prose, span)


def _of(typed: Typed, words: Sequence[Word], depth: int = 3) -> Iterator[RunFile]:
    program = words[0].text
    if program in _RUNNERS and depth:
        rest = _behind_runner(words)
        if rest:
            yield from (
                _file(typed, rest, program)
                if program in ("bun", "deno", "accelerate")
                else _of(typed, rest, depth - 1)
            )
    elif _PYTHON.fullmatch(program):
        yield from _python(typed, words)
    elif program in _INTERPRETERS:
        yield from _interpreted(typed, words)
    elif program.rpartition("/")[2] in ("pip", "pip3", "pipx", "uv"):
        yield from _requirements(typed, words)
    elif program in _FILES:
        yield from _files(typed, words)
    elif program in ("cp", "install"):
        yield from _copied(typed, words)
    else:
        yield from _in_command_position(typed, words[0])


def _behind_runner(words: Sequence[Word]) -> Sequence[Word]:
    verbs = _RUNNERS[words[0].text]
    if words[0].text == "uv" and len(words) > 1 and words[1].text == "pip":
        return [Word("pip", words[1].start, words[1].end), *words[2:]]
    if verbs and (len(words) < 2 or words[1].text not in verbs):
        return ()
    rest = words[2 if verbs else 1 :]
    while rest and rest[0].is_option:
        rest = (
            rest[2:]
            if rest[0].text in ("-p", "--python", "--with", "--from", "--group", "--extra", "-s")
            else rest[1:]
        )
    return rest


def _python(typed: Typed, words: Sequence[Word]) -> Iterator[RunFile]:
    texts = [word.text for word in words]
    if texts[1:3] == ["-m", "pip"]:
        yield from _requirements(typed, words[2:])
        return
    file = _first(words[1:])
    if file is not None and (file.text.endswith((".py", ".pyw", ".pyc")) or "/" in file.text):
        yield RunFile(file, "script", typed, words[0].text)


def _interpreted(typed: Typed, words: Sequence[Word]) -> Iterator[RunFile]:
    endings = _INTERPRETERS[words[0].text]
    rest = words[2:] if words[0].text == "streamlit" and len(words) > 2 else words[1:]
    if words[0].text == "chmod":
        rest = [word for word in rest if not re.fullmatch(r"[\d+=augorwx,-]+", word.text)]
    file = _first(rest)
    if file is None or file.text.startswith(("<(", "-")):
        return
    shell = endings == ("",)
    if shell and not ("/" in file.text or file.text.endswith((".sh", ".bash", ".zsh"))):
        return
    if file.text.endswith(endings) or (shell and _SCRIPT.fullmatch(file.text)):
        yield RunFile(file, "script", typed, words[0].text, certain=words[0].text != ".")


def _file(typed: Typed, rest: Sequence[Word], by: str) -> Iterator[RunFile]:
    if rest[0].text.endswith((".py", ".js", ".ts", ".mjs", ".tsx")):
        yield RunFile(rest[0], "script", typed, by)


def _first(words: Sequence[Word]) -> Word | None:
    """The first word that is no option and no option's value."""
    at = 0
    while at < len(words):
        text = words[at].text
        if text in _STOPS and not text.startswith("--"):
            return None
        if not words[at].is_option:
            return words[at]
        at += 2 if text in _VALUED else 1
    return None


def _requirements(typed: Typed, words: Sequence[Word]) -> Iterator[RunFile]:
    if not any(word.text == "install" for word in words[:4]):
        return
    for number, word in enumerate(words):
        if word.text in ("-r", "--requirement", "-c", "--constraint") and number + 1 < len(words):
            yield RunFile(words[number + 1], "requirements", typed, f"pip install {word.text}")
        elif found := re.fullmatch(r"(-r|--requirement=|-c|--constraint=)([\w./-]+)", word.text):
            value = Word(found[2], word.end - len(found[2]), word.end)
            yield RunFile(value, "requirements", typed, f"pip install {found[1].rstrip('=')}")


_FILES: dict[str, tuple[tuple[str, ...], frozenset[str]]] = {
    "docker": (("build", "buildx", "compose", "stack"), frozenset({"-f", "--file"})),
    "podman": (("build", "compose"), frozenset({"-f", "--file"})),
    "docker-compose": ((), frozenset({"-f", "--file"})),
    "conda": (("env", "create"), frozenset({"-f", "--file", "--file="})),
    "mamba": (("env", "create"), frozenset({"-f", "--file"})),
    "micromamba": (("env", "create"), frozenset({"-f", "--file"})),
    "kubectl": (
        ("apply", "create", "delete", "replace"),
        frozenset({"-f", "--filename", "-k", "--kustomize"}),
    ),
}
"""Programs that read a file by an option, each with the words behind which they do."""


def _files(typed: Typed, words: Sequence[Word]) -> Iterator[RunFile]:
    program = words[0].text
    verbs, options = _FILES[program]
    if verbs and not any(word.text in verbs for word in words[1:3]):
        return
    ends = next((n for n, word in enumerate(words) if word.text in ("run", "exec", "logs", "--")), len(words))
    for number, word in enumerate(words[:ends]):
        name, equals, value = word.text.partition("=")
        if name in options and equals:
            yield RunFile(Word(value, word.end - len(value), word.end), "input", typed, f"{program} {name}")
        elif word.text in options and number + 1 < len(words):
            yield RunFile(words[number + 1], "input", typed, f"{program} {word.text}")


def _copied(typed: Typed, words: Sequence[Word]) -> Iterator[RunFile]:
    given = [word for word in words[1:] if not word.is_option]
    if len(given) == 2:
        yield RunFile(given[0], "input", typed, words[0].text)


def _in_command_position(typed: Typed, word: Word) -> Iterator[RunFile]:
    block = typed.block
    language = block.language if block is not None else ""
    windows = language in WINDOWS or "\\" in word.text
    if not _SCRIPT.fullmatch(word.text):
        return
    sure = block is None or language in SURE
    if word.text.startswith(("./", "../", ".\\")) or (windows and _WINDOWS_SCRIPT.fullmatch(word.text)):
        yield RunFile(word, "script", typed, "", certain=sure or len(word.text) > 4)
    elif _PRODUCT.fullmatch(word.text):
        return
    elif "/" in word.text and not word.text.endswith("/") and (block is None or language in SHELLS):
        yield RunFile(word, "script", typed, "", certain=sure)
