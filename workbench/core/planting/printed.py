"""What is printed of a key and of what was found of it, as lines and as JSON."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from workbench.core.planting.matching import Outcome
from workbench.core.planting.planting import Fault, Planted
from workbench.core.planting.results import Counted, Question, Recall, Who
from workbench.core.planting.store import Planting
from workbench.core.readings import Finding
from workbench.core.text.display_text import counted
from workbench.core.text.document import Document

_MARKS = {Outcome.FOUND: "+", Outcome.OPEN: "?", Outcome.NOT_FOUND: "."}
_COLUMNS = 20
"""Faults beside each other: with the longest name of a source they stand on a line."""


def planted_lines(planting: Planting) -> Iterator[str]:
    """What was planted, without the key."""
    planted = planting.planted
    families = ", ".join(sorted({fault.family for fault in planted.faults}))
    yield f"Key {planting.id}: {counted(len(planted.faults), 'fault')} in {planting.copy} ({families})."
    if len(planted.faults) < planted.asked:
        yield (
            f"{planted.asked} were asked for; with this seed the text honestly allows "
            f"{len(planted.faults)}: each must be a real fault, and none may touch another."
        )


def key_lines(planting: Planting) -> Iterator[str]:
    """The key."""
    document = Document(planting.planted.text)
    yield f"Key {planting.id}, {planting.copy}, seed {planting.planted.seed}"
    for fault in planting.planted.faults:
        line = document.line_of(fault.changes[0].start)
        yield f"{fault.number:>3}  L{line} {fault.family}: {fault.what}"
        yield f"     {fault.problem}"


def recall_lines(recalls: Sequence[Recall]) -> Iterator[str]:
    """Which source found which fault, then found and missed by source, and what else each raised."""
    yield from _table(recalls)
    for each in recalls:
        yield ""
        yield f"{each.who}"
        yield f"  {_found(each)}"
        if each.trials > 1 and each.always != each.ever:
            unsure = f", {len(each.unsure_every_time)} to be looked at" if each.unsure_every_time else ""
            flips = len(each.ever - each.always - each.unsure_every_time)
            yield (
                f"  in every one of {each.trials} trials: {len(each.always)} of {each.of}; "
                f"it flips on {flips}{unsure}"
            )
        families = each.by_family().items()
        yield f"  by family: {', '.join(f'{name} {_counted(counts)}' for name, counts in families)}"
        for key, fault in each.missed:
            yield f"  missed  {key}.{fault.number} {fault.family}: {fault.problem}"
        for question in each.questions:
            yield f"  look    {question.planting}:{question.name}  {question.asks}"
        for line, finding in each.others:
            yield f"  else    {f'L{line}' if line else 'quote not found:'} {finding.problem}"


def _table(recalls: Sequence[Recall]) -> Iterator[str]:
    """A row for each source and a column for each fault, key by key."""
    faults = dict.fromkeys((key, fault.number) for each in recalls for key, fault in each.faults)
    if not faults:
        return
    names = _names([each.who for each in recalls])
    width = max(map(len, names.values()))
    yield "+ found  ? to be looked at  . missed"
    for key in dict.fromkeys(key for key, _ in faults):
        numbers = sorted(number for k, number in faults if k == key)
        readers = [each for each in recalls if any(k == key for k, _ in each.faults)]
        for first in range(0, len(numbers), _COLUMNS):
            shown = numbers[first : first + _COLUMNS]
            yield ""
            yield f"{f'Key {key}, fault':<{width}} {''.join(f'{number:>4}' for number in shown)}"
            for each in readers:
                cells = "".join(f"{_MARKS[each.outcome(key, number)]:>4}" for number in shown)
                yield f"{names[each.who]:<{width}} {cells}"


def _names(sources: Sequence[Who]) -> dict[Who, str]:
    """What tells the sources apart in little space: with the model only where several share the rest."""
    short = {who: f"{who.name}{f'@{who.wording[:8]}' if who.wording else ''}" for who in sources}
    shared = {name for name, often in Counter(short.values()).items() if often > 1}
    return {
        who: f"{name} {who.model} {who.effort}".rstrip() if name in shared else name
        for who, name in short.items()
    }


def _counted(counts: Counted) -> str:
    unsure = f" ({counts.open} to be looked at)" if counts.open else ""
    return f"{counts.found} of {counts.of}{unsure}"


def _found(each: Recall) -> str:
    said = f"found {len(each.ever)} of {each.of}"
    if each.interval:
        said += f" ({each.interval}{', directional' if each.directional else ''})"
    if each.open:
        said += f", {len(each.open)} to be looked at"
    return f"{said}, raised {counted(len(each.others), 'other thing')}"


def key_shape(planted: Planted) -> list[dict[str, Any]]:
    """The key as JSON."""
    document = Document(planted.text)
    return [
        {
            **_fault_shape(fault),
            "line": document.line_of(fault.changes[0].start),
            "changes": [{"start": c.start, "end": c.end, "old": c.old, "new": c.new} for c in fault.changes],
        }
        for fault in planted.faults
    ]


def _fault_shape(fault: Fault) -> dict[str, Any]:
    return {"number": fault.number, "family": fault.family, "what": fault.what, "problem": fault.problem}


def recall_shape(recalls: Sequence[Recall]) -> list[dict[str, Any]]:
    """Found and missed by source as JSON."""
    return [
        {
            "source": {
                "kind": each.who.kind.value,
                "name": each.who.name,
                "wording": each.who.wording,
                "provider": each.who.provider,
                "model": each.who.model,
                "effort": each.who.effort,
            },
            "trials": each.trials,
            "of": each.of,
            "found": len(each.ever),
            "found_every_time": len(each.always),
            "to_look_at": len(each.open),
            "interval": {"low": each.interval.low, "high": each.interval.high} if each.interval else None,
            "directional": each.directional,
            "families": {
                name: {"found": counts.found, "to_look_at": counts.open, "of": counts.of}
                for name, counts in each.by_family().items()
            },
            "missed": [{"key": key, **_fault_shape(fault)} for key, fault in each.missed],
            "questions": [_question_shape(question) for question in each.questions],
            "others": [_finding_shape(line, finding) for line, finding in each.others],
        }
        for each in recalls
    ]


def _question_shape(question: Question) -> dict[str, Any]:
    return {
        "name": f"{question.planting}:{question.name}",
        "fault": question.fault.number,
        "asks": question.asks,
        **_finding_shape(question.line, question.finding),
    }


def _finding_shape(line: int | None, finding: Finding) -> dict[str, Any]:
    return {
        "line": line,
        "quote": finding.quote,
        "problem": finding.problem,
        "consequence": finding.consequence,
        "source": finding.source.name,
    }
