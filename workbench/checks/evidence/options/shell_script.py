"""Options of shell scripts: `getopts` and case statements on the words."""

import re

from workbench.checks.evidence.options.draft import Draft
from workbench.checks.evidence.program import Option, Program
from workbench.checks.evidence.repository import Repository
from workbench.checks.regex import regex
from workbench.core.readings import Evidence

_GETOPTS = regex(r"[^#\n]{0,200}?\bgetopts\s+[\"']?:?([A-Za-z0-9:?]+)[\"']?\s")
_CASE = regex(r"\s*\(?([-\w|\"'*=?\s]+)\)")
_COMPARED = regex(r"=~?\s*[\"']?(--?[A-Za-z][\w-]*)[\"']?\s*\]")
_OPTION = regex(r"--?[A-Za-z0-9?][\w-]*")
_LONGEST = 400


def shell_program(repository: Repository, name: str, path: str) -> Program | None:
    """What a script accepts; None where it looks at no options. Never whole: words may go anywhere."""
    draft = Draft(name, Evidence(path, 1), whole=False)
    for number, line in enumerate((repository.text(path) or "").split("\n"), 1):
        if len(line) <= _LONGEST and not line.lstrip().startswith("#"):
            _read(draft, line, Evidence(path, number, line.strip()[:200]))
    return draft.program() if draft.options else None


def _read(draft: Draft, line: str, place: Evidence) -> None:
    found = _GETOPTS.match(line + " ")
    if found:
        for letter, colon in re.findall(r"([A-Za-z0-9?])(:?)", found[1]):
            draft.add(Option((f"-{letter}",), place, bool(colon)))
    case = _CASE.match(line)
    for name in _OPTION.findall(case[1]) if case else _COMPARED.findall(line):
        draft.add(Option((name,), place))
