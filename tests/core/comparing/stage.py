"""Two texts, readers who choose by what they are shown, and what they answered."""

import asyncio
import json

from support.builders import artifact, persona, revision

from workbench.core.comparing.asking import asked_wording
from workbench.core.comparing.comparison import QUESTION, ComparedText, Comparison
from workbench.core.comparing.readings import CompareReading, Player, Preference, Quoted
from workbench.core.readings import Span
from workbench.providers.scripted import ScriptedProvider

OLD = """\
# Kettle

Kettle is a tool about heat and the water that meets it.

Run `pip install kettle`.
"""
NEW = """\
# Kettle

Kettle boils water from the command line.

Run `pip install kettle`.
"""
A, B = 1, 2
"""Keys of the two revisions."""


def comparison(**changes):
    """Two revisions of one text."""
    text = artifact()
    values = {
        "a": ComparedText(text, revision(OLD, A, 1)),
        "b": ComparedText(text, revision(NEW, B, 2)),
        "question": QUESTION,
        "asked": asked_wording(QUESTION),
        "seed": 7,
        "id": 1,
    }
    return Comparison(**{**values, **changes})


def player(name="skeptic", model="m"):
    return Player(persona(name).source, "scripted", model, "")


def answered(chosen, first, who=None):
    """A reader's answer about the two texts with one of them first."""
    quotes = (Quoted("# Kettle", "I read on.", Span(0, 8)), Quoted("# Kettle", "I read on.", Span(0, 8)))
    preference = Preference(chosen, "It says what it does.", "I know it at once.", quotes)
    return CompareReading(who or player(), first, A + B - first, f"{first:064}", preference=preference)


def both_orders(with_a_first, with_b_first, who=None):
    """Both answers of a reader, by what it chose in each order."""
    return answered(with_a_first, A, who), answered(with_b_first, B, who)


def answer(choice, first="# Kettle", second="# Kettle", **changes):
    """A reader's answer as a model sends it."""
    given = {
        "first": {"quote": first, "does": "I read on."},
        "second": {"quote": second, "does": "I read on."},
        "difference": "One says what it does.",
        "why": "I know at once whether I need it.",
        "choice": choice,
    }
    return json.dumps({**given, **changes})


def prefers(words):
    """A model that chooses the text with some words, wherever it stands."""

    def chooses(request):
        first, second = request.prompt.text.split("===== text 2 ", 1)[0], request.prompt.text
        has = words in first, words in second.removeprefix(first)
        return answer(
            "text 1" if has == (True, False) else "text 2" if has == (False, True) else "no difference"
        )

    return chooses


class Halting(ScriptedProvider):
    """Answers a few questions, and the others never."""

    def __init__(self, script, answers):
        super().__init__(script)
        self._answers = answers

    async def ask(self, request):
        self._answers -= 1
        if self._answers < 0:
            await asyncio.Event().wait()
        async for said in super().ask(request):
            yield said


def always(choice):
    """A model that answers the same whatever it is shown."""
    return lambda request: answer(choice)
