"""Extras and features that the text installs are declared by the manifest."""

from workbench.checks.evidence.manifests.python_metadata import normal
from workbench.checks.evidence.package import Package
from workbench.checks.evidence.project import Project
from workbench.checks.near_names import listed, meant, nearest
from workbench.checks.outcome import Outcome, printable
from workbench.checks.text.installs import Install
from workbench.core.sources import CheckRule

EXTRAS = CheckRule(
    id="extras",
    owns="extras-declared",
    proves="An install command of the text asks for an extra that the package does not declare.",
    decided_by="The names in brackets are compared with the optional dependencies of the manifests.",
    on_fail="fix",
)


def check_extras(outcome: Outcome, project: Project, package: Package, install: Install) -> None:
    """Decide each extra that a command asks of one of the project's packages."""
    for extra in install.extras:
        declared = package.extras.get(normal(extra)) or package.extras.get(extra)
        place = _place(outcome, install, extra)
        if declared is not None:
            why = f"`{printable(declared.path)}` declares it"
            outcome.confirm(EXTRAS, place, why, [declared])
        elif not package.whole:
            outcome.leave(EXTRAS, place, "a program computes some of the extras")
        elif install.ecosystem == "cargo" and "/" in extra:
            outcome.leave(EXTRAS, place, "it is a feature of a dependency")
        else:
            _missing(outcome, place, package, install, extra)


def _place(outcome: Outcome, install: Install, extra: str) -> tuple[int, int]:
    """Where the extra stands; the whole word where a quote or an escape hides it."""
    if install.ecosystem == "cargo":
        # The features stand apart from the name, behind an option.
        line = outcome.page.text.find("\n", install.place[1])
        start, end = install.place[1], line if line >= 0 else len(outcome.page.text)
        at = outcome.page.text.find(extra, start, end)
        return install.place if at < 0 else (at, at + len(extra))
    start, end = install.place
    at = outcome.page.text.find(extra, outcome.page.text.find("[", start, end) + 1 or start, end)
    return (start, end) if at < 0 else (at, at + len(extra))


def _missing(
    outcome: Outcome, place: tuple[int, int], package: Package, install: Install, extra: str
) -> None:
    word = "feature" if install.ecosystem == "cargo" else "extra"
    near = nearest(extra, package.extras)
    name = printable(package.name.value) if package.name else "The package"
    problem = f"`{name}` declares no {word} `{printable(extra)}`"
    problem += meant(
        near, f"; it has {listed(package.extras)}." if package.extras else "; it has none at all."
    )
    shown = near or next(iter(package.extras), None)
    evidence = [package.extras[shown]] if shown else [package.name.evidence] if package.name else []
    outcome.fault(
        EXTRAS,
        place,
        problem,
        consequence="What the extra should bring is not installed."
        if word == "extra"
        else "Cargo stops: there is no such feature.",
        change=f"Name {'an' if word == 'extra' else 'a'} {word} that the manifest declares.",
        expected=near,
        evidence=evidence,
    )
