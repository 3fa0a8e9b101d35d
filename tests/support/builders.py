"""Small values that tests are made of."""

import hashlib
import json
from datetime import UTC, datetime, timedelta

from workbench.core.artifacts import Artifact, Kind, Revision
from workbench.core.instruments import Persona, Question, Rubric
from workbench.core.ports import Models
from workbench.core.previews import Preview
from workbench.core.sources import wording_of

TEXT = """\
# Kettle

Kettle boils water from the command line.

## Install

Run `pip install kettle` and then `kettle on`.

## Limits

It is the fastest kettle in the world.
"""
JAPANESE = """\
# やかん

やかんは、コマンドラインから湯を沸かす道具です。
沸いたら音で知らせるので、待つ必要はありません。
"""
MODELS = Models(("reader-model",), ("judge-model",), "matcher-model")


def revision(text=TEXT, id=1, number=1):
    return Revision(hashlib.sha256(text.encode()).hexdigest(), text, number=number, id=id)


def artifact(**changes):
    values = {"identity": "path:/texts/README.md", "path": "/texts/README.md", "kind": Kind.README, "id": 1}
    return Artifact(**{**values, **changes})


def persona(name="skeptic", **changes):
    values = {
        "name": name,
        "title": name.title(),
        "kinds": (Kind.README,),
        "reads_for": ("overclaim",),
        "body": f"You are the {name}.",
        "wording": wording_of(name),
    }
    return Persona(**{**values, **changes})


def question(id="Q1", **changes):
    values = {
        "id": id,
        "ask": f"Does it meet {id}?",
        "on_fail": "fix",
        "owns": id.lower().rstrip("0123456789") + "-" + "abcdefghij"[int(id[-1])],
        "meets": "yes",
        "fails": "no",
        "fixable_by": "wording",
    }
    return Question(**{**values, **changes})


def rubric(*questions, name="readme", **changes):
    values = {
        "name": name,
        "title": name.title(),
        "kinds": (Kind.README,),
        "questions": questions or (question("Q1", dominant=True), question("Q2", on_fail="note")),
        "body": "What a README is for.",
        "wording": wording_of(name),
    }
    return Rubric(**{**values, **changes})


def reader_answer(*findings, **changes):
    """A reader's answer as a model sends it; a finding is a quote, or a dict of fields."""
    entries = [
        {
            "quote": f,
            "consequence": "I would stop.",
            "problem": f"It says {f}.",
            "change": "Say less.",
            "fixable_by": "wording",
            "asks": "overclaim",
        }
        if isinstance(f, str)
        else f
        for f in findings
    ]
    answer = {
        "walk": [],
        "about": "A kettle.",
        "for_whom": "Tea drinkers.",
        "lost_interest": None,
        "findings": entries,
        "one_fix": None,
    }
    return json.dumps({**answer, **changes})


def judge_answer(answers=None, challenges=(), verdict="Fix", **changes):
    """A judge's answer as a model sends it; `answers` maps a question to its answer or to fields."""
    given = answers or {"Q1": "meets", "Q2": "meets"}
    entries = [
        {
            "question": id,
            "quote": "Kettle boils water",
            "consequence": "none",
            "reason": f"{id} for a reason.",
            "answer": value,
            "change": "",
        }
        if isinstance(value, str)
        else {"question": id, "consequence": "none", "reason": "because", "change": "", **value}
        for id, value in given.items()
    ]
    answer = {
        "answers": entries,
        "challenges": list(challenges),
        "worst": [{"quote": "fastest kettle", "why": "unsupported"}],
        "verdict": verdict,
        "why": "So.",
    }
    return json.dumps({**answer, **changes})


class FakeClock:
    """Time that passes only by sleeping."""

    def __init__(self):
        self.slept = []

    def now(self):
        return datetime(2026, 1, 1, tzinfo=UTC)

    async def sleep(self, seconds):
        self.slept.append(seconds)


class TickingClock(FakeClock):
    """Time that goes on a second with every look at it."""

    def now(self):
        self.slept.append(1)
        return super().now() + timedelta(seconds=len(self.slept))


def preview(**changes):
    """A small one, with text that is hard to store."""
    values = {
        "sha256": "a" * 64,
        "artifact": ((("README.md", "tone--strong", 0),), (("Ruling: Fix", "tone--warning", 0),)),
        "seats": ((("skeptic 2", "tone--plain", 0),), (("checks 0 faults", "tone--muted", 0),), ()),
        "head": (("Concerns  1 new", "tone--strong", ""),),
        "lines": (
            (("Concerns  1 new", "tone--strong", ""),),
            (("L3", "tone--muted", "line"), ("[/x] 湯 \ud800", "tone--plain", "")),
        ),
        "first": 0,
        "count": 2,
        "here": 1,
        "place": ("concern", 7),
        "columns": (3, 2, 0),
        "brief": ("No support.", "tone--plain", (("hit", "tone--hit"),)),
        "details": (("L3", "tone--strong"), ("\n", "tone--plain"), ("No support.", "tone--plain")),
        "words": (3, 9),
        "inks": ((3, 9, 5),),
        "remarks": ((4, "figure, not seen by any reader: a kettle"),),
        "keys": (("quit", ("q",)),),
    }
    return Preview(**{**values, **changes})
