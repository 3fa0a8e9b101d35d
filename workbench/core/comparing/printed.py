"""What is printed of a comparison: lines, Markdown and JSON."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from workbench.core.comparing.agreement import JudgeAgreement, agreement_shape
from workbench.core.comparing.comparison import Choice, ComparedText, Comparison
from workbench.core.comparing.readings import CompareReading
from workbench.core.comparing.results import ReaderResult
from workbench.core.comparing.standing import Standing
from workbench.core.text.display_text import one_line, plain_markdown
from workbench.core.text.document import Document


def yours_sentence(standing: Standing) -> str:
    """What the person chose and whether it counts, in words."""
    yours, counts = standing.yours, standing.counting
    if yours is None:
        return "You have not chosen."
    said = choice_words(yours, standing.comparison)
    if counts is None:
        return f"You {said}, after what readers chose was shown: it does not count for or against a reader."
    if counts.id == yours.id:
        return f"You {said}, blind."
    return f"You {choice_words(counts, standing.comparison)}, blind, which counts; later you {said}."


def choice_words(choice: Choice, comparison: Comparison) -> str:
    """What was chosen, in words."""
    if choice.chosen is None:
        return "saw no difference"
    return f"chose {comparison.label(choice.chosen)}"


def concerning(standing: Standing, agreements: Sequence[JudgeAgreement]) -> tuple[JudgeAgreement, ...]:
    """The agreements of those who answered here, on what is asked here."""
    players = {result.player for result in standing.results}
    asked = standing.comparison.asked
    return tuple(each for each in agreements if each.asked.wording == asked and each.player in players)


def comparison_lines(standing: Standing, agreements: Sequence[JudgeAgreement]) -> Iterator[str]:
    """All of it: the texts, the counts and what they can bear, each reader, and how far to trust them."""
    comparison = standing.comparison
    for text in comparison.texts:
        id = text.revision.id
        yield f"{comparison.label(id)}  {comparison.name(id)}"
    yield f"Asked: {comparison.question}"
    yield ""
    yield yours_sentence(standing)
    yield from together_lines(standing, agreements)
    for result in standing.results:
        yield ""
        yield f"{result.player.label}: {result.sentence(comparison)}"
        yield from (f"  {line}" for line in reader_lines(result, comparison))
    if standing.results:
        yield ""
        yield "As you chose, over every comparison with this question:"
        found = concerning(standing, agreements)
        for each in found:
            yield f"  {each.player.label}: {each.agreement.sentence}"
        if not found:
            yield "  no reader can be held against a blind choice of yours yet"


def together_lines(standing: Standing, agreements: Sequence[JudgeAgreement]) -> Iterator[str]:
    """What the readers chose, counted, what the counts can bear, and who of them is no judge of this."""
    if not standing.results:
        yield "No reader has answered yet."
        return
    yield f"Readers: {standing.together.counts()}."
    yield from standing.together.sentences()
    against = [each.player.label for each in concerning(standing, agreements) if each.is_no_judge]
    if against:
        does = "is no judge of this: it keeps" if len(against) == 1 else "are no judges of this: they keep"
        yield f"{', '.join(against)} {does} choosing the opposite of you."


def reader_lines(result: ReaderResult, comparison: Comparison) -> Iterator[str]:
    """Why a reader chose what it chose, order by order; what belongs to a line is indented below it."""
    for reading in result.readings:
        preference = reading.preference
        assert preference is not None, "what has a result finished"
        chose = "no difference" if preference.chosen is None else comparison.label(preference.chosen)
        difference = one_line(preference.difference)
        decides = "" if difference.casefold().rstrip(".") in ("", "none") else f". {difference}"
        yield f"{comparison.label(reading.first)} first: {chose}{decides}"
        yield f"  why: {one_line(preference.why)}"
        for revision, quoted in zip((reading.first, reading.second), preference.quotes, strict=True):
            if quoted.quote:
                place = _place(comparison, revision, reading)
                yield f"  {place} “{one_line(quoted.quote)}”: {one_line(quoted.does)}"


def _place(comparison: Comparison, revision: int, reading: CompareReading) -> str:
    """Where a quote stands: the text and the line."""
    label, quoted = comparison.label(revision), reading.quoted(revision)
    if quoted is None or quoted.span is None:
        return f"{label}, quote not found"
    return f"{label} L{line_of(comparison, revision, quoted.span.start)}"


def line_of(comparison: Comparison, revision: int, offset: int) -> int:
    """The 1-based line of a text that an offset stands in."""
    text = next(text for text in comparison.texts if text.revision.id == revision)
    return Document(text.revision.text).line_of(offset)


def comparison_markdown(standing: Standing, agreements: Sequence[JudgeAgreement]) -> Iterator[str]:
    """The same as Markdown."""
    comparison = standing.comparison
    a, b = (comparison.name(text.revision.id) for text in comparison.texts)
    lines = list(comparison_lines(standing, agreements))
    yield f"# {plain_markdown(f'A, {a}, beside B, {b}')}"
    yield ""
    yield f"> {plain_markdown(comparison.question)}"
    for line in lines[3:]:
        depth = len(line) - len(line.lstrip())
        if not line:
            yield ""
        elif depth:
            yield f"{'  ' * (depth // 2 - 1)}- {plain_markdown(line.strip())}"
        else:
            yield plain_markdown(line)
            yield ""


def comparison_shape(standing: Standing, agreements: Sequence[JudgeAgreement]) -> dict[str, Any]:
    """All of it as JSON values; a text is told by `A` and `B`, no difference by null."""
    comparison, together = standing.comparison, standing.together
    return {
        "comparison": comparison.id,
        "a": _text_shape(comparison.a),
        "b": _text_shape(comparison.b),
        "question": comparison.question,
        "asked": comparison.asked,
        "you": {
            "choices": [_choice_shape(choice, comparison) for choice in standing.choices],
            "counts": standing.counting and _choice_shape(standing.counting, comparison),
        },
        "readers": [_result_shape(result, comparison) for result in standing.results],
        "together": {
            **{key: value for key, value in asdict(together).items() if key != "models"},
            "separable": together.separable,
            "said": list(together.sentences()),
        },
        "agreements": [agreement_shape(each) for each in concerning(standing, agreements)],
    }


def _text_shape(text: ComparedText) -> dict[str, Any]:
    return {
        "artifact": text.artifact.path,
        "revision": text.revision.number,
        "sha256": text.revision.sha256,
    }


def _label(chosen: int | None, comparison: Comparison) -> str | None:
    return None if chosen is None else comparison.label(chosen)


def _choice_shape(choice: Choice, comparison: Comparison) -> dict[str, Any]:
    return {
        "chosen": _label(choice.chosen, comparison),
        "blind": choice.blind,
        "taken_back": choice.undone,
        "at": choice.at and choice.at.isoformat(),
    }


def _result_shape(result: ReaderResult, comparison: Comparison) -> dict[str, Any]:
    player = result.player
    return {
        "source": {
            "kind": player.source.kind.value,
            "name": player.source.name,
            "wording": player.source.wording,
        },
        "provider": player.provider,
        "model": player.model,
        "effort": player.effort,
        "outcome": result.told.value,
        "chosen": _label(result.chosen, comparison),
        "answers": [_answer_shape(reading, comparison) for reading in result.readings],
    }


def _answer_shape(reading: CompareReading, comparison: Comparison) -> dict[str, Any]:
    preference = reading.preference
    assert preference is not None, "what has a result finished"
    quotes = zip((reading.first, reading.second), preference.quotes, strict=True)
    return {
        "first": comparison.label(reading.first),
        "chosen": _label(preference.chosen, comparison),
        "difference": preference.difference,
        "why": preference.why,
        "quotes": [
            {
                "text": comparison.label(revision),
                "quote": quoted.quote,
                "line": line_of(comparison, revision, quoted.span.start) if quoted.span else None,
                "does": quoted.does,
            }
            for revision, quoted in quotes
        ],
    }
