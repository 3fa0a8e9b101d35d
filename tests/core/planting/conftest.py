"""Two texts that every family finds something in, and judges whose skill is known since they see the key."""

import asyncio
import json
from datetime import date

import pytest
from core.conftest import MemoryFiles, SetChecks
from support import databases
from support.builders import MODELS, FakeClock, judge_answer, persona, reader_answer

from workbench.core.artifacts import Kind
from workbench.core.costs.prices import PriceTable
from workbench.core.desk import Desk
from workbench.core.instruments import Question, Rubric
from workbench.core.planting.passages import Passages
from workbench.core.planting.planting import plant
from workbench.core.planting.reading import propose, read_copy
from workbench.core.planting.results import recalls
from workbench.core.planting.store import Planting
from workbench.core.ports import Library, Settings
from workbench.providers.scripted import ScriptedProvider
from workbench.storage.store import SqliteStore

ENGLISH = """\
---
title: Kettle
tags: [boiling, "5 litres"]
---

# Kettle

Kettle is a daemon that boils water on a schedule and reports to your calendar.

## Features

Kettle usually answers within a second. It stores your schedules in a local database.
It knows three modes (eco, fast and silent).

- Many appliances can be connected.

## Installation

```bash
pip install kettle
```

You must set `KETTLE_TOKEN` in your environment.

## Usage

Run `kettle on` with the `--watch` flag to keep it running:

```bash
kettle on --watch
```

The water level cannot be measured. For now, look into the pot instead.

## Recipes

```bash
git clone https://example.org/recipes.git
cd recipes
kettle load menu.toml
```

## Teams

1. Create a group file, `group.toml`.
2. Invite others.
3. Send `group.toml` to all of them.

In addition to the [manual](docs/manual.md), read [the guide](https://example.org/guide).

## Platforms

Kettle works on Linux, macOS, and Windows. Its three modes (see the table) are the same there.

## Limits

A schedule holds 40 entries. Later versions may lift this. All 40 entries of a schedule are kept in one file.
"""
JAPANESE = """\
# 湯沸かし

湯沸かしは予定に従って動く。設定は 3 種類 (節約、高速、静音) ある。

## 導入

```bash
pip install yuwakashi
```

事前に `YUWAKASHI_KEY` の設定が必要です。

## 使い方

```bash
yuwakashi on
```

通常は 1 秒で応答する。外部からの PR は受け付けない。代わりに Issue を歓迎する。

手順は [docs/manual.md](docs/manual.md) にある。フック 5 本が入っている。この 5 本のフックはすべて試験済み。

## ライセンス

ライセンスは MIT です。
"""


QUESTIONS = 20


def judging():
    """A rubric with a question for each fault that could be planted."""
    return Rubric(
        name="readme",
        title="Readme",
        kinds=(Kind.README,),
        body="Judge.",
        wording="r" * 64,
        questions=tuple(
            Question(
                id=f"Q{n}",
                ask=f"Is it sound in respect {n}?",
                on_fail="fix",
                owns=f"own-{'abcdefghijklmnopqrst'[n - 1]}",
                fixable_by="wording",
            )
            for n in range(1, QUESTIONS + 1)
        ),
    )


def quoted(planted, fault):
    """Words of the copy at the place of a fault, as a reader would copy them."""
    passages = Passages(planted.text)
    change = fault.changes[0]
    at = change.start + (len(change.new) - len(change.new.lstrip()))
    sentence = passages.around(at)
    line = passages.text[sentence.start : sentence.end].strip()
    if len(line) < 3:
        lines = planted.text[: change.start].splitlines()
        line = next(each for each in reversed(lines) if len(each.strip()) > 5)
    return line


def finding(quote, problem, consequence="I would get it wrong."):
    return {
        "quote": quote,
        "consequence": consequence,
        "problem": problem,
        "change": "Mend it.",
        "fixable_by": "wording",
        "asks": "other",
    }


class Controls(ScriptedProvider):
    """Readers and a judge who know the key, each with a skill that the test sets."""

    def __init__(self, planted, judge="right"):
        self.planted, self.judge, self.judged = planted, judge, 0
        self.elsewhere = "Later versions may lift this."
        """Words of the copy that no fault is in or near."""
        super().__init__(self.answer)

    @property
    def right(self):
        return [(quoted(self.planted, fault), fault.problem) for fault in self.planted.faults]

    def answer(self, request):
        task = request.prompt.task
        if "# Questions" in task:
            self.judged += 1
            return json.dumps(self.judgement(self.judged))
        if "You are the perfect." in task:
            return reader_answer(*(finding(*each) for each in self.right))
        if "You are the silent." in task:
            return reader_answer()
        if "You are the vague." in task:
            said = "I would put this in another way."
            return reader_answer(*(finding(quote, said, "Nothing.") for quote, _ in self.right))
        return reader_answer(finding(self.elsewhere, "I do not care for promises."))

    def judgement(self, trial):
        fails = {"right": self.right, "passes": [], "flips": self.right if trial == 1 else []}.get(self.judge)
        if fails is None:
            fails = [(self.elsewhere, "It does not meet the bar.")] * QUESTIONS
        answers = {
            f"Q{n}": {"quote": quote, "answer": "fails", "reason": said, "consequence": "none"}
            for n, (quote, said) in enumerate(fails, start=1)
        }
        for n in range(1, QUESTIONS + 1):
            answers.setdefault(f"Q{n}", {"quote": self.elsewhere, "answer": "meets", "reason": "It is."})
        return json.loads(judge_answer(answers, worst=[]))


class Plant:
    """A copy, read by readers and a judge of known skill."""

    def __init__(self, path, text, faults, seed, judge):
        self.planted = plant(text, faults, seed)
        self.provider = Controls(self.planted, judge)
        self.store = SqliteStore(path, FakeClock().now)
        self.checks = SetChecks()
        readers = [persona(name, default_for=("readme",)) for name in ("perfect", "silent", "vague")]
        self.desk = Desk(
            self.store,
            MemoryFiles({}),
            self.checks,
            self.provider,
            FakeClock(),
            Library(tuple(readers), (judging(),)),
            Settings(MODELS, judge_trials=2 if judge == "flips" else 1),
            PriceTable(date(2026, 1, 1), ()),
        )

    async def read(self):
        made = Planting("/texts/README.md", "/copies/README.md", Kind.README, self.planted)
        self.planting = await self.store.plantings.save_planting(made)
        proposal = await propose(self.desk, self.planting)
        async for _ in read_copy(self.desk, proposal, asyncio.Event()):
            pass
        return len(proposal.missing)

    async def recalls(self):
        """What each source found, by its name."""
        plantings = self.store.plantings
        found = recalls(
            self.planting, await plantings.readings(self.planting.id), await plantings.said(self.planting.id)
        )
        return {each.who.name: each for each in found}


@pytest.fixture
async def planting(tmp_path):
    made = []

    def make(judge="right", text=ENGLISH, faults=12, seed=3):
        databases.begin(tmp_path / "w.db")
        made.append(Plant(tmp_path / "w.db", text, faults, seed, judge))
        return made[-1]

    yield make
    for each in made:
        await each.store.close()
