"""Prompts built again from what is stored, to be compared with the hash that a reading keeps of its own."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from workbench.core.artifacts import Kind, Revision
from workbench.core.briefs import Brief, Instrument
from workbench.core.identity.matching import INSTRUCTIONS as MATCHING
from workbench.core.identity.matching import SCHEMA as MATCHING_SCHEMA
from workbench.core.instruments import Persona, Rubric, persona_of, rubric_of
from workbench.core.plans import Assignment
from workbench.core.ports import Models, Prompt
from workbench.core.prompts import prompt_sha256
from workbench.core.questioning import QUESTIONER
from workbench.core.readings import Reading
from workbench.core.seats import Seat
from workbench.core.sources import Source, SourceKind, wording_of
from workbench.core.text.document import Document
from workbench.core.text.parts import Part
from workbench.core.text_questions import TextQuestion

_ANY = Models(("any",), ("any",), "any")
"""Which model is asked is no part of a prompt."""


class AskedAbout(msgspec.Struct, frozen=True):
    """A question about one text, as far as its words are sent."""

    name: str
    origin: Literal["derived", "added"]
    ask: str
    quote: str = ""
    meets: str | None = None
    fails: str | None = None

    @property
    def question(self) -> TextQuestion:
        """The question as it is asked."""
        return TextQuestion(self.name, self.origin, self.ask, self.quote, self.meets, self.fails)


class MadeOf(msgspec.Struct, frozen=True):
    """What a prompt was made of beside the text and the words of its persona or rubric."""

    told: str
    """sha256 of what the program itself tells every reader of its sort, with the schema of the answer."""
    kind: Kind | None = None
    """Of the text, as a judge was told."""
    facts: tuple[str, ...] = ()
    """What the checks had counted."""
    questions: tuple[AskedAbout, ...] = ()
    """Those about this text alone that were asked too."""
    parts: tuple[tuple[int, int], ...] = ()
    """Where each part that was read alone begins and ends; empty where the text was read whole."""
    passages: tuple[tuple[int, int], ...] = ()
    """Where each changed passage begins and ends that a judge was shown alone; empty where it saw more."""
    rubric: tuple[str, str] | None = None
    """Name and wording of the rubric that a call for questions was shown."""
    sent: tuple[str, str] | None = None
    """What a call that sorts findings was sent, the text and the task: nothing else keeps these words."""


def made_of(assignment: Assignment) -> str:
    """What an assignment's prompt is made of, as JSON to be stored with its reading."""
    brief, instrument = assignment.brief, assignment.instrument
    made: dict[str, Any] = {"told": told(assignment.request.prompt)}
    if isinstance(instrument, Rubric):
        asked = [
            msgspec.structs.asdict(AskedAbout(q.name, q.origin, q.ask, q.quote, q.meets, q.fails))
            for q in assignment.about
        ]
        made |= {"kind": brief.kind.value, "facts": brief.facts, "questions": asked}
        made["passages"] = brief.passages
    elif not isinstance(instrument, Persona) and brief.rubric is not None:
        made["rubric"] = (brief.rubric.name, brief.rubric.wording)
    parts = [(part.start, part.end) for part in brief.parts_of(instrument) if part is not None]
    return _json({**made, "parts": parts})


def made_of_sent(prompt: Prompt) -> str:
    """What the prompt of a call that sorts findings is made of: its words."""
    return _json({"told": told(prompt), "sent": (prompt.text, prompt.task)})


def made_of_json(text: str) -> MadeOf | None:
    """What is stored of a prompt; None where nothing is, or nothing that this version reads."""
    try:
        return msgspec.json.decode(text, type=MadeOf) if text else None
    except msgspec.DecodeError:
        return None


def told(prompt: Prompt) -> str:
    """The hash of what the program itself says in a prompt."""
    return wording_of(f"{prompt.instructions}\0{json.dumps(prompt.schema)}")


def _json(made: Mapping[str, Any]) -> str:
    return json.dumps({name: value for name, value in made.items() if value}, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Asked:
    """A stored reading with what its prompt is built again from."""

    reading: Reading
    """With `made_of`; empty in one that is older than this was kept."""
    revision: Revision
    path: str
    """Of the text, as it was last opened."""
    kind: Kind
    """Of the text, as it is now."""
    planned: tuple[Source, ...] = ()
    """Who was to read in its round."""


Bodies = Mapping[Source, str]
"""What defines each source, as far as it is kept."""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What came of building the prompt of one reading again."""

    asked: Asked
    why: str = ""
    """Why it is not the same, as far as that can be known; empty where it is."""
    kept: bool = True
    """Whether all that it takes was stored: where it was not, nothing can be said of the prompt."""

    @property
    def matches(self) -> bool:
        """Whether the prompt built again hashes as the stored reading says."""
        return not self.why


_FACTS = "the checks' facts were not kept then"
_PARTS = "in which parts the text was read was not kept then"
_BEYOND = "the parts that are kept of it are not of this text"
_SORTING = "the findings and concerns that were sent were not kept then"
_TEXT = "the text of its revision is not here: it was imported without"
_TOLD = "what the program tells every such reader has changed since"
_TOGETHER = "the program puts the same words together in another way since"
_EITHER = "what the program tells such a reader, or how it puts a prompt together, has changed since"


def rebuilt(asked: Asked, bodies: Bodies) -> Rebuilt:
    """The prompt of a stored reading, built again and compared with the hash that is stored."""
    made = made_of_json(asked.reading.made_of)
    missing = _missing(asked, made, bodies)
    if missing:
        return Rebuilt(asked, missing, kept=False)
    found = _built(asked, made, bodies)
    if isinstance(found, str):
        return Rebuilt(asked, found, kept=False)
    now, sha256 = found
    if sha256 == asked.reading.prompt_sha256:
        return Rebuilt(asked)
    if made is None:
        return Rebuilt(asked, _EITHER)
    return Rebuilt(asked, _TOGETHER if told(now) == made.told else _TOLD)


def _missing(asked: Asked, made: MadeOf | None, bodies: Bodies) -> str:
    """What was not stored that the prompt takes; empty where all was."""
    kind = asked.reading.source.kind
    if not asked.revision.text and kind is not SourceKind.MATCHER:
        return _TEXT
    if made is None and kind is SourceKind.MATCHER:
        return _SORTING
    if made is None and kind is SourceKind.RUBRIC:
        return _FACTS
    if made is None and asked.reading.parts > 1:
        return _PARTS
    if made is not None and not _is_within(asked.revision.text, (*made.parts, *made.passages)):
        return _BEYOND
    if kind in (SourceKind.READER, SourceKind.RUBRIC) and asked.reading.source not in bodies:
        return f"the words of {asked.reading.source.name} at that wording are not kept"
    return ""


def _is_within(text: str, parts: Sequence[tuple[int, int]]) -> bool:
    """Whether stretches are of a text: those of an import may be anything."""
    return all(0 <= start <= end <= len(text) for start, end in parts)


def _built(asked: Asked, made: MadeOf | None, bodies: Bodies) -> tuple[Prompt, str] | str:
    """A prompt's first part and the hash of all of it; why it cannot be built where it cannot."""
    if made is not None and made.sent is not None:
        prompt = Prompt(MATCHING, *made.sent, MATCHING_SCHEMA)
        return prompt, prompt_sha256(prompt)
    try:
        instrument = instrument_of(asked.reading.source, bodies)
        rubric = _shown_rubric(asked, made, bodies)
    except msgspec.DecodeError:
        return f"this version does not read the kept words of {asked.reading.source.name}"
    if not isinstance(instrument, Persona | Rubric) and rubric is None:
        return "the rubric that it was to add questions to is not kept"
    made = made or MadeOf(told="")
    brief = Brief(
        asked.revision,
        made.kind or asked.kind,
        made.facts,
        _ANY,
        rubric,
        parts_at(asked.revision, made.parts),
        made.passages,
    )
    about = tuple(each.question for each in made.questions)
    requests = brief.requests(instrument, about)
    built = Assignment(Seat(asked.reading.source), instrument, brief, requests, about)
    return built.request.prompt, built.prompt_sha256


def instrument_of(source: Source, bodies: Bodies) -> Instrument:
    """The instrument that a source is, from its kept words.

    Raises:
        KeyError: they are not kept.
        msgspec.DecodeError: this version does not read them.
    """
    if source.kind is SourceKind.READER:
        return persona_of(bodies[source])
    if source.kind is SourceKind.RUBRIC:
        return rubric_of(bodies[source])
    return QUESTIONER


def _shown_rubric(asked: Asked, made: MadeOf | None, bodies: Bodies) -> Rubric | None:
    """The rubric that a call for questions was shown; of an older one, that of its round."""
    if asked.reading.source.kind is not SourceKind.QUESTIONS:
        return None
    rubrics = [source for source in asked.planned if source.kind is SourceKind.RUBRIC]
    if made is not None and made.rubric is not None:
        rubrics = [Source(SourceKind.RUBRIC, *made.rubric)]
    body = bodies.get(rubrics[0]) if rubrics else None
    return rubric_of(body) if body else None


def parts_at(revision: Revision, stretches: Sequence[tuple[int, int]]) -> tuple[Part | None, ...]:
    """The parts of a text that begin and end so; one None where there are none."""
    if not stretches:
        return (None,)
    document = Document(revision.text)
    return tuple(
        Part(
            start,
            end,
            number,
            len(stretches),
            document.line_of(start),
            document.line_of(max(start, end - 1)),
        )
        for number, (start, end) in enumerate(stretches, start=1)
    )
