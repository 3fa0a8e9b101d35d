"""The project properties (`-Pname`) that a Gradle build asks for."""

import re
from dataclasses import dataclass

from workbench.checks.evidence.options.source_tokens import Source, is_name, is_sign, source_of
from workbench.checks.evidence.repository import Repository
from workbench.checks.regex import regex
from workbench.core.readings import Evidence

_ASKS = frozenset(
    {
        "findProperty",
        "property",
        "hasProperty",
        "gradleProperty",
        "getProperty",
        "providers",
        "extra",
        "systemProperty",
    }
)
_MOST_FILES = 60
_STATED = regex(r"^\s*([\w.-]+)\s*[=:]", re.M)


@dataclass(frozen=True)
class GradleProperties:
    """What a build reads."""

    asked: dict[str, Evidence]
    words: frozenset[str]
    """Every other name and string in its scripts."""
    whole: bool
    """Whether nothing in it goes through all properties, or asks for a name that is made up."""


def gradle_properties(repository: Repository) -> GradleProperties | None:
    """The properties of the build scripts; None where there are none."""
    paths = [
        p
        for p in sorted(repository.files)
        if p.endswith((".gradle", ".gradle.kts"))
        or (p.startswith("buildSrc/") and p.endswith((".kt", ".groovy")))
    ]
    if not paths:
        return None
    found = GradleProperties({}, frozenset(), len(paths) <= _MOST_FILES)
    words: set[str] = set()
    whole = found.whole
    for path in paths[:_MOST_FILES]:
        source = source_of(path, repository.text(path) or "", "groovy")
        words.update(t.text for t in source.tokens if t.kind in ("name", "text"))
        whole &= _read(source, found.asked)
    for path in sorted(repository.files):
        if path.rpartition("/")[2] == "gradle.properties":
            text = repository.text(path) or ""
            for stated in _STATED.finditer(text):
                line = text.count("\n", 0, stated.start(1)) + 1
                found.asked.setdefault(stated[1], Evidence(path, line, stated[0].strip()))
    return GradleProperties(found.asked, frozenset(words), whole)


def _read(source: Source, asked: dict[str, Evidence]) -> bool:
    """Take in what a script asks for; whether all of it could be told."""
    tokens, whole = source.tokens, True
    for at in range(len(tokens)):
        if not is_name(tokens, at):
            continue
        name = tokens[at].text
        if name in _ASKS and is_sign(tokens, at + 1, "(") and at + 2 < len(tokens):
            if tokens[at + 2].kind == "text" and tokens[at + 2].whole:
                asked.setdefault(tokens[at + 2].text, source.evidence(tokens[at].line))
            elif name != "providers":
                whole = False
        elif name == "properties" and not is_name(tokens, at + 1) and is_sign(tokens, at - 1, "."):
            whole &= is_sign(tokens, at + 1, "[") and tokens[at + 2].kind == "text"
            if whole and is_sign(tokens, at + 1, "["):
                asked.setdefault(tokens[at + 2].text, source.evidence(tokens[at].line))
        elif name in ("project", "rootProject") and is_sign(tokens, at + 1, ".") and is_name(tokens, at + 2):
            asked.setdefault(tokens[at + 2].text, source.evidence(tokens[at].line))
        elif (
            name == "by"
            and is_name(tokens, at + 1)
            and tokens[at + 1].text in ("project", "settings", "extra")
        ):
            asked.setdefault(tokens[at - 1].text, source.evidence(tokens[at].line))
    return whole
