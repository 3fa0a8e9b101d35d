"""Literals and chains of calls in JavaScript source."""

import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from workbench.checks.evidence.options.source_tokens import (
    Source,
    Token,
    closing,
    is_name,
    is_sign,
    parts,
    source_of,
)
from workbench.checks.evidence.repository import Repository
from workbench.checks.regex import regex

_MOST_FILES = 60
_BUILT = regex(r"(^|/)(?:dist|lib|build|out)/")
_ENDINGS = ("", ".js", ".ts", ".mjs", ".cjs", ".mts", "/index.js", "/index.ts", "/index.mjs")


@dataclass(frozen=True)
class Step:
    """One method of a chain, with the stretches of its arguments."""

    name: str
    arguments: tuple[tuple[int, int], ...]
    at: int
    line: int


def sources_from(repository: Repository, path: str) -> list[Source]:
    """A file and those that it takes in by relative paths, the nearest first."""
    found: dict[str, Source] = {}
    waiting = [path]
    while waiting and len(found) < _MOST_FILES:
        here = waiting.pop(0)
        text = repository.text(here) if here not in found else None
        if text is None:
            continue
        source = source_of(here, text, "javascript")
        found[here] = source
        waiting += [p for name in imported(source) if (p := _resolved(repository, here, name))]
    return list(found.values())


def imported(source: Source) -> Iterator[str]:
    """What a file imports or requires, as it is written."""
    tokens = source.tokens
    for at, token in enumerate(tokens):
        if token.kind != "text" or not at:
            continue
        before = tokens[at - 1]
        called = before.text == "(" and at > 1 and tokens[at - 2].text in ("require", "import")
        if called or (before.kind == "name" and before.text in ("from", "import")):
            yield token.text


def _resolved(repository: Repository, here: str, name: str) -> str | None:
    if not name.startswith("."):
        return None
    base = posixpath.normpath(posixpath.join(posixpath.dirname(here), name))
    tries = [base + ending for ending in _ENDINGS]
    if base.endswith((".js", ".mjs")):
        tries += [re.sub(r"js$", "ts", base)]
    # What a build makes is not in the tree, and its source is.
    source, built = _BUILT.subn(r"\1src/", base, count=1)
    stem = re.sub(r"\.[cm]?js$", "", source)
    tries += [f"{stem}{ending}" for ending in (".ts", ".mts", ".js", ".mjs", "/index.ts")] if built else []
    return next((path for path in tries if path in repository.files), None)


def source_at(repository: Repository, path: str, written: str = "") -> Source | None:
    """A file, or the one that it takes in by a relative path; None where it cannot be read."""
    found = _resolved(repository, path, written) if written else path
    text = repository.text(found) if found else None
    return None if text is None or found is None else source_of(found, text, "javascript")


def imported_from(source: Source, name: str) -> str | None:
    """What a file imports a name from as `import name from`; None where it does not."""
    tokens = source.tokens
    for at in range(1, len(tokens) - 2):
        if (
            is_name(tokens, at, name)
            and is_name(tokens, at - 1, "import")
            and is_name(tokens, at + 1, "from")
        ):
            return tokens[at + 2].text
    return None


def steps_at(tokens: Sequence[Token], at: int) -> tuple[list[Step], int]:
    """The methods that follow a place, and where the chain ends."""
    found: list[Step] = []
    while True:
        if is_sign(tokens, at, "?") and is_sign(tokens, at + 1, "."):
            at += 1
        if not (is_sign(tokens, at, ".") and is_name(tokens, at + 1)):
            return found, at
        if is_sign(tokens, at + 2, "("):
            end = closing(tokens, at + 2)
            found.append(
                Step(tokens[at + 1].text, tuple(parts(tokens, at + 3, end)), at + 1, tokens[at + 1].line)
            )
            at = end + 1
        else:
            found.append(Step(tokens[at + 1].text, (), at + 1, tokens[at + 1].line))
            at += 2


def text_of(tokens: Sequence[Token], stretch: tuple[int, int]) -> str | None:
    """The string that a stretch is; None where it is something else, or made of values."""
    start, end = stretch
    token = tokens[start] if end - start == 1 else None
    if token is not None:
        return token.text if token.kind == "text" and token.whole else None
    said = tokens[start:end]
    joined = len(said) % 2 == 1 and all(t.kind == "text" and t.whole for t in said[::2])
    if joined and all(t.text == "+" for t in said[1::2]):
        return "".join(token.text for token in said[::2])
    return None


def plain_of(tokens: Sequence[Token], stretch: tuple[int, int]) -> str | None:
    """A plain value as a text would show it; None where it is none."""
    text = text_of(tokens, stretch)
    if text is not None:
        return text
    said = [token.text for token in tokens[slice(*stretch)]]
    if len(said) == 1 and said[0] in ("true", "false"):
        return said[0].capitalize()
    if len(said) == 1 and tokens[stretch[0]].kind == "number":
        return said[0].replace("_", "")
    if len(said) == 2 and said[0] == "-" and tokens[stretch[0] + 1].kind == "number":
        return f"-{said[1]}"
    return None


def texts_of(tokens: Sequence[Token], stretch: tuple[int, int]) -> list[str] | None:
    """The strings of a list, or the single one; None where some are not told."""
    single = text_of(tokens, stretch)
    if single is not None:
        return [single]
    if not is_sign(tokens, stretch[0], "["):
        return None
    found = [text_of(tokens, part) for part in parts(tokens, stretch[0] + 1, closing(tokens, stretch[0]))]
    known = [text for text in found if text is not None]
    return known if len(known) == len(found) else None


def object_of(tokens: Sequence[Token], stretch: tuple[int, int]) -> dict[str, tuple[int, int]] | None:
    """The keys of an object with their values' stretches; None where it is no literal or spreads another."""
    if not is_sign(tokens, stretch[0], "{"):
        return None
    found: dict[str, tuple[int, int]] = {}
    for begin, last in parts(tokens, stretch[0] + 1, closing(tokens, stretch[0])):
        if tokens[begin].kind == "sign":
            return None
        key = tokens[begin].text
        if is_sign(tokens, begin + 1, ":"):
            found[key] = (begin + 2, last)
        else:
            found[key] = (begin, last)
    return found


def kebab(name: str) -> str:
    """`someName` as `some-name`."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"-\1", name).lower()


def camel(name: str) -> str:
    """`some-name` as `someName`."""
    return re.sub(r"-(\w)", lambda found: found[1].upper(), name)


def assigned(tokens: Sequence[Token], at: int) -> str:
    """The variable that the value at a place is given to; empty where it is none."""
    if at >= 2 and is_name(tokens, at - 1, "await"):
        at -= 1
    if at < 2 or not is_sign(tokens, at - 1, "=") or not is_name(tokens, at - 2):
        return ""
    # TypeScript may say the type: `const cli: CAC = cac()`.
    typed = is_sign(tokens, at - 3, ":") and is_name(tokens, at - 4)
    return tokens[at - 4 if typed else at - 2].text
