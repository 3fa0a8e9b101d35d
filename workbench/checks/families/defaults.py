"""Defaults that the text states are those of the code."""

import ast
import re
from collections import Counter

from workbench.checks.evidence.project import Project
from workbench.checks.evidence.settings.default import Default
from workbench.checks.evidence.settings.values import Value, said, same, written
from workbench.checks.outcome import Outcome, printable
from workbench.checks.regex import regex
from workbench.checks.text.defaults import DefaultClaim, default_claims
from workbench.checks.text.page import Page
from workbench.checks.text.past import is_past
from workbench.core.readings import Evidence
from workbench.core.sources import CheckRule

DEFAULTS = CheckRule(
    id="defaults",
    owns="defaults-hold",
    proves="The text states another default than the code has.",
    decided_by="The value is compared with the parameter, field, fallback or option object of that name.",
    on_fail="fix",
)

MOST_CLAIMS = 600
"""Defaults of one text that are looked up."""
MOST_NAMES = 14
"""Names that a stated value is tried with."""
_VARIABLE = regex(r"[A-Z][A-Z0-9]*(?:_+[A-Z0-9]+)*\Z")
_COMMON = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "by",
        "default",
        "defaults",
        "for",
        "from",
        "if",
        "in",
        "is",
        "it",
        "its",
        "not",
        "of",
        "on",
        "one",
        "or",
        "set",
        "than",
        "that",
        "the",
        "then",
        "this",
        "to",
        "unless",
        "used",
        "uses",
        "value",
        "when",
        "where",
        "which",
        "with",
        "without",
        "you",
        "your",
    ]
)


def stated_defaults(page: Page, project: Project) -> tuple[DefaultClaim, ...]:
    """The defaults that a page states, of options and of all else."""
    return project.known(page, _stated)


def _stated(page: Page, _: Project) -> tuple[DefaultClaim, ...]:
    return default_claims(page)


def check_defaults(page: Page, project: Project) -> Outcome:
    """Faults for defaults of variables, parameters, fields and keys that differ from the code."""
    outcome = Outcome(page)
    claims = [claim for claim in stated_defaults(page, project) if not _is_option(claim)]
    for claim in claims[MOST_CLAIMS:]:
        outcome.leave(DEFAULTS, claim.place, "the text states too many defaults for all to be looked up")
    claims = claims[:MOST_CLAIMS]
    # What is sure comes first, while there is nothing yet that is too much to be read.
    first = sorted(range(len(claims)), key=lambda number: not claims[number].sure)
    known = {number: _answer(project, claims[number]) for number in first}
    answers = [known[number] for number in range(len(claims))]
    owners: Counter[tuple[tuple[str, int] | None, str]] = Counter(
        (claim.group, owner)
        for claim, answer in zip(claims, answers, strict=True)
        for owner in {default.owner for default in answer.equal}
        if claim.group is not None
    )
    for claim, answer in zip(claims, answers, strict=True):
        _decide(outcome, claim, answer, owners)
    return outcome


class _Answer:
    """What the code says of a claim."""

    def __init__(
        self, name: str, equal: list[Default], differing: list[Default], unsure: bool, whole: bool = True
    ) -> None:
        self.name = name
        self.equal = equal
        self.differing = differing
        self.unsure = unsure
        """Whether some default could not be compared."""
        self.whole = whole
        """Whether all of the code that may state one was read."""


def _is_option(claim: DefaultClaim) -> bool:
    """Whether it is of an option of a command line, which another check reads."""
    return bool(claim.names) and claim.names[0].startswith("-")


def _answer(project: Project, claim: DefaultClaim) -> _Answer:
    """What the code says of the likeliest name that has a default."""
    value = said(claim.value)
    first: _Answer | None = None
    marked = len(claim.names) if claim.sure else MOST_NAMES
    for name in claim.names[: min(marked, MOST_NAMES)]:
        if name.casefold() in _COMMON or len(name) < 2:
            continue
        if not claim.sure and (value.kind == "unknown" or project.defaults.is_common(name)):
            continue
        answer = _of_name(project, name, value)
        if answer.equal:
            return answer
        first = first or answer
    return first or _Answer("", [], [], unsure=True)


def _of_name(project: Project, name: str, value: Value) -> _Answer:
    equal: list[Default] = []
    differing: list[Default] = []
    unsure = False
    for known in _defaults(project, name):
        verdict = same(value, written(known.value))
        if verdict is None:
            unsure = True
        else:
            (equal if verdict else differing).append(known)
    return _Answer(name, equal, differing, unsure, project.defaults.whole)


def _defaults(project: Project, name: str) -> list[Default]:
    if _VARIABLE.match(name):
        return [*_of_variable(project, name), *_of_constant(project, name)]
    spellings = dict.fromkeys((name, name.replace("-", "_"), name.replace("-", ""), name.rpartition(".")[2]))
    found = [known for spelling in spellings for known in project.defaults.of(spelling)]
    return list(dict.fromkeys(found))


def _of_variable(project: Project, name: str) -> list[Default]:
    found = [
        Default(fallback.value if fallback.sure else "?()", fallback.evidence, "environment")
        for fallback in project.environment.fallbacks(name)
    ]
    model = project.environment.models.variables.get(name)
    if model is not None and model.default is not None:
        found.append(Default(_source(model.default), model.evidence, "environment"))
    part = None if found else project.environment.last_part(name)
    if part is not None:
        found += project.defaults.of(part[0])
    return found


def _source(node: ast.expr) -> str:
    return repr(node.value) if isinstance(node, ast.Constant) else ast.unparse(node)


def _of_constant(project: Project, name: str) -> list[Default]:
    if project.environment.read(name) is not None:
        return []
    return list(project.defaults.of(name))


def _decide(
    outcome: Outcome,
    claim: DefaultClaim,
    answer: _Answer,
    owners: Counter[tuple[tuple[str, int] | None, str]],
) -> None:
    if answer.equal:
        known = answer.equal[0]
        why = f"the code has this default for `{printable(answer.name)}`"
        outcome.confirm(DEFAULTS, claim.around, why, [known.evidence])
    elif not claim.sure and not claim.bare:
        return
    elif not answer.whole and (claim.sure or answer.differing):
        outcome.leave(DEFAULTS, claim.place, "there is too much code of that name to be read")
    elif not answer.differing:
        if claim.sure:
            outcome.leave(DEFAULTS, claim.place, "no plain default of that name is in the code")
    elif why_not := _excuse(outcome.page, claim, answer, owners):
        outcome.leave(DEFAULTS, claim.place, why_not)
    else:
        _differs(outcome, claim, answer)


def _excuse(
    page: Page, claim: DefaultClaim, answer: _Answer, owners: Counter[tuple[tuple[str, int] | None, str]]
) -> str | None:
    """Why a default that differs proves nothing; None where it does."""
    values = {written(known.value).words for known in answer.differing}
    owner = answer.differing[0].owner
    name = claim.names[0] if claim.names else ""
    tied = owner == "environment" or _is_tied(page, claim, answer, owners)
    excuses = (
        (answer.name != name or "." in name, "it may be the default of something else"),
        (answer.unsure or len(values) > 1, "the code has several defaults of that name"),
        (not tied, "the code has another default of that name, perhaps of something else"),
        (not _is_plain(claim), "the value is described, not written"),
        (
            is_past(page, claim.place[0], claim.prose.text if claim.prose else ""),
            "the text speaks of another version",
        ),
        (claim.bare and owners[claim.group, owner] < 2, "it may be no default at all"),
    )
    return next((why for holds, why in excuses if holds), None)


def _is_tied(
    page: Page, claim: DefaultClaim, answer: _Answer, owners: Counter[tuple[tuple[str, int] | None, str]]
) -> bool:
    """Whether the text shows that it speaks of the owner of the default: by name, or by other defaults."""
    owner = answer.differing[0].owner
    if claim.group is not None and owners[claim.group, owner] >= 1:
        return True
    sections = page.document.section_at(claim.place[0])
    start = sections[-1].start if sections else 0
    after = [heading.start for heading in page.document.headings if heading.start > claim.place[0]]
    section = page.text[start : after[0] if after else len(page.text)]
    return "/" not in owner and re.search(rf"\b{re.escape(owner)}\b(?=[`(.])", section) is not None


def _is_plain(claim: DefaultClaim) -> bool:
    """Whether a value is written as one: in code, in quotes, as a number or a truth."""
    return claim.value.strip()[:1] in '`"“' or said(claim.value).kind in ("number", "truth")


def _differs(outcome: Outcome, claim: DefaultClaim, answer: _Answer) -> None:
    known = answer.differing[0]
    right = re.sub(r"\A[\"'`](.*)[\"'`]\Z", r"\1", known.value)
    stated = claim.value.strip("`*")
    evidence: list[Evidence] = [one.evidence for one in answer.differing[:2]]
    outcome.fault(
        DEFAULTS,
        claim.place,
        f"The text says that `{printable(answer.name)}` is `{printable(stated)}` by default; "
        f"the code has `{printable(right)}`.",
        consequence="A reader who leaves it out gets another value than they were told.",
        change="State the default that the code has.",
        expected=right,
        evidence=evidence,
    )
