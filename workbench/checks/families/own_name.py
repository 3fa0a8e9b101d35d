"""The project's own name is spelt as the manifests spell it."""

import re
from collections import Counter
from collections.abc import Iterator

from workbench.checks.evidence.project import Project
from workbench.checks.outcome import Outcome, printable
from workbench.checks.regex import regex
from workbench.checks.text.page import Page
from workbench.core.readings import Evidence
from workbench.core.sources import CheckRule

OWN_NAME = CheckRule(
    id="own-name",
    owns="project-name-spelt",
    proves="A word in code is the project's own name with a slip of one or two letters.",
    decided_by="Words in code are compared with the names in the manifests; nothing else may be called so.",
    on_fail="fix",
)

LEAST_LETTERS = 6
"""Of a name; slips of a shorter one are words of their own too often."""
LETTERS_FOR_TWO = 10
"""Of a name that may have two slips."""
MOST_FILES = 300
"""Files searched for a word before it counts as called so nowhere."""

_WORD = regex(r"[A-Za-z][\w.-]*[A-Za-z0-9]")
_SEPARATORS = regex(r"[-_.]")


def check_own_name(page: Page, project: Project) -> Outcome:
    """Faults for near misses of a name that the page spells right elsewhere."""
    outcome = Outcome(page)
    names = {name for name in project.names if len(name) >= LEAST_LETTERS and _WORD.fullmatch(name)}
    if not names:
        return outcome
    words = list(_words(page))
    said = Counter(found.casefold() for found in _WORD.findall(page.text))
    taken = _taken(project)
    for word in {word.casefold() for word, _ in words} - taken:
        name = _meant(word, names)
        if name is None or said[name] < 2 or said[word] * 2 > said[name]:
            continue
        if not _is_called_so(word, page, project):
            for written, start in words:
                if written.casefold() == word:
                    _misspelt(outcome, project, written, start, name)
    return outcome


def _words(page: Page) -> Iterator[tuple[str, int]]:
    """The words in code that may be a name: whole spans, and words of commands."""
    seen = set()
    for prose in page.markdown.prose:
        for span in prose.spans:
            if _WORD.fullmatch(span.text):
                seen.add(span.start)
                yield span.text, span.start
    for typed in page.commands:
        for word in typed.command.words if typed.block is not None else typed.command.words[:1]:
            found = _WORD.fullmatch(word.text)
            if found is not None and word.start not in seen:
                seen.add(word.start)
                yield word.text, word.start


def _meant(word: str, names: set[str]) -> str | None:
    """The name that a word is a slip of; None where it is one, or another word."""
    for name in sorted(names):
        most = 2 if len(name) >= LETTERS_FOR_TWO else 1
        if word[0] != name[0] or abs(len(word) - len(name)) > most:
            continue
        from rapidfuzz.distance import OSA

        apart = OSA.distance(word, name, score_cutoff=most)
        if 0 < apart <= most and _is_slip(word, name):
            return name
    return None


def _is_slip(word: str, name: str) -> bool:
    """Whether two near words differ as a slip of the hand does, and not as two names do."""
    plain, other = _SEPARATORS.sub("", word), _SEPARATORS.sub("", name)
    if plain == other or plain.startswith(other) or other.startswith(plain) or plain.endswith(other):
        return False
    digits = [re.sub(r"\D", "", text) for text in (plain, other)]
    return word[0] == name[0] and digits[0] == digits[1] and not other.endswith(plain)


def _taken(project: Project) -> set[str]:
    """What is called something in the repository: files, folders, packages, what they depend on."""
    taken = set(project.names)
    for path in (*project.repository.files, *project.repository.folders):
        name = path.rpartition("/")[2].casefold()
        taken.update((name, name.partition(".")[0]))
    for package in project.packages:
        taken.update(name.casefold() for name in (*package.dependencies, *package.programs, *package.scripts))
    return taken


def _is_called_so(word: str, page: Page, project: Project) -> bool:
    """Whether any other file of the repository has the word, as far as files are searched."""
    others = sorted(path for path in project.repository.files if path != page.path)
    if len(others) > MOST_FILES:
        others = [path for path in others if path.count("/") < 2][:MOST_FILES]
    return any(word in (project.repository.text(path) or "").casefold() for path in others)


def _misspelt(outcome: Outcome, project: Project, written: str, start: int, name: str) -> None:
    outcome.fault(
        OWN_NAME,
        (start, start + len(written)),
        f"Nothing here is called `{printable(written)}`: the project is `{printable(name)}`.",
        consequence="A reader who types the word gets an error, or something else.",
        change="Spell the name as the project does.",
        expected=name,
        evidence=_evidence(project, name),
    )


def _evidence(project: Project, name: str) -> list[Evidence]:
    named = (package.name for package in project.packages if package.name is not None)
    return [stated.evidence for stated in named if stated.value.casefold() == name][:1]
