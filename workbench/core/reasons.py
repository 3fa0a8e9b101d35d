"""Why a ruling is what it is, in words: what holds it there, and whether an answer counts."""

from collections.abc import Iterator, Mapping

from workbench.core.history import Round, RoundState
from workbench.core.marks import Mark
from workbench.core.readings import Reading, Verdict
from workbench.core.ruling import Cap, MarkedAnswer, Ruling, RulingValue, settled
from workbench.core.sources import OnFail

_ASKS_FOR: Mapping[OnFail, str] = {"fix": "Fix", "rewrite": "Rewrite"}


def fail_means(on_fail: OnFail, dominant: bool) -> str:
    """What a question does to the ruling when it fails."""
    if on_fail == "note":
        return "a fail is a note"
    value = _ASKS_FOR[on_fail]
    return f"dominant: a fail alone rules {value}" if dominant else f"a fail asks for {value}"


def how_it_counts(marked: MarkedAnswer, verdict: Verdict, mine: bool = False, focused: bool = False) -> str:
    """Whether an answer moves the ruling of the text that it is about, and why; empty where none could.

    `verdict` is the one that was given with it. `focused` is whether it was asked of changed passages only.
    """
    answer, counted = marked.answer, settled(marked).value
    if focused and counted == "cannot tell":
        return "its words are not in the text, so it does not count"
    if focused and counted == "fails":
        whole = how_it_counts(marked, verdict)
        return f"{whole} (asked of the changed passages only, so it can lower a ruling and makes none)"
    if counted == "cannot tell":
        found = (
            "its words are not in the text, so it counts as cannot tell: " if answer.value == "fails" else ""
        )
        return found + (
            "dominant, so it rules Fix" if answer.dominant else "not dominant, so it changes no ruling"
        )
    if answer.value == "fails" and marked.mark is Mark.MISS:
        return "it does not count, since you marked it a miss"
    if counted != "fails":
        return ""
    means = fail_means(answer.on_fail, answer.dominant)
    if answer.on_fail == "note":
        return f"{means}, and changes no ruling"
    if answer.dominant:
        return means
    whose = "your" if mine else "the judge's"
    counts = "does not count" if verdict is Verdict.PUBLISHABLE else "counts"
    return f"{means}; it {counts}, since {whose} verdict is {verdict.value}"


def reasons(ruling: Ruling) -> Iterator[tuple[str, tuple[Cap, ...]]]:
    """Everything that lowers a ruling, under words that say what it does; the strongest first."""
    for value in dict.fromkeys(cap.value for cap in ruling.caps):
        caps = tuple(cap for cap in ruling.caps if cap.value == value)
        if ruling.value is RulingValue.UNJUDGED:
            yield f"At best {value.value} once it is judged, because:", caps
        elif value == ruling.value:
            each = "Each of these alone rules" if len(caps) > 1 else "This alone rules"
            yield f"{each} {value.value}:", caps
        else:
            yield f"Without that it would still be {value.value}:", caps


def why_ruled(ruling: Ruling) -> str:
    """The first thing that holds a ruling where it is, and how many others do; empty for none."""
    caps = ruling.caps if ruling.value is RulingValue.UNJUDGED else ruling.deciding
    named = list(dict.fromkeys(cap.why.partition(":")[0] for cap in caps))
    if not named:
        unread = "only its changed passages were judged" if ruling.of_passages else "no judge has read it"
        return unread if ruling.value is RulingValue.UNJUDGED else ""
    others = len(named) - 1
    more = f" and {others} more" if others else ""
    return f"{named[0]}{more}"


def verdict_words(reading: Reading) -> str:
    """A judge's verdict, and of what it is where that is not the whole text; empty where it gave none."""
    if reading.verdict is None:
        return ""
    return (
        f"{reading.verdict.value} on the changed passages only" if reading.focused else reading.verdict.value
    )


def passages_words(ruling: Ruling) -> str:
    """What a judge said of the changed passages only; empty where none was shown these alone."""
    if not ruling.of_passages:
        return ""
    said = " and ".join(dict.fromkeys(verdict.value for verdict in ruling.of_passages))
    return f"Judged on its changed passages only: the judge said {said} of them, which makes no ruling"


WAIVED = "waived by you, so it does not count"
"""What is said before each thing that the person took out of a ruling."""


def unfinished_words(last: Round | None, ruling: Ruling) -> str:
    """That a round left a complete earlier ruling as it is; empty where the ruling says what is missing."""
    if last is None or ruling.complete or any("incomplete" in cap.why for cap in ruling.caps):
        return ""
    name = "freeze" if last.freeze else "last round"
    return f"the {name} {'goes on' if last.state is RoundState.RUNNING else 'is incomplete'}"
