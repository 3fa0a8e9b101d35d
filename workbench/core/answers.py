"""A model's answer as it came, read into findings, answers and a verdict."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from msgspec import Struct, ValidationError, convert

from workbench.core.errors import Failure, FailureKind, ProviderError
from workbench.core.instruments import Persona, Question, Rubric
from workbench.core.misfits import Misfit, misfit
from workbench.core.readings import Answer, AnswerValue, Finding, FindingKind, Place, Verdict
from workbench.core.sources import FixableBy, Source
from workbench.core.text.anchoring import Anchorer
from workbench.core.text.display_text import neutralised, one_line
from workbench.core.text_questions import TextQuestion

THIS_TEXT = "this-text"
"""What questions about one text own: nothing that is decided of any other."""
LOST_SHARE = 0.25
"""A reading with a greater share of its quotes lost has failed."""
_SHOWN = 60
"""Characters that are shown of an answer that cannot be read."""
_MOST = 200
"""Entries of one list that are read; what a model that loops adds to them is left out."""
_TOO_DEEP = "it is nested too deeply"


def mended(text: str) -> str:
    """Text without halves of characters, which nothing can store: two that fit are joined, others replaced.

    A service may cut an emoji in two, and a model may write half of one as an escape.
    """
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


class _Remark(Struct, kw_only=True):
    quote: str
    why: str = ""
    what: str = ""


class _Found(Struct, kw_only=True):
    quote: str
    consequence: str
    problem: str
    change: str = ""
    fixable_by: FixableBy = "wording"
    asks: str = "other"


class _ReaderAnswer(Struct, kw_only=True):
    about: str
    for_whom: str = ""
    lost_interest: _Remark | None = None
    findings: list[_Found]
    one_fix: _Remark | None = None


class _Answer(Struct, kw_only=True):
    question: str
    quote: str
    consequence: str = ""
    reason: str
    answer: AnswerValue
    change: str = ""


class _Challenge(Struct, kw_only=True):
    question: str
    attempt: str
    holds: bool


class _JudgeAnswer(Struct, kw_only=True):
    answers: list[_Answer]
    challenges: list[_Challenge] = []
    worst: list[_Remark] = []
    verdict: Literal["Publishable", "Fix", "Rewrite"]
    why: str = ""


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """What an answer holds, before it becomes a stored reading."""

    findings: tuple[Finding, ...]
    about: str = ""
    for_whom: str = ""
    answers: tuple[Answer, ...] = ()
    verdict: Verdict | None = None
    why: str = ""
    worst: tuple[Place, ...] = ()
    notes: tuple[str, ...] = ()
    failure: Failure | None = None
    """Set where too many quotes are lost: the reading has failed."""
    questions: tuple[TextQuestion, ...] = ()
    """Derived from the text, without names as yet."""


def read_reader(text: str, persona: Persona, anchorer: Anchorer) -> ReadAnswer:
    """A reader's answer with every quote looked up in the revision.

    Raises:
        ProviderError: the answer is not what was asked for.
    """
    answer = validated(_ReaderAnswer, text)
    source = persona.source
    findings: list[Finding] = []
    if answer.lost_interest and answer.lost_interest.quote:
        remark = answer.lost_interest
        findings.append(_remark(source, FindingKind.LOST_INTEREST, remark.quote, remark.why, anchorer))
    for found in answer.findings:
        asks = found.asks if found.asks in persona.reads_for else "other"
        findings.append(
            Finding(
                source,
                FindingKind.FINDING,
                found.quote,
                found.problem,
                found.consequence,
                found.change,
                found.fixable_by,
                asks,
                anchorer.anchor(found.quote),
            )
        )
    if answer.one_fix and answer.one_fix.quote:
        remark = answer.one_fix
        findings.append(_remark(source, FindingKind.ONE_FIX, remark.quote, remark.what, anchorer))
    spans = [finding.span for finding in findings]
    return ReadAnswer(
        tuple(findings),
        answer.about,
        answer.for_whom,
        failure=lost_quotes(spans, [f.quote for f in findings]),
    )


def _remark(source: Source, kind: FindingKind, quote: str, said: str, anchorer: Anchorer) -> Finding:
    span = anchorer.anchor(quote)
    if kind is FindingKind.ONE_FIX:
        return Finding(source, kind, quote, problem=said, change=said, span=span)
    return Finding(source, kind, quote, problem=said, consequence="The reader stopped here.", span=span)


def read_judge(
    text: str, rubric: Rubric, anchorer: Anchorer, about: Sequence[TextQuestion] = ()
) -> ReadAnswer:
    """A judge's answer after its own challenges, each quote looked up in the revision.

    `about` are the questions about this text alone. A question without an answer is *cannot tell*, so
    that a dominant one keeps the ruling at Fix.

    Raises:
        ProviderError: the answer is not what was asked for, or leaves over a quarter of the questions out.
    """
    answer = validated(_JudgeAnswer, text)
    given = {entry.question: entry for entry in reversed(answer.answers)}
    attacks = {entry.question: entry for entry in reversed(answer.challenges)}
    asked = [(rubric.source_of(question), question) for question in rubric.questions]
    asked += [(question.source, as_asked(question)) for question in about]
    missing = [question.id for _, question in asked if question.id not in given]
    if len(missing) > len(asked) / 4:
        raise _unreadable(f"it leaves {len(missing)} of {len(asked)} questions out")
    answers: list[Answer] = []
    findings: list[Finding] = []
    for source, question in asked:
        entry = given.get(question.id)
        if entry is None:
            answers.append(_unanswered(source, question))
            continue
        settled = _challenged(source, question, entry, attacks.get(question.id), anchorer)
        answers.append(settled)
        if settled.value == "fails":
            findings.append(_fail(settled, question, entry))
    strangers = sorted(set(given) - {question.id for _, question in asked})
    notes = [f"no answer to {', '.join(missing)}"] if missing else []
    notes += [f"answers to unknown questions: {', '.join(strangers)}"] if strangers else []
    worst = tuple(Place(p.quote, p.why, anchorer.anchor(p.quote)) for p in answer.worst[:3])
    decided = [a for a in answers if a.value in ("meets", "fails")]
    return ReadAnswer(
        tuple(findings),
        answers=tuple(answers),
        verdict=Verdict(answer.verdict),
        why=answer.why,
        worst=worst,
        notes=tuple(notes),
        failure=lost_quotes([a.span for a in decided], [a.quote for a in decided]),
    )


def as_asked(question: TextQuestion) -> Question:
    """A question about one text in the form of a rubric's."""
    return Question(
        id=question.name,
        ask=question.ask,
        on_fail=question.on_fail,
        owns=THIS_TEXT,
        meets=question.meets,
        fails=question.fails,
        fixable_by="content",
    )


def _unanswered(source: Source, question: Question) -> Answer:
    return Answer(
        source,
        question.id,
        "cannot tell",
        "",
        "The judge gave no answer.",
        dominant=question.dominant,
        on_fail=question.on_fail,
    )


def _challenged(
    source: Source, question: Question, entry: _Answer, attack: _Challenge | None, anchorer: Anchorer
) -> Answer:
    """An answer after its challenge: a fail that falls cannot be told, a dominant meets that falls fails."""
    value: AnswerValue = entry.answer
    if attack and not attack.holds:
        if value == "fails":
            value = "cannot tell"
        elif value == "meets" and question.dominant:
            value = "fails"
    return Answer(
        source,
        question.id,
        value,
        entry.quote,
        entry.reason,
        entry.consequence,
        anchorer.anchor(entry.quote),
        question.dominant,
        question.on_fail,
        None if value == entry.answer else entry.answer,
        attack.attempt if attack else "",
    )


def _fail(answer: Answer, question: Question, entry: _Answer) -> Finding:
    fell = answer.first_value == "meets"
    return Finding(
        answer.source,
        FindingKind.FAILS,
        answer.quote,
        problem=answer.challenge if fell else answer.reason,
        consequence=answer.consequence,
        change=entry.change,
        fixable_by=question.fixable_by,
        asks=question.id,
        span=answer.span,
        on_fail=question.on_fail,
    )


def lost_quotes(spans: Sequence[object], quotes: Sequence[str]) -> Failure | None:
    """The failure of a reading whose quotes are too often not the text's words."""
    quoted = [span for span, quote in zip(spans, quotes, strict=True) if quote]
    lost = sum(span is None for span in quoted)
    if not quoted or lost / len(quoted) <= LOST_SHARE:
        return None
    return Failure(
        FailureKind.QUOTES_LOST,
        f"What it quotes is not in the text ({lost} of {len(quoted)} not found), so this reading does not "
        "count. Read again, or choose a stronger model.",
    )


_Model = TypeVar("_Model", bound=Struct)


def validated(model: type[_Model], text: str, most: int = _MOST) -> _Model:
    """An answer as the model that describes it, with no blank space round its texts.

    `most` is how many entries of a list are read.

    Raises:
        ProviderError: it is not what was asked for.
    """
    given = json_object(text)
    try:
        return convert(_tidied(given, most), model, strict=False)
    except ValidationError as error:
        raise _unreadable(_unfit(misfit(error))) from error
    except RecursionError as error:
        raise _unreadable(_TOO_DEEP) from error


def _tidied(value: Any, most: int) -> Any:
    if isinstance(value, str):
        return mended(value).strip()
    if isinstance(value, list):
        return [_tidied(each, most) for each in value[:most]]
    if isinstance(value, dict):
        return {mended(name): _tidied(each, most) for name, each in value.items()}
    return value


def _unfit(found: Misfit) -> str:
    if not found.place:
        return "it is not one JSON object"
    return f"`{found.place}` is missing" if found.missing else f"`{found.place}` has a wrong value"


def json_object(text: str) -> Any:
    """The JSON value an answer holds, with or without a code fence round it.

    Raises:
        ProviderError: there is none.
    """
    stripped = text.strip()
    if stripped.startswith("```"):
        stripped = stripped.split("\n", 1)[-1].rsplit("```", 1)[0]
    try:
        return json.loads(stripped)
    except ValueError as error:
        begins = neutralised(one_line(stripped[:_SHOWN]))
        raise _unreadable(f"it is no JSON and begins “{begins}”" if begins else "it is empty") from error
    except RecursionError as error:
        raise _unreadable(_TOO_DEEP) from error


def _unreadable(what: str) -> ProviderError:
    return ProviderError(
        Failure(
            FailureKind.UNREADABLE,
            f"The answer is not in the form that was asked for: {what}. "
            "Read again, or choose a stronger model.",
        )
    )
