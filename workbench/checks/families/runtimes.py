"""Versions of Python, Node.js, Rust and Go that the text asks for are those of the manifest."""

import re

from workbench.checks.evidence.package import Package, Stated
from workbench.checks.evidence.project import Project
from workbench.checks.evidence.version_ranges import VersionRange, version_of, version_range
from workbench.checks.outcome import Outcome, printable
from workbench.checks.regex import regex
from workbench.checks.text.page import Page
from workbench.checks.text.runtime_claims import Runtime, RuntimeClaim, runtime_claims
from workbench.checks.text.setting import Setting
from workbench.core.sources import CheckRule

RUNTIMES = CheckRule(
    id="runtimes",
    owns="runtime-versions-match",
    proves="The text asks for another version of Python, Node.js, Rust or Go than the manifest does.",
    decided_by="Minimums, ranges and badges are compared with the range that the manifest states.",
    on_fail="fix",
)

_SWITCHES = (1, 21)
"""The first Go that takes the toolchain which a go.mod asks for (go.dev/doc/toolchain)."""
MOST_JUDGED = 300
"""Claims that are not borne out; after so many a page is not judged any further."""
_SHOWN = {"python": "Python", "node": "Node.js", "rust": "Rust", "go": "Go"}
_PAST = regex(
    r"\b(?:until|was|were|before|up to version|dropped?|drops|since|older|prior|previous(?:ly)?|legacy"
    r"|used to|history|deprecated|end[- ]of[- ]life|last version|formerly|earlier|no longer|removed"
    r"|backport\w*"
    r"|not supported|unsupported|unlike|except|release[ds]?|changelog|upgrad\w+|will|planned|future"
    r"|below|still|bump\w*|increas\w+|decreas\w+|while|whereas"
    r"|becomes?|became|behaviou?r|introduced|deprecat\w+|warnings?|semantics)\b"
    r"|(?-i:\bIn C?[Pp]ython ?\d)"
    r"|\bv?\d+\.\d+(?:\.\d+)?\s+(?:added|adds|supports|and (?:earlier|older|below))",
    re.I,
)
_HISTORY = regex(r"change|history|release notes|upgrad|migrat|news", re.I)
_PARTLY = regex(
    r"\b(?:for|if|when|optional\w*|only|to (?:use|build|run|develop|contribute|test)|develop\w*"
    r"|contribut\w+|tests?|tested|testing|recommend\w*|prefer\w*|examples?|docs|documentation"
    r"|docker|image|container"
    r"|e\.g|such as|like|wheels?|binar(?:y|ies)|source|build|other|environment|conda|create|venv"
    r"|alternative\w*"
    r"|ideally|should|your|compatible|works?|syntax|features?|plugin|frontend|backend|server|client"
    r"|script)\b",
    re.I,
)


def check_runtimes(page: Page, project: Project) -> Outcome:
    """Faults for versions that contradict the range of the manifest."""
    outcome, setting = Outcome(page), Setting(page)
    for claim in runtime_claims(page.markdown):
        if len(outcome.faults) + len(outcome.undecided) >= MOST_JUDGED:
            break
        stated = _stated(page, project, claim.runtime)
        asked = version_range(stated.value) if stated else None
        if stated is None or asked is None:
            if claim.sort != "named":
                outcome.leave(RUNTIMES, claim.place, "no manifest states a range that can be read")
        else:
            _decide(outcome, setting, claim, stated, asked)
    return outcome


def _stated(page: Page, project: Project, runtime: Runtime) -> Stated | None:
    """The range of the package that the page is about; None where none states one, or they differ."""
    found = [package for package in project.packages if runtime in package.requires]
    folder = page.folder
    while True:
        own = [package for package in found if package.folder == folder]
        if own:
            return own[0].requires[runtime]
        if not folder:
            break
        folder = folder.rpartition("/")[0]
    return _agreed(found, runtime)


def _agreed(found: list[Package], runtime: Runtime) -> Stated | None:
    values = {package.requires[runtime].value for package in found}
    return found[0].requires[runtime] if len(values) == 1 else None


def _decide(
    outcome: Outcome, setting: Setting, claim: RuntimeClaim, stated: Stated, asked: VersionRange
) -> None:
    version = version_of(claim.version)
    side = asked.reaches(version)
    lower = asked.lower
    same = bool(lower) and version[: len(lower)] == lower[: len(version)]
    if claim.last is not None and asked.reaches(version_of(claim.last)) == 1 and side == 0:
        side = 1
    if same or (side == 0 and (claim.sort != "minimum" or claim.last)):
        outcome.confirm(RUNTIMES, claim.place, _why(stated), [stated.evidence])
    elif _HISTORY.search(setting.title(claim.place[0])):
        outcome.leave(RUNTIMES, claim.place, "the section is about other releases")
    elif why_not := _excuse(claim, side):
        outcome.leave(RUNTIMES, claim.place, why_not)
    else:
        _contradicts(outcome, claim, stated)


def _why(stated: Stated) -> str:
    return f"`{printable(stated.evidence.path)}` asks for `{printable(stated.value)}`"


def _excuse(claim: RuntimeClaim, side: int) -> str | None:
    """Why a version outside the range proves nothing; None where it does."""
    if claim.sort == "named":
        return "the version is only named, not said to be asked for"
    if _PAST.search(claim.sentence):
        return "the sentence may be about another time or another release"
    if claim.elsewhere:
        return "the words lead to another project"
    if claim.runtime == "go" and side == -1 and version_of(claim.version) >= _SWITCHES:
        return "since Go 1.21 an older one fetches the version of the go.mod"
    if side == 0:
        if claim.runtime == "go":
            return "the text asks for more than the go.mod does, which it may"
        if _PARTLY.search(claim.sentence):
            return "the sentence may ask for more than the package does, for a part of it"
    if side == 1 and claim.sort == "required" and claim.last is None:
        return "a manifest may be more careful than the text"
    return None


def _contradicts(outcome: Outcome, claim: RuntimeClaim, stated: Stated) -> None:
    name = _SHOWN[claim.runtime]
    said = f"{claim.version} to {claim.last}" if claim.last else claim.version
    asks = " or newer" if claim.sort == "minimum" else ""
    outcome.fault(
        RUNTIMES,
        claim.place,
        f"The text says {name} {said}{asks}, and `{printable(stated.evidence.path)}` asks for "
        f"`{printable(stated.value)}`.",
        consequence="A reader with another version fails to install it, or upgrades for nothing.",
        change="State the range of the manifest.",
        expected=f"{name} {printable(stated.value)}",
        evidence=[stated.evidence],
    )
