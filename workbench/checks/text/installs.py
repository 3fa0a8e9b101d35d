"""Install commands of a text: which names they ask an index for."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from workbench.checks.evidence.package import Ecosystem
from workbench.checks.regex import regex
from workbench.checks.text.arguments import arguments
from workbench.checks.text.shell import Command, Word

_PYTHON = regex(r"(?:python|py)(?:\d(?:\.\d+)?)?|pypy3?")
_PIP = regex(r"pip(?:\d(?:\.\d+)?)?")
_REQUIREMENT = regex(
    r"(?P<name>[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?|\.{1,2}(?:/[\w./-]*)?)"
    r"\s*(?:\[(?P<extras>[\w.,\s-]*)\])?\s*(?P<rest>(?:[<>=!~;]|@\s).*)?"
)
_NPM = regex(r"(?P<name>(?:@[\w.-]+/)?[a-z0-9][\w.-]*)(?:@(?P<version>[^/:\s]+))?", re.I)
_CRATE = regex(r"(?P<name>[A-Za-z][\w-]*)(?:@(?P<version>[\w.^~=*-]+))?")
_GO = regex(r"(?P<name>[\w.-]+\.[a-z]{2,}/[\w./~-]+?)(?P<below>/\.\.\.)?(?:@(?P<version>[\w.+/-]+))?")
_PIP_VALUED = frozenset(
    {"-r", "--requirement", "-c", "--constraint", "-i", "--index-url", "--extra-index-url", "-t", "--target"}
    | {"-f", "--find-links", "--prefix", "--root", "--python", "-p", "--index", "--with", "--from", "--group"}
    | {"--platform", "--proxy", "--cert", "--trusted-host", "--no-binary", "--only-binary", "--progress-bar"}
    | {"--global-option", "--config-settings", "-C", "--cache-dir", "--default-timeout", "--timeout", "-G"}
    | {"--spec", "--pip-args", "--suffix", "--source", "-E", "--extras", "--extra", "--optional", "--branch"}
)
_NPM_VALUED = frozenset(
    {"--registry", "--prefix", "-w", "--workspace", "--filter", "-F", "-C", "--cwd", "--loglevel", "--tag"}
)
_NPX_VALUED = frozenset(
    {"-p", "--package", "-c", "--call", "--registry", "-w", "--workspace", "--cache", "--userconfig"}
)
_CARGO_VALUED = frozenset(
    {"--version", "--vers", "--git", "--branch", "--tag", "--rev", "--path", "--root", "--registry", "--bin"}
    | {
        "-F",
        "--features",
        "--target",
        "--profile",
        "-j",
        "--jobs",
        "-p",
        "--package",
        "--example",
        "--rename",
    }
    | {"--index", "--target-dir", "--manifest-path", "--color", "-Z", "--config"}
)


class Install(NamedTuple):
    """One thing that a command installs."""

    ecosystem: Ecosystem
    name: str
    """As it is written: a name of an index, a Go path, or `.` and a path for a folder."""
    place: tuple[int, int]
    extras: tuple[str, ...] = ()
    version: str = ""
    """What the command pins it to, as it is written; empty where nothing."""
    program: bool = False
    """Whether its commands are what is wanted: `pipx install`, `npx`, `cargo install`, `go install`."""
    below: bool = False
    """Whether it is every Go package whose path begins so: `path/...`."""


def installs(command: Command) -> Iterator[Install]:
    """What a command installs by name or from a folder; addresses and files are left out."""
    words = list(command.words)
    if _PYTHON.fullmatch(words[0].text) and len(words) > 2 and words[1].text == "-m":
        words = words[2:]
    if words[0].text == "uv" and len(words) > 1 and words[1].text == "pip":
        words = words[1:]
    first = words[0].text
    rest = words[1:]
    if _PIP.fullmatch(first):
        yield from _python(rest, {"install"})
    elif first in _PYTHON_TOOLS:
        yield from _python(rest, _PYTHON_TOOLS[first], program=first in ("pipx", "uv"))
    elif first in _NPX_TOOLS:
        yield from _npx(rest)
    elif rest and rest[0].text in _NPM_RUNS.get(first, ()):
        yield from _npx(rest[1:])
    elif first in _NPM_TOOLS:
        yield from _npm(rest, _NPM_TOOLS[first])
    elif first == "cargo":
        yield from _cargo(rest)
    elif first == "go":
        yield from _go(rest)


_PYTHON_TOOLS = {
    "pipx": {"install", "run", "inject", "upgrade"},
    "uv": {"add", "tool"},
    "poetry": {"add"},
    "pdm": {"add"},
    "pipenv": {"install"},
    "rye": {"add", "install"},
    "uvx": set[str](),
}
_NPM_TOOLS = {
    "npm": {"install", "i", "add", "in", "isntall"},
    "yarn": {"add"},
    "pnpm": {"add", "install", "i"},
    "bun": {"add", "install", "i"},
}

_NPX_TOOLS = frozenset({"npx", "pnpx", "bunx"})
_NPM_RUNS = {"npm": {"exec", "x"}, "pnpm": {"dlx"}, "yarn": {"dlx"}, "bun": {"x"}}
"""The words behind which a package is fetched and run at once."""


def _python(words: list[Word], verbs: set[str], program: bool = False) -> Iterator[Install]:
    given = arguments(words, _PIP_VALUED)
    found = given.words
    if verbs:
        if not found or found[0].text not in verbs:
            return
        verb, found = found[0].text, found[1:]
        if verb == "tool":
            found = found[1:] if found and found[0].text in ("install", "run", "upgrade") else []
        # Behind what is run or injected into stand arguments and other packages.
        found = found[:1] if verb in ("run", "inject") else found
        program = program and verb != "add"
    else:
        found, program = found[:1], True
    # These say which package holds the command that is run.
    holding = [word for option in ("--from", "--spec") for word in given.options.get(option, [])]
    found, program = (holding, False) if holding else (found, program)
    editable = [word for option in ("-e", "--editable") for word in given.options.get(option, [])]
    for word in [*editable, *found]:
        if (made := _REQUIREMENT.fullmatch(word.text)) and not _is_file(made["name"]):
            extras = tuple(extra.strip() for extra in (made["extras"] or "").split(",") if extra.strip())
            rest = (made["rest"] or "").strip()
            if "://" not in rest or extras:
                yield Install("python", made["name"], _place(word), extras, rest, program)


def _is_file(name: str) -> bool:
    return name.endswith((".whl", ".tar.gz", ".zip", ".txt")) and not name.startswith(".")


def _place(word: Word) -> tuple[int, int]:
    return word.start, word.end


def _npm(words: list[Word], verbs: set[str]) -> Iterator[Install]:
    found = arguments(words, _NPM_VALUED).words
    if found and found[0].text == "global":
        found = found[1:]
    if not found or found[0].text not in verbs:
        return
    for word in found[1:]:
        if made := _NPM.fullmatch(word.text):
            yield Install("npm", made["name"], _place(word), version=made["version"] or "")


def _npx(words: list[Word]) -> Iterator[Install]:
    given = arguments(words, _NPX_VALUED, first_only=True)
    holding = [word for option in ("-p", "--package") for word in given.options.get(option, [])]
    for word in holding or (given.words or given.rest)[:1]:
        if made := _NPM.fullmatch(word.text):
            version = made["version"] or ""
            yield Install("npm", made["name"], _place(word), version=version, program=not holding)


def _cargo(words: list[Word]) -> Iterator[Install]:
    given = arguments([word for word in words if not word.text.startswith("+")], _CARGO_VALUED)
    found = given.words
    if not found or found[0].text not in ("install", "add", "binstall") or given.has("--git", "--path"):
        return
    features = tuple(
        name for value in given.values("--features", "-F") for name in re.split(r"[,\s]+", value) if name
    )
    version = "".join(given.values("--version", "--vers")[:1])
    for word in found[1:]:
        if made := _CRATE.fullmatch(word.text):
            program = found[0].text != "add"
            yield Install("cargo", made["name"], _place(word), features, made["version"] or version, program)


def _go(words: list[Word]) -> Iterator[Install]:
    found = arguments(words, {"-ldflags", "-tags", "-o", "-gcflags", "-mod"}).words
    if not found or found[0].text not in ("install", "get"):
        return
    for word in found[1:]:
        if made := _GO.fullmatch(word.text):
            program, below = found[0].text == "install", made["below"] is not None
            name, version = made["name"].rstrip("/"), made["version"] or ""
            yield Install("go", name, _place(word), version=version, program=program, below=below)
