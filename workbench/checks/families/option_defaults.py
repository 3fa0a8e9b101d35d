"""Defaults that the text states for options are those of their declarations."""

import json
import re
from collections.abc import Sequence

from workbench.checks.evidence.program import Option, Program
from workbench.checks.evidence.project import Project
from workbench.checks.evidence.settings.values import Value, said, same, written
from workbench.checks.families.defaults import stated_defaults
from workbench.checks.families.option_spans import OptionSpan, option_spans
from workbench.checks.outcome import Outcome, printable
from workbench.checks.regex import regex
from workbench.checks.text.defaults import DefaultClaim
from workbench.checks.text.page import Page
from workbench.checks.text.past import is_past
from workbench.core.sources import CheckRule

OPTION_DEFAULTS = CheckRule(
    id="option-defaults",
    owns="option-defaults-hold",
    proves="The text states another default of an option than the program declares.",
    decided_by="The value is compared with the default in the option's declaration.",
    on_fail="fix",
)

_SPELLED = regex(r"(?<![\w-])--?[A-Za-z][\w-]*")
_BEFORE = regex(r"\bdefaults?(?: value)?(?: is| to|:|=)?[\s`\"“']*$", re.I)
_BEHIND = regex(r"[\s`\"”')]*(?:by default|\(default\)|\(the default\)|is the default)\b", re.I)


def check_option_defaults(page: Page, project: Project) -> Outcome:
    """Faults for stated defaults that differ from the one plain default which is declared."""
    outcome = Outcome(page)
    claims = [
        claim for claim in stated_defaults(page, project) if claim.names and claim.names[0].startswith("-")
    ]
    if not claims:
        return outcome
    spans = option_spans(page, project)
    near = _by_place(page, spans)
    for claim in claims:
        name = claim.names[0]
        places = (near.get((name, id(claim.prose))), near.get((name, -page.line(claim.place[0]))))
        found = min((place for place in places if place is not None), default=None)
        if found is not None:
            _decide(outcome, claim, spans[found])
    return outcome


def _by_place(page: Page, spans: Sequence[OptionSpan]) -> dict[tuple[str, int], int]:
    """The first span of a name by paragraph (its identity) and by line (its number below 0)."""
    found: dict[tuple[str, int], int] = {}
    for number, span in enumerate(spans):
        found.setdefault((span.name, id(span.prose)), number)
        found.setdefault((span.name, -page.line(span.place[0])), number)
    return found


def _decide(outcome: Outcome, claim: DefaultClaim, span: OptionSpan) -> None:
    options = _options(span.programs, span.name)
    if not options:
        return
    value = said(claim.value)
    answers = [(option, _same(value, option)) for option in options]
    equal = next((option for option, answer in answers if answer), None)
    if equal is not None:
        why = f"`{printable(span.name)}` is declared with this default"
        outcome.confirm(OPTION_DEFAULTS, claim.around, why, [equal.evidence])
    elif not (claim.sure or _says_default(claim, span)) or not span.is_sure:
        return
    elif (why_not := _excuse(outcome.page, claim, span, answers)) is not None:
        outcome.leave(OPTION_DEFAULTS, claim.place, why_not)
    else:
        _differs(outcome, claim, span.name, answers[0][0])


def _says_default(claim: DefaultClaim, span: OptionSpan) -> bool:
    """Whether the word stands right at the value, in a piece of text that names no other option."""
    piece = claim.prose
    if piece is None or span.prose is not piece:
        return False
    names = {found for each in piece.spans for found in _SPELLED.findall(each.text)}
    options = _options(span.programs, span.name)
    if not all(any(name in option.names for option in options) for name in names):
        return False
    start = piece.text.find(claim.value)
    while start >= 0:
        end = start + len(claim.value)
        if piece.at(start) == claim.place[0]:
            return bool(_BEFORE.search(piece.text[:start]) or _BEHIND.match(piece.text[end:]))
        start = piece.text.find(claim.value, end)
    return False


def _options(programs: tuple[Program, ...], name: str) -> list[Option]:
    """The options of a spelling in some programs and all their commands."""
    everything = [p for root in programs for p in (root, *root.all_commands())]
    found = (option for program in everything if (option := program.option(name)) is not None)
    return list(dict.fromkeys(found))


def code_value(option: Option) -> Value:
    """The declared default, to be compared with what a text says."""
    if option.default is None:
        return Value("unknown")
    return written(option.default if option.default in ("True", "False") else json.dumps(option.default))


def _same(value: Value, option: Option) -> bool | None:
    return None if option.default is None else same(value, code_value(option))


def _excuse(
    page: Page, claim: DefaultClaim, span: OptionSpan, answers: list[tuple[Option, bool | None]]
) -> str | None:
    """Why a default that differs proves nothing; None where it does."""
    value = said(claim.value)
    plain = claim.value.strip()[:1] in '`"“' or value.kind in ("number", "truth")
    negated = span.name.startswith("--no-") or any(
        name.startswith("--no-") for option, _ in answers for name in option.names
    )
    kinds = {(value.kind, code_value(option).kind) for option, _ in answers}
    past = is_past(page, claim.place[0], claim.prose.text if claim.prose else "")
    excuses = (
        (any(answer is None for _, answer in answers), "no plain default of this option is declared"),
        (
            len({option.default for option, _ in answers}) > 1,
            "several commands declare it with other defaults",
        ),
        (not plain, "the value is described, not written"),
        (negated and value.kind == "truth", "the option turns something off"),
        (any("truth" in pair and pair[0] != pair[1] for pair in kinds), "the values are of two kinds"),
        (past or span.doubt is not None, "the text speaks of another version"),
    )
    return next((why for holds, why in excuses if holds), None)


def _differs(outcome: Outcome, claim: DefaultClaim, name: str, option: Option) -> None:
    stated = claim.value.strip('`*"“” ')
    right = option.default or ""
    expected = claim.value.replace(stated, right) if stated and re.search(r"\S", right) else right
    outcome.fault(
        OPTION_DEFAULTS,
        claim.place,
        f"The text says that `{printable(name)}` is `{printable(stated)}` by default; it is declared with "
        f"`{printable(right)}`.",
        consequence="A reader who leaves the option out gets another value than they were told.",
        change="State the default that is declared.",
        expected=expected,
        evidence=[option.evidence],
    )
