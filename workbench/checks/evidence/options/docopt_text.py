"""Usage texts: what docopt reads from them, and what a pasted help says.

docopt's rules: lines from `usage:` to the first empty one are patterns; lines that begin with a hyphen
describe an option; two blanks part an option from its description; `[default: x]` is its default.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from workbench.checks.evidence.options.draft import Draft
from workbench.checks.evidence.program import Option
from workbench.checks.regex import regex
from workbench.core.readings import Evidence

_DESCRIBED = regex(r"[ \t]*(-[^\s,][^\n]*)")
_SPELLED = regex(r"(?<![\w-])--?[A-Za-z0-9?][\w-]*")
_DEFAULT = regex(r"\[default: ([^\]\n]*)\]", re.I)
_WORD = regex(r"[A-Za-z][\w-]*")
_LONGEST = 60_000


@dataclass(frozen=True, slots=True)
class UsageOption:
    """An option as a usage text describes it."""

    names: tuple[str, ...]
    takes_value: bool
    default: str | None
    line: int
    """0-based line of the text."""


def described_options(text: str) -> Iterator[UsageOption]:
    """The options of the lines that begin with a hyphen."""
    for number, line in enumerate(text.split("\n")):
        found = _DESCRIBED.match(line[:500])
        if found is None:
            continue
        spelled, _, description = found[1].partition("  ")
        names = tuple(dict.fromkeys(_SPELLED.findall(spelled)))
        rest = _SPELLED.sub("", spelled).strip(" ,|")
        default = _DEFAULT.search(description)
        if names:
            yield UsageOption(names, bool(rest.strip("= ")), default[1] if default else None, number)


def usage_lines(text: str) -> list[str]:
    """The patterns of a usage text, one an item, without what stands before `usage:`."""
    found = re.search(r"^[^\n]*?usage:[ \t]*([^\n]*(?:\n[ \t]+[^\s][^\n]*)*)", text[:_LONGEST], re.I | re.M)
    return [line.strip() for line in found[1].split("\n") if line.strip()] if found else []


def docopt_draft(text: str, evidence: Evidence, first_line: int | None) -> Draft:
    """The program of a docopt text. `first_line` is its 1-based line in the file; None where not known."""
    draft = Draft("", evidence, abbreviates=True, anywhere=True)
    for found in described_options(text[:_LONGEST]):
        place = evidence
        if first_line is not None:
            shown = text.split("\n")[found.line].strip()[:200]
            place = Evidence(evidence.path, first_line + found.line, shown)
        draft.add(Option(found.names, place, found.takes_value, found.default, reaches=True))
    lines = usage_lines(text)
    for line in lines:
        for name in _SPELLED.findall(line):
            if not any(name in option.names for option in draft.options):
                draft.add(Option((name,), evidence, None, reaches=True))
    _commands(draft, lines, evidence)
    if not lines:
        draft.whole = False
    if any("args>" in line or "command>" in line for line in lines):
        draft.intermixed, draft.open_commands = False, True
    return draft


def _commands(draft: Draft, lines: list[str], evidence: Evidence) -> None:
    """Words of the patterns that are no arguments, as commands of one level or more."""
    starts: list[bool] = []
    for line in lines:
        words = line.split()[1:]
        here, first = draft, True
        for word in words:
            plain = word.strip("()[]")
            if plain.startswith("-") or plain in ("options", "...", "|"):
                continue
            if not _WORD.fullmatch(plain) or plain.isupper() or word.startswith("["):
                break
            here = here.commands.setdefault(
                plain, Draft(plain, evidence, options=draft.options, abbreviates=True, anywhere=True)
            )
            first = False
        starts.append(not first)
    draft.closed = bool(starts) and all(starts) and not any("|" in line for line in lines)
