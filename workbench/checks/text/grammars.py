"""Small grammars of common tools: which forms of a command they can never accept."""

import re
from collections.abc import Callable
from typing import NamedTuple

from workbench.checks.regex import regex
from workbench.checks.text.arguments import arguments
from workbench.checks.text.shell import Command


class Malformed(NamedTuple):
    """What is wrong with a command."""

    why: str
    """A sentence without its full stop; it may hold words of the command."""
    right: str | None = None
    """What was probably meant."""


def malformed(command: Command) -> Malformed | None:
    """What is wrong with a command; None where nothing is, and for a program that is not known here."""
    words = [word.text for word in command.words[1:]]
    judge = _GRAMMARS.get(re.sub(r"^(python|pip)[\d.]+$", r"\1", command.program))
    return judge(command, words) if judge and words else None


_ADDRESS = regex(r"(?:https?|ssh|git)://|git@|[\w.-]+\.\w+[:/]")
_CLONE_VALUED = frozenset(
    {"-b", "--branch", "--depth", "-o", "--origin", "-c", "--config", "--reference", "--separate-git-dir"}
    | {"-u", "--upload-pack", "-j", "--jobs", "--template", "--filter", "--shallow-since", "--bundle-uri"}
)
_BUILD_VALUED = frozenset(
    {"-t", "--tag", "-f", "--file", "--build-arg", "--target", "--platform", "--network", "--secret", "--ssh"}
    | {"-o", "--output", "--cache-from", "--cache-to", "--progress", "--label", "--add-host", "--builder"}
    | {"-m", "--memory", "--iidfile", "--build-context", "--shm-size", "--ulimit", "--isolation", "-c"}
)
_BEFORE_INSTALL = ("-r", "-m", "-e", "-U", "--upgrade", "--user", "--editable", "--requirement")

_MISSPELT_INSTALL = frozenset({"intall", "instal", "isntall", "insatll", "intsall", "instll", "installl"})


def _python(command: Command, words: list[str]) -> Malformed | None:
    if words[:2] == ["pip", "install"]:
        return Malformed("`python pip` looks for a file named pip: `-m` is missing", "python -m pip install")
    at = words.index("-m") if "-m" in words[:3] else None
    if at is None or at + 1 >= len(words) or not all(word.startswith("-") for word in words[:at]):
        return None
    module = words[at + 1]
    if re.fullmatch(r"(?:\./)?[\w-]+(?:/[\w.-]+)+", module):
        plain = module.removeprefix("./")
        script = f"{command.program} {plain}"
        better = script if plain.endswith(".py") else f"{command.program} -m {plain.replace('/', '.')}"
        return Malformed(f"`python -m` takes the name of a module, and `{module}` is a path", better)
    if module == "pip":
        return _pip(command, words[at + 2 :])
    if module == "install":
        return Malformed("`python -m install` runs no module", f"{command.program} -m pip install")
    return None


def _pip(command: Command, words: list[str]) -> Malformed | None:
    """The options of `install` stand only behind it."""
    if not words:
        return None
    if words[0] in _BEFORE_INSTALL and "install" in words[1:]:
        rest = [word for word in words[1:] if word != "install"]
        kept = [] if words[0] == "-m" else [words[0]]
        fixed = " ".join(["pip", "install", *kept, *rest])
        return Malformed(f"pip takes `{words[0]}` only behind `install`", fixed)
    if words[0] in _MISSPELT_INSTALL:
        return Malformed(f"pip has no command `{words[0]}`", " ".join(["pip", "install", *words[1:]]))
    if words[0] == "add":
        return Malformed("pip has no command `add`", " ".join(["pip", "install", *words[1:]]))
    if words[0] == "install" and len(words) == 2 and re.fullmatch(r"requirements[\w.-]*\.txt", words[1]):
        right = f"pip install -r {words[1]}"
        return Malformed("`pip install` takes a file of requirements only behind `-r`", right)
    return None


def _git(command: Command, words: list[str]) -> Malformed | None:
    if re.match(r"https?://|git@", words[0]):
        return Malformed("git needs a command such as `clone` before the address", f"git clone {words[0]}")
    if words[0] in ("colne", "cloen", "clon", "checkuot", "chekcout", "submodules", "submoudle"):
        return Malformed(f"git has no command `{words[0]}`")
    if words[0] == "submodule" and words[1:2] in (["--recursive"], ["--init"]):
        return Malformed("`git submodule` takes this option behind `update`", "git submodule update --init")
    return _git_clone(command) if words[0] == "clone" else None


def _git_clone(command: Command) -> Malformed | None:
    found = [word.text for word in arguments(command.words[2:], _CLONE_VALUED).words]
    if found[:1] == ["clone"] or found[:2] == ["git", "clone"]:
        return Malformed("`git clone` stands there twice", f"git clone {found[-1]}")
    if len(found) != 2:
        return None
    first, second = found
    if _ADDRESS.match(second) and not _ADDRESS.match(first) and "/" not in first and ":" not in first:
        return Malformed(
            "`git clone` takes the address first and then the folder", f"git clone {second} {first}"
        )
    return None


def _docker(command: Command, words: list[str]) -> Malformed | None:
    if words[0] in ("-it", "-ti", "--rm", "-d", "-p", "-v") and "run" in words:
        return Malformed(f"docker takes `{words[0]}` only behind `run`")
    if words[0] == "build" and len(words) > 1:
        given = arguments(command.words[2:], _BUILD_VALUED)
        if not given.words and not given.rest and "-" not in words and "--help" not in words:
            return Malformed(
                "`docker build` needs the folder to build from", " ".join([command.program, *words, "."])
            )
    return None


def _npm(command: Command, words: list[str]) -> Malformed | None:
    if words[0] in ("build", "dev", "serve", "lint", "watch", "deploy") and len(words) == 1:
        return Malformed(f"npm has no command `{words[0]}`: scripts run by `npm run`", f"npm run {words[0]}")
    return None


def _cargo(command: Command, words: list[str]) -> Malformed | None:
    if words[0] in ("--release", "--path", "--features", "--bin"):
        return Malformed(f"cargo takes `{words[0]}` only behind a command such as `build`")
    if words[:2] == ["install", "."]:
        return Malformed("`cargo install` takes a folder only behind `--path`", "cargo install --path .")
    return None


def _go(command: Command, words: list[str]) -> Malformed | None:
    if words[0] in ("get", "install") and len(words) > 1 and re.match(r"https?://", words[-1]):
        path = re.sub(r"^https?://|\.git$", "", words[-1])
        return Malformed(f"`go {words[0]}` takes a module's path and no address", f"go {words[0]} {path}")
    return None


_GRAMMARS: dict[str, Callable[[Command, list[str]], Malformed | None]] = {
    "python": _python,
    "pip": _pip,
    "git": _git,
    "docker": _docker,
    "npm": _npm,
    "cargo": _cargo,
    "go": _go,
}
