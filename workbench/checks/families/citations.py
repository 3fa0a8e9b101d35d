"""CITATION.cff says no other version, licence or place than the manifests and the licence file."""

from collections.abc import Mapping

from workbench.checks.evidence.licence_texts import licence_texts
from workbench.checks.evidence.project import Project
from workbench.checks.outcome import Outcome, printable
from workbench.checks.regex import regex
from workbench.checks.text.licence_names import is_same, licence_names
from workbench.core.readings import Evidence
from workbench.core.sources import CheckRule

_FORGE = regex(r"github\.com[/:]([\w.-]+/[\w.-]+?)(?:\.git)?/?$")
_RELEASE = regex(r"v?(\d+(?:\.\d+)+)")
_STRETCH = tuple[int, int]


def is_citation(path: str) -> bool:
    """Whether a file's name says that it tells how to cite the project."""
    return path.rpartition("/")[2] == "CITATION.cff"


def check_citation(outcome: Outcome, project: Project, rule: CheckRule) -> None:
    """Compare what the page under check states at its top; nothing where it cannot be read."""
    said = _stated(outcome.page.text)
    _version(outcome, project, rule, said)
    _licence(outcome, project, rule, said)
    _place(outcome, project, rule, said)


def _stated(text: str) -> Mapping[str, tuple[str, _STRETCH]]:
    """The plain values at the top of the file, each with where it stands."""
    # Here, since most texts are no citation.
    import yaml

    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError, ValueError):
        return {}
    pairs = root.value if isinstance(root, yaml.MappingNode) else []
    return {
        str(key.value): (str(value.value), (value.start_mark.index, value.end_mark.index))
        for key, value in pairs
        if isinstance(value, yaml.ScalarNode) and value.value
    }


def _version(
    outcome: Outcome, project: Project, rule: CheckRule, said: Mapping[str, tuple[str, _STRETCH]]
) -> None:
    own = _RELEASE.fullmatch(said["version"][0]) if "version" in said else None
    stated = [
        p.version for p in project.packages if p.version is not None and p.folder == outcome.page.folder
    ]
    if own is None or len({each.value for each in stated}) != 1:
        return
    its = _RELEASE.fullmatch(stated[0].value)
    value, place = said["version"]
    if its is None:
        why = f"`{printable(stated[0].evidence.path)}` states no finished release"
        outcome.leave(rule, place, why)
    elif own[1] == its[1]:
        _agree(outcome, rule, place, stated[0].evidence)
    else:
        _differ(outcome, rule, place, "version", value, stated[0].value, stated[0].evidence)


def _licence(
    outcome: Outcome, project: Project, rule: CheckRule, said: Mapping[str, tuple[str, _STRETCH]]
) -> None:
    value, place = said.get("license", ("", (0, 0)))
    named = {name.licence for name in licence_names(value)}
    texts = licence_texts(project.repository, outcome.page.folder)
    if len(named) != 1 or not texts:
        return
    licence = named.pop()
    held = [text for text in texts if text.licence is not None and is_same(licence, text.licence)]
    family = licence.partition("-")[0].lstrip("L")
    if held:
        _agree(outcome, rule, place, held[0].evidence)
    elif any(text.licence is None or family in text.licence for text in texts):
        outcome.leave(rule, place, "a licence file's wording is not known, or is of the same family")
    else:
        _differ(outcome, rule, place, "licence", value, str(texts[0].licence), texts[0].evidence)


def _place(
    outcome: Outcome, project: Project, rule: CheckRule, said: Mapping[str, tuple[str, _STRETCH]]
) -> None:
    value, place = said.get("repository-code", ("", (0, 0)))
    found = _FORGE.search(value)
    if found is None or project.home is None:
        return
    if found[1].lower() == project.home.name.lower():
        _agree(outcome, rule, place, project.home.evidence)
    else:
        home = f"https://github.com/{project.home.name}"
        _differ(outcome, rule, place, "repository", value, home, project.home.evidence)


def _agree(outcome: Outcome, rule: CheckRule, place: _STRETCH, evidence: Evidence) -> None:
    outcome.confirm(rule, place, f"`{printable(evidence.path)}` says the same", [evidence])


def _differ(
    outcome: Outcome,
    rule: CheckRule,
    place: _STRETCH,
    what: str,
    value: str,
    expected: str,
    evidence: Evidence,
) -> None:
    outcome.fault(
        rule,
        place,
        (
            f"The {what} is `{printable(value)}` here and `{printable(expected)}` by "
            f"`{printable(evidence.path)}`."
        ),
        consequence="Whoever cites the project cites something else.",
        change="Find out which is right, and write it in both.",
        expected=printable(expected),
        evidence=[evidence],
    )
