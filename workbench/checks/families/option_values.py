"""Values that the text gives to options with a closed list of them."""

from workbench.checks.evidence.program import Option
from workbench.checks.evidence.project import Project
from workbench.checks.families.called import Called
from workbench.checks.families.option_spans import OptionSpan
from workbench.checks.near_names import listed, nearest
from workbench.checks.outcome import Outcome, printable
from workbench.checks.regex import regex
from workbench.checks.text.past import is_past
from workbench.core.sources import CheckRule

_PLAIN = regex(r"[A-Za-z][\w.+-]*")
_ALTERNATIVES = regex(r"[ =][(\[{]?([\w.+-]+(?:\|[\w.+-]+)+)[)\]}]?")


def judge_typed(outcome: Outcome, project: Project, one: Called, rule: CheckRule) -> None:
    """The values behind the options of a command."""
    words = one.call.words
    places = {word.start: number for number, word in enumerate(words)}
    for step in one.steps():
        option, number = step.option, places.get(step.word.start)
        if step.kind != "option" or option is None or not option.choices or number is None:
            continue
        _, equals, value = step.word.text.partition("=")
        end = step.word.end
        if not equals and option.takes_value is True and number + 1 < len(words):
            following = words[number + 1]
            value, end = ("", 0) if following.is_open else (following.text, following.end)
        if end and len(value) <= end:
            _judge(outcome, project, option, value, (end - len(value), end), rule)


def judge_span(outcome: Outcome, project: Project, span: OptionSpan, option: Option, rule: CheckRule) -> None:
    """The alternatives behind an option in code markup: `--kind (fish|frog)`."""
    text = span.span.text
    found = _ALTERNATIVES.fullmatch(text, len(span.name)) if option.choices and span.is_sure else None
    if found is None or span.doubt is not None:
        return
    start = span.place[0] + found.start(1)
    for value in found[1].split("|"):
        _judge(outcome, project, option, value, (start, start + len(value)), rule)
        start += len(value) + 1


def _judge(
    outcome: Outcome, project: Project, option: Option, value: str, place: tuple[int, int], rule: CheckRule
) -> None:
    known = {choice.casefold() for choice in option.choices}
    quote = outcome.page.text[slice(*place)]
    if not _PLAIN.fullmatch(value) or quote != value:
        return
    name = max(option.names, key=len)
    if value.casefold() in known:
        outcome.confirm(rule, place, f"`{printable(name)}` takes this value", [option.evidence])
    elif project.mentions.has_word(value) or is_past(outcome.page, place[0]):
        outcome.leave(rule, place, "the code has this word, or the text speaks of another version")
    else:
        near = nearest(value, option.choices)
        outcome.fault(
            rule,
            place,
            f"`{printable(name)}` does not take `{printable(value)}`: it takes {listed(option.choices)}.",
            consequence="A reader who types it gets an error.",
            change="Name a value that the option takes.",
            expected=near,
            evidence=[option.evidence],
        )
