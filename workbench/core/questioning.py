"""The call that derives from a text what this text in particular should be asked, and what it answers."""

import json
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from workbench.core.answers import ReadAnswer, lost_quotes, validated
from workbench.core.artifacts import Revision
from workbench.core.instruments import Questioner, Rubric
from workbench.core.ports import Prompt
from workbench.core.prompts import DATA, list_schema, object_schema, shown_text
from workbench.core.sources import wording_of
from workbench.core.text.anchoring import Anchorer
from workbench.core.text.parts import Part
from workbench.core.text_questions import TextQuestion

MOST = 10
"""Questions of one set at most."""
_SAME = 95.0
"""From this likeness (0 to 100) of their words two questions ask the same."""

INSTRUCTIONS = f"""\
You prepare the questions that a judge will answer about one text, in addition to a fixed list that is \
asked of every text. You judge nothing yourself.

{DATA}

Read the text once. Then write down what only this text could be asked:
- Every promise it makes to its readers, in its title, first lines and headings: what someone will be \
able to do, understand or decide after reading. For each that could be broken, ask whether the text keeps \
it by itself.
- Every claim of quantity, completeness or exclusiveness (a number, "all", "only", "never", "the first", \
"no configuration", "in five minutes"). For each, ask whether the rest of the text agrees with it: name \
the kind of counter-example that a reader would look for in this text.

Rules:
- A question is answered by reading this text, never by the code or an outside fact.
- Yes is good: "Can somebody who has only read this text ...?", "Does every ... shown here ...?".
- One question, one thing. Do not ask whether something is clear, good or well written, and do not repeat \
a question of the fixed list, which follows the text.
- At most ten, the most consequential first. Fewer is fine, and none is a good answer: a plain text may \
promise little.

For each: `quote`, 3 to 40 words copied from the text exactly, character for character, from one place, \
that make the promise or the claim; `ask`, the question; `meets`, in one sentence, what one would find in \
this text if the answer is yes; `fails`, in one sentence, what one would find if it is no.
"""

SCHEMA: dict[str, Any] = object_schema(
    questions=list_schema(
        object_schema(
            quote={"type": "string"},
            ask={"type": "string"},
            meets={"type": "string"},
            fails={"type": "string"},
        )
    )
)

QUESTIONER = Questioner(wording=wording_of(INSTRUCTIONS + json.dumps(SCHEMA)))
"""The one that ships."""


class _Derived(Struct):
    quote: str
    ask: str
    meets: str = ""
    fails: str = ""


class _Questions(Struct):
    questions: list[_Derived]


def questions_prompt(revision: Revision, rubric: Rubric, part: Part | None = None) -> Prompt:
    """What a model is sent to derive questions from a text that a rubric is asked of too."""
    asked = "\n".join(f"- {question.ask.strip()}" for question in rubric.questions)
    task = f"# The fixed list, which is asked anyway\n\n{asked}"
    return Prompt(INSTRUCTIONS, shown_text(revision, part), task, SCHEMA)


def read_questions(text: str, rubric: Rubric, anchorer: Anchorer) -> ReadAnswer:
    """The derived questions of an answer, unnamed as yet, each once.

    One whose words are not in the text is left out, as is one that asks what the rubric or an earlier one
    asks; the notes say how many.

    Raises:
        ProviderError: the answer is not what was asked for.
    """
    given = [entry for entry in validated(_Questions, text, most=50).questions if entry.ask]
    spans = [anchorer.anchor(entry.quote) for entry in given]
    found = [entry for entry, span in zip(given, spans, strict=True) if span is not None]
    derived = without_repeats(
        [TextQuestion("", "derived", e.ask, e.quote, e.meets or None, e.fails or None) for e in found],
        [question.ask for question in rubric.questions],
    )
    notes = []
    if len(found) < len(given):
        notes.append(f"{len(given) - len(found)} of {len(given)} questions were left out: words not found")
    if len(derived) < len(found):
        notes.append(f"{len(found) - len(derived)} of {len(given)} questions were asked already")
    failure = lost_quotes(spans, [entry.quote for entry in given])
    return ReadAnswer((), questions=tuple(derived[:MOST]), notes=tuple(notes), failure=failure)


def without_repeats(questions: Sequence[TextQuestion], asked: Sequence[str]) -> list[TextQuestion]:
    """Those that ask neither what is asked already nor what an earlier one asks, whatever the word order."""
    from rapidfuzz import fuzz

    known, kept = list(asked), []
    for question in questions:
        if all(fuzz.token_sort_ratio(question.ask, other) < _SAME for other in known):
            kept.append(question)
            known.append(question.ask)
    return kept
