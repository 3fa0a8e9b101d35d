import re
from pathlib import Path

import pytest
from sqlite_utils import Database
from storage import samples

from workbench.core.history import Placement, Round, RoundState
from workbench.core.marks import Decision, Target
from workbench.core.ruling import Ruling, RulingValue
from workbench.core.seats import Seat

README = (Path(__file__).parents[2] / "store" / "README.md").read_text(encoding="utf-8")
QUERIES = re.findall(r"```sql\n(.*?)```", README, re.DOTALL)


@pytest.fixture
async def filled(store, artifact, revision):
    await store.save_sources({samples.READER: "You doubt."})
    round = await store.begin_round(artifact, Round(revision.id, 0, (Seat(samples.RUBRIC, 2),)))
    given = samples.full_reading(revision.id, round.id, answers=(samples.answer("meets"),))
    saved = await store.save_reading(artifact, given)
    placed = [Placement(f.id, -f.id, "first of its concern") for f in saved.findings]
    ended = Round(round.revision, round.number, round.planned, RoundState.COMPLETE, id=round.id)
    _, (first, second) = await store.end_round(ended, Ruling(RulingValue.FIX), placed)
    await store.decide(artifact, Decision(Target("concern", first.concern), "mark", "hit"))
    await store.decide(artifact, Decision(Target("concern", second.concern), "mark", "miss", "wrong"))
    await store.decide(artifact, Decision(Target("answer", saved.answers[0].id), "mark", "miss"))


def test_the_readme_has_queries():
    assert len(QUERIES) > 5


@pytest.mark.parametrize("sql", QUERIES, ids=lambda sql: " ".join(sql.split())[:40])
async def test_every_query_in_the_readme_finds_something(sql, filled, query):
    assert query(sql)


async def test_the_hit_rate_in_the_readme_is_right(filled, path):
    with Database(path) as db:
        found = {
            row["source"]: (row["raised"], row["hit"], row["miss"], row["hit_rate"])
            for row in db.query(QUERIES[0])
        }
    assert found == {"readme/R1": (1, 1, 0, 1.0), "skeptic": (1, 0, 1, 0.0)}


async def test_the_readme_names_every_table_and_view(filled, query):
    named = set(re.findall(r"^\| `(\w+)` \|", README, re.MULTILINE))
    there = {name for (name,) in query("select name from sqlite_master where type in ('table', 'view')")}
    assert named == {name for name in there if "sqlite" not in name} - {"view_versions"}
