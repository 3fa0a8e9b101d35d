"""Which program of the repository a command line runs, and with which words."""

import posixpath
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from workbench.checks.evidence.program import Program
from workbench.checks.evidence.programs import Call, Programs
from workbench.checks.regex import regex
from workbench.checks.text.shell import Word

_PYTHON = regex(r"(?:.*/)?(?:python(?:\d(?:\.\d+)?)?w?|pypy3?|py)(?:\.exe)?")
_NODE = frozenset({"node", "nodejs", "bun", "deno", "tsx", "ts-node", "ts-node-esm", "babel-node", "nodemon"})
_SHELLS = frozenset({"bash", "sh", "zsh", "dash", "ksh", "source", "."})
_RUNNERS: Mapping[str, frozenset[str]] = {
    "npx": frozenset(),
    "bunx": frozenset(),
    "pnpx": frozenset(),
    "uvx": frozenset(),
    "winpty": frozenset(),
    "pipx": frozenset({"run"}),
    "poetry": frozenset({"run"}),
    "uv": frozenset({"run"}),
    "pdm": frozenset({"run"}),
    "hatch": frozenset({"run"}),
    "rye": frozenset({"run"}),
    "pixi": frozenset({"run"}),
    "pipenv": frozenset({"run"}),
    "pnpm": frozenset({"exec", "dlx"}),
    "yarn": frozenset({"exec", "dlx", "run"}),
    "npm": frozenset({"exec"}),
    "bun": frozenset({"x"}),
}
"""Programs that run another one, each with the words that say so."""
_RUNNER_VALUES = frozenset(
    {"-p", "--package", "--with", "--from", "--python", "--spec", "--extra", "--group", "-r", "--env-file"}
    | {"--directory", "--project", "--index-url", "--with-requirements", "-e", "--environment"}
)
_PYTHON_VALUES = frozenset({"-W", "-X"})
_NODE_VALUES = frozenset({"-r", "--require", "--loader", "--import", "--env-file", "-C", "--project", "-P"})


def call_of(programs: Programs, words: Sequence[Word], folders: Sequence[str], depth: int = 3) -> Call | None:
    """The call that some words make in one of some folders; None where they run nothing of the repository.

    Without a folder only installed programs are found.
    """
    if not words or not depth:
        return None
    first = words[0].text
    runner = _run_by(words)
    if runner is not None:
        return _by_package(programs, runner) or call_of(programs, runner, folders, depth - 1)
    if _PYTHON.fullmatch(first):
        return _python(programs, words, folders)
    if first in _NODE:
        rest = words[2:] if len(words) > 1 and words[1].text == "run" else words[1:]
        return _file(programs, _after_options(rest, _NODE_VALUES), folders)
    if first in _SHELLS:
        return _file(programs, _after_options(words[1:], frozenset()), folders)
    if first in ("go", "cargo") and len(words) > 1:
        return (_go if first == "go" else _cargo)(programs, words[1:], folders)
    return _installed(programs, words) or _file(programs, words, folders, built=True)


def _installed(programs: Programs, words: Sequence[Word]) -> Call | None:
    return _called(programs.named(words[0].text), words)


def _by_package(programs: Programs, words: Sequence[Word]) -> Call | None:
    return _called(programs.of_package(words[0].text), words) if words else None


def _called(program: Program | None, words: Sequence[Word]) -> Call | None:
    return None if program is None else Call(program, words[0].text, tuple(words[1:]))


def _run_by(words: Sequence[Word]) -> Sequence[Word] | None:
    """The words that a runner runs; None where the first word is no runner."""
    verbs = _RUNNERS.get(words[0].text)
    if verbs is None or (verbs and (len(words) < 2 or words[1].text not in verbs)):
        return None
    rest = _after_options(words[2 if verbs else 1 :], _RUNNER_VALUES)
    return rest[1:] if rest and rest[0].text == "--" else rest


def _after_options(words: Sequence[Word], with_value: frozenset[str]) -> Sequence[Word]:
    """The words from the first one that is no option."""
    at = 0
    while at < len(words) and words[at].is_option and words[at].text != "--":
        at += 2 if words[at].text in with_value else 1
    return words[at:]


def _python(programs: Programs, words: Sequence[Word], folders: Sequence[str]) -> Call | None:
    at = 1
    while at < len(words) and words[at].is_option and words[at].text not in ("-m", "-c"):
        at += 2 if words[at].text in _PYTHON_VALUES else 1
    rest = words[at:]
    if not rest or rest[0].text == "-c":
        return None
    if rest[0].text != "-m":
        return _file(programs, rest, folders)
    for folder in folders or ("",):
        program = programs.module(rest[1].text, folder) if len(rest) > 1 else None
        if program is not None:
            return Call(program, f"python -m {rest[1].text}", tuple(rest[2:]))
    return None


def _file(
    programs: Programs, words: Sequence[Word], folders: Sequence[str], built: bool = False
) -> Call | None:
    """A call of a file of the tree, or of what a build makes of a program."""
    if not words or words[0].is_open:
        return None
    written = words[0].text.replace("\\", "/")
    if built and "/" not in written:
        return None
    for folder in folders:
        path = posixpath.normpath(posixpath.join(folder, written))
        if path in programs.repository.files and not path.startswith(".."):
            found = _called(programs.script(path), words)
            return replace(found, is_script=True) if found else None
    if built and programs.is_built(written):
        program = programs.named(posixpath.basename(written))
        return _called(program, words)
    return None


def _go(programs: Programs, words: Sequence[Word], folders: Sequence[str]) -> Call | None:
    if words[0].text != "run":
        return None
    rest = _after_options(words[1:], frozenset({"-tags", "-ldflags", "-mod", "-C"}))
    at = 0
    while at + 1 < len(rest) and rest[at].text.endswith(".go") and rest[at + 1].text.endswith(".go"):
        at += 1
    rest = rest[at:]
    if not rest:
        return None
    target = rest[0].text
    if target.endswith(".go"):
        target = posixpath.dirname(target) or "."
    for folder in folders:
        path = posixpath.normpath(posixpath.join(folder, target))
        program = programs.go("" if path == "." else path)
        if program is not None:
            return Call(program, f"go run {rest[0].text}", tuple(rest[1:]), is_script=True)
    return None


def _cargo(programs: Programs, words: Sequence[Word], folders: Sequence[str]) -> Call | None:
    """`cargo run ... -- WORDS`; without `--`, only the words after the first that is no option count."""
    if words[0].text not in ("run", "r") or any(word.text == "--example" for word in words):
        return None
    name = next((b.text for a, b in pairwise(words) if a.text == "--bin"), "")
    at = next((number for number, word in enumerate(words) if word.text == "--"), None)
    rest = words[at + 1 :] if at is not None else ()
    package = next((b.text for a, b in pairwise(words) if a.text in ("-p", "--package")), "")
    for folder in folders:
        program = programs.cargo(folder, name or package)
        if program is not None:
            return Call(program, program.name, tuple(rest))
    return None
