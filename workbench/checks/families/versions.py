"""Versions that the text presents as the current ones are those of the manifests."""

import re

from workbench.checks.evidence.manifests.python_metadata import normal
from workbench.checks.evidence.package import Package, Stated
from workbench.checks.evidence.project import Project
from workbench.checks.evidence.version_ranges import version_of, version_range
from workbench.checks.outcome import Outcome, printable
from workbench.checks.regex import regex
from workbench.checks.text.page import Page
from workbench.checks.text.past import is_past
from workbench.checks.text.setting import Setting
from workbench.checks.text.version_claims import VersionClaim, version_claims
from workbench.core.sources import CheckRule

VERSIONS = CheckRule(
    id="versions",
    owns="versions-match",
    proves="The text presents another version of the project as the current one than its manifest states.",
    decided_by="Versions called current, in fixed badges and in snippets are compared with the manifest's.",
    on_fail="fix",
)

_OTHER = regex(
    r"\b(?:protocols?|formats?|spec(?:ification)?|schemas?|api|file|language|engine|firmware|kernel|driver"
    r"|python|node|java|rust|docker|ubuntu|debian|windows|macos|android|ios|tested|supports?|requires?|needs?"
    r"|compatible|upstream|based on|changed|changes|since|before|until|was|were|released on|history"
    r"|upgrade|migrat\w+|example|e\.g|dependency|library|server)\b",
    re.I,
)
_DOWNLOAD = regex(
    r"https?://github\.com/[\w.-]+/(?P<name>[\w.-]+)/releases/download/v?(?P<tag>\d+\.\d+\.\d+)/"
    r"(?P=name)[-_]v?(?P<file>\d+\.\d+\.\d+)(?![\d.]*\d)[\w.-]*"
)
_PAST = regex(r"change|history|release notes|upgrad|migrat|roadmap|news|compatib|requirement", re.I)
_UNFINISHED = regex(r"(?:dev|snapshot|alpha|beta|a\d|b\d|rc|pre|next|canary|nightly)", re.I)


def check_versions(page: Page, project: Project) -> Outcome:
    """Faults for versions that no longer are, by the manifest of the package that the page is about."""
    outcome, setting = Outcome(page), Setting(page)
    _downloads(outcome, page, project)
    for claim in version_claims(page.markdown):
        package = _package(page, project, claim)
        if package is not None and package.version is not None:
            _decide(outcome, setting, claim, package.version, package)
    return outcome


def _downloads(outcome: Outcome, page: Page, project: Project) -> None:
    """Addresses of the project's own releases that name one version as the tag and another in the file."""
    for found in _DOWNLOAD.finditer(page.text):
        tag, file = found["tag"], found["file"]
        near = tag.rpartition(".")[0] == file.rpartition(".")[0] or tag.split(".")[0] == file.split(".")[0]
        if found["name"].casefold() not in project.names or tag == file or not near:
            continue
        if is_past(page, found.start()) or tag.count(".") != file.count("."):
            continue
        outcome.fault(
            VERSIONS,
            found.span(),
            f"The address names two versions of `{printable(found['name'])}`: {printable(tag)} and "
            f"{printable(file)}.",
            consequence="A reader who follows it finds no such file.",
            change="Name one version in both places.",
            expected=None,
        )


def _package(page: Page, project: Project, claim: VersionClaim) -> Package | None:
    """The package that a version is said of; None where it is another project's, or not known whose."""
    if claim.name:
        named = [p for p in project.packages if p.name and _is_called(p, claim.name)]
        if claim.sort == "range":
            named = [package for package in named if package.ecosystem == "cargo"]
        elif claim.sort == "tag" and not named and claim.name.casefold() in project.names:
            named = list(project.packages[:1])
        return named[0] if named else None
    own = [package for package in project.packages if package.folder == page.folder]
    own = [package for package in own if package.version is not None] or own
    versions = {package.version.value for package in own if package.version}
    if own:
        return own[0] if len(versions) == 1 else None
    every = [p for p in project.packages if p.version and p.published]
    return every[0] if every and len({p.version.value for p in every if p.version}) == 1 else None


def _is_called(package: Package, name: str) -> bool:
    known = package.name.value if package.name else ""
    return normal(known.rpartition("/")[2]) == normal(name) or normal(known) == normal(name)


def _decide(
    outcome: Outcome, setting: Setting, claim: VersionClaim, stated: Stated, package: Package
) -> None:
    if _agrees(claim, stated.value):
        why = f"`{printable(stated.evidence.path)}` states {printable(stated.value)}"
        outcome.confirm(VERSIONS, claim.place, why, [stated.evidence])
    elif why_not := _excuse(setting, claim, stated.value):
        outcome.leave(VERSIONS, claim.place, why_not)
    else:
        name = printable(package.name.value) if package.name else "the project"
        said = {"current": "presents", "range": "asks for", "exact": "pins"}[claim.sort]
        outcome.fault(
            VERSIONS,
            claim.place,
            f"The text {said} `{name}` {printable(claim.version)}, and "
            f"`{printable(stated.evidence.path)}` states {printable(stated.value)}.",
            consequence="A reader installs or looks for a version that is not the current one.",
            change="Name the version of the manifest, or none.",
            expected=printable(stated.value),
            evidence=[stated.evidence],
        )


def _agrees(claim: VersionClaim, value: str) -> bool:
    version, own = version_of(claim.version.lstrip("^~=")), version_of(value)
    if claim.sort == "range":
        sign = "" if claim.version[0] in "^~=" else "^"
        asked = version_range(f"{sign}{claim.version}")
        return asked is not None and asked.reaches(own) == 0
    if _UNFINISHED.search(value) and claim.version.lstrip("v") != value and len(version) > 2:
        return re.sub(r"[^0-9a-z]", "", claim.version.lower()) == re.sub(r"[^0-9a-z]", "", value.lower())
    return bool(version) and version == own[: len(version)]


def _excuse(setting: Setting, claim: VersionClaim, value: str) -> str | None:
    """Why another version proves nothing; None where it does."""
    if _UNFINISHED.search(value) or not any(version_of(value)):
        return "the manifest's version is no finished release"
    if claim.sort == "tag":
        return "an older tag goes on to exist"
    if _OTHER.search(claim.sentence):
        return "the sentence may be about another thing's version"
    if claim.sort == "current" and _PAST.search(setting.title(claim.place[0])):
        return "the section may be about other versions"
    if claim.sort == "exact" and version_of(claim.version) > version_of(value):
        return "the manifest may be older than the release"
    return None
