"""What every reading of a round is about: the text, whole or in parts, and what the checks counted."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from workbench.core.artifacts import Kind, Revision
from workbench.core.costs.tokens import estimated_tokens
from workbench.core.errors import UsageError
from workbench.core.instruments import Persona, Questioner, Rubric
from workbench.core.ports import Models, Prompt, Request
from workbench.core.prompts import judge_prompt, reader_prompt
from workbench.core.questioning import questions_prompt
from workbench.core.text.document import Document
from workbench.core.text.parts import Part, outline, parts_of
from workbench.core.text.passages import Passages
from workbench.core.text_questions import TextQuestion

Instrument = Persona | Rubric | Questioner

_SURE = 0.75
"""The share of a window that is filled by our estimate, which may be a third too low."""
_ABOUT_TOKENS = 3_000
"""Room for the questions about this text, which are not known yet."""
_SMALLEST = 500
"""Tokens; a part with less of the text cannot be read with any sense."""


@dataclass(frozen=True, slots=True)
class Brief:
    """What every reading of a round is about and made with."""

    revision: Revision
    kind: Kind
    facts: tuple[str, ...]
    """What the checks counted, for the judge."""
    models: Models
    rubric: Rubric | None = None
    parts: tuple[Part | None, ...] = (None,)
    """Those that the text is read in; one None where it is read whole."""
    passages: tuple[tuple[int, int], ...] = ()
    """Where the passages begin and end that a judge is shown of the text; empty where it is shown all."""

    def requests(self, instrument: Instrument, about: Sequence[TextQuestion] = ()) -> tuple[Request, ...]:
        """What an instrument is asked of each part; `about` are the questions about this text alone."""
        return tuple(self._request(instrument, about, part) for part in self.parts_of(instrument))

    def parts_of(self, instrument: Instrument) -> tuple[Part | None, ...]:
        """The parts that an instrument reads; one None for the whole of what it is shown."""
        first_screen = isinstance(instrument, Persona) and instrument.sees == "first-screen"
        return (None,) if first_screen or self.passages_of(instrument) else self.parts

    def passages_of(self, instrument: Instrument) -> Passages | None:
        """What alone of the text an instrument is shown; None where it is not shown passages only."""
        if not self.passages or not isinstance(instrument, Rubric):
            return None
        return Passages(Document(self.revision.text), self.passages)

    def _request(self, instrument: Instrument, about: Sequence[TextQuestion], part: Part | None) -> Request:
        models = self.models
        prompt = self._prompt(instrument, about, part)
        most = min(models.max_tokens, models.window // 4)
        number = f"#{part.number}" if part else "#changed" if self.passages_of(instrument) else ""
        key = f"{instrument.source.kind.value}:{instrument.name}@{self.revision.sha256}{number}"
        if isinstance(instrument, Persona):
            return Request(prompt, models.reader, models.reader_effort, most, key)
        return Request(prompt, models.judge, models.judge_effort, most, key)

    def _prompt(self, instrument: Instrument, about: Sequence[TextQuestion], part: Part | None) -> Prompt:
        if isinstance(instrument, Persona):
            return reader_prompt(instrument, self.revision, part)
        if isinstance(instrument, Questioner):
            assert self.rubric is not None, "questions are derived for a rubric's judge"
            return questions_prompt(self.revision, self.rubric, part)
        passages = self.passages_of(instrument)
        return judge_prompt(instrument, self.revision, self.kind, self.facts, about, part, passages)


def brief_of(whole: Brief, instruments: Iterable[Instrument]) -> Brief:
    """A brief for these instruments, its text in parts where it is too long for the models' window.

    All of them read the same parts, so that they share what a service caches.

    Raises:
        UsageError: the window leaves no room for a text beside what is asked about it.
    """
    window, document = whole.models.window, Document(whole.revision.text)
    room = int(window * _SURE) - min(whole.models.max_tokens, window // 4)
    prompts = [whole.requests(instrument)[0].prompt for instrument in instruments]
    asked = max(estimated_tokens(prompt.instructions + prompt.task) for prompt in prompts) + _ABOUT_TOKENS
    text = document.text[document.body_start :]
    if estimated_tokens(text) + asked <= room:
        return whole
    everything = Part(document.body_start, len(document.text), of=2)
    limit = room - asked - estimated_tokens(outline(document, everything))
    if limit < _SMALLEST:
        raise UsageError(
            f"A window of {window:,} tokens leaves no room for this text beside what is asked about it: "
            "choose a model with a larger window, and say so under `window` in config.toml."
        )
    return replace(whole, parts=parts_of(document, limit))
