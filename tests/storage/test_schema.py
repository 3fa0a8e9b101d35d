from hashlib import sha256
from pathlib import Path

import pytest
from sqlite_utils import Database
from storage import samples

from workbench.core.history import Placement
from workbench.core.marks import Decision, Target
from workbench.storage import schema
from workbench.storage.resources import sql_files

RELEASED = {
    "0001_initial": "e257045cd5c99089ed23556c6aff53d94037051ae7b6300bcaac7692792d63d5",
    "0002_freeze_and_own_words": "ec136e8b62360f3050dd986cb73e49952bebe06854f3da1d71db47df5ae47120",
    "0003_said_fixed": "0acc91f97ce97c6fe18696e51a19e89e4ece47e2dd25caa09c430136baa9919b",
    "0004_off_the_list": "70576976d36fee8424ea394d81e2f704f7d6d09845bc927f3765837136e44499",
    "0005_ignores_and_looking_up": "4423de672cbfca927df3278f24dfa92d1974cbec8d4d20907bcaffdcc75c596f",
    "0006_matching": "83421f2775a0666301f044bc128c85f0b6055c0613bb971cfd44c08871221f49",
    "0007_exchange": "ef463ee61219acf1f9711c65f729655c228f224f7d1bb179a6b1726742fbd60d",
    "0008_replay": "c48a664bae2311ec834c725fed30790a6ba6c8b73ca146e62939e4b3b7fbe960",
    "0009_blind": "032b24b36a4a425885e3d921cd3e06376884f63fae181698086672a1005e0f00",
    "0010_planting": "16d234fe51246eb8157f4835bff5f6f413fdf97cfa0d44c1bb17aac339507d77",
    "0011_frozen_by": "f051a9cc96d78c60f520a9f98c6f420add946564d57788305f1bce58fb57eb57",
    "0012_comparing": "4284e2e771196cb1231cc641fd7809bf88fe39ad190a478f03e9699508374c60",
    "0013_usage": "dff6045723f208c66805b1002c8c722ca0fc56f52b89223b1122604065020737",
    "0014_written_with": "d5cfa93f5a50b67d4552b699c4b5aeccb7696b1141b53be4daf6281727b0c5b1",
    "0015_taglines": "1ddce9e53959c7c4de3b4fdb1804d4544abe93a400031c4f509ef0a2c94ee54d",
    "0016_asked_model": "6f3655dcc416d3e048036556ebb297498555a34aeaec0ba1cf5ddb31a32ad2dd",
    "0017_changed_passages": "7d075ec9191888157bb66baa47404ae8a41a7979a863c63ea0f5f3eab5b5061f",
}
"""sha256 of each released migration: one that has run somewhere is never edited, a new one follows it."""
GOLDEN = Path(__file__).with_name("schema.sql")


@pytest.fixture
def with_sql(monkeypatch):
    """Make the program ship other SQL files: `None` for one that it no longer ships."""

    def changed(folder, **texts):
        def files(name):
            found = {**sql_files(name), **texts} if name == folder else sql_files(name)
            return {stem: text for stem, text in found.items() if text is not None}

        monkeypatch.setattr(schema, "sql_files", files)

    return changed


def test_released_migrations_are_never_edited():
    shipped = {name: sha256(text.encode()).hexdigest() for name, text in sql_files("migrations").items()}
    assert shipped == RELEASED


async def test_the_schema_is_the_one_that_was_reviewed(store, query):
    await store.open()
    sql = query(
        "select sql from sqlite_master "
        "where type <> 'view' and sql is not null and tbl_name not like '%sqlite%' order by rowid"
    )
    assert ";\n".join(text for (text,) in sql) + ";\n" == GOLDEN.read_text(encoding="utf-8")


async def test_every_table_is_strict(store, query):
    await store.open()
    assert not query(
        "select name from pragma_table_list where type = 'table' and schema = 'main' and not strict "
        "and name not like '%sqlite%'"
    )


async def test_every_reference_has_an_index(store, query):
    await store.open()
    tables = [name for (name,) in query("select name from sqlite_master where type = 'table'")]
    for table in tables:
        indexed = {
            first
            for (index,) in query("select name from pragma_index_list(?)", table)
            for (first,) in query("select name from pragma_index_info(?) where seqno = 0", index)
        }
        indexed |= {name for (name,) in query("select name from pragma_table_info(?) where pk = 1", table)}
        used = {
            name for (name,) in query('select "from" from pragma_foreign_key_list(?) where seq = 0', table)
        }
        assert used <= indexed, table


async def test_opening_again_changes_nothing(store, open_store, query):
    await store.open()
    before = query("pragma schema_version")
    await open_store().open()
    assert query("pragma schema_version") == before
    assert query("select name from _sqlite_migrations") == [(name,) for name in RELEASED]


@pytest.mark.parametrize("name", sql_files("views"))
def test_a_view_has_the_name_of_its_file(name):
    assert sql_files("views")[name].startswith(f"create view {name} as\n-- ")


async def test_a_view_whose_text_changed_is_made_again(store, open_store, query, with_sql):
    await store.open()
    with_sql("views", current_marks="create view current_marks as select 'new' as it")
    await open_store().open()
    assert query("select * from current_marks") == [("new",)]


async def test_a_view_that_is_no_longer_shipped_goes(store, open_store, query, with_sql):
    await store.open()
    with_sql("views", reading_costs=None)
    await open_store().open()
    assert not query("select 1 from sqlite_master where name = 'reading_costs'")


async def test_a_view_that_someone_dropped_is_made_again(store, open_store, path, query):
    await store.open()
    with Database(path) as db:
        db.execute("drop view reading_costs")
    await open_store().open()
    assert query("select * from reading_costs") == []


async def test_a_view_of_a_persons_own_stays(store, open_store, path, query):
    await store.open()
    with Database(path) as db:
        db.execute("create view mine as select 1 as one")
    await open_store().open()
    assert query("select * from mine") == [(1,)]


REBUILD = """
create table rebuilt (id integer primary key, text text not null, size integer) strict;
insert into rebuilt select id, text, length(text) from revisions;
create table new_sources (
    id integer primary key, kind text not null, name text not null, wording text not null,
    first_seen_at text not null, body text, unique (kind, name, wording)
) strict;
insert into new_sources select * from sources;
drop table sources;
alter table new_sources rename to sources;
"""


async def test_a_later_migration_can_rebuild_a_table_that_others_refer_to(
    store, open_store, artifact, revision, with_sql
):
    await store.save_reading(artifact, samples.full_reading(revision.id, 0))
    before = await store.history(artifact)
    with_sql("migrations", **{"9999_rebuild": REBUILD})
    later = open_store()
    assert await later.history(artifact) == before
    await later.save_reading(artifact, samples.reading(revision.id))


async def test_decisions_made_before_a_row_could_be_said_to_be_fixed_stay_as_they_were(
    open_store, with_sql, path, tmp_path
):
    old = open_store()
    artifact = await old.open_artifact("path:/texts/README.md", "/texts/README.md", None)
    revision = await old.save_revision(artifact, samples.revision())
    given = samples.reading(revision.id, findings=(samples.finding("words"),))
    (finding,) = (await old.save_reading(artifact, given)).findings
    (placed,) = await old.place(artifact, [Placement(finding.id, 0, "first of its concern")])
    concern = Target("concern", placed.concern)
    for what, value in (("mark", "hit"), ("defer", "yes"), ("note", "ask")):
        await old.decide(artifact, Decision(concern, what, value))
    await old.undo(artifact)
    before = await old.history(artifact)
    await old.close()
    path.rename(tmp_path / "later.db")
    with_sql("migrations", **dict.fromkeys(("0003_said_fixed", "0007_exchange", "0009_blind")))
    earlier = open_store()
    await earlier.open()
    await earlier.close()
    _copy_rows(tmp_path / "later.db", path)
    with_sql("migrations")
    new = open_store()
    assert await new.history(artifact) == before
    await new.decide(artifact, Decision(concern, "fixed", "1"))


def _copy_rows(later, earlier):
    """Put what a database holds into one of an earlier schema."""
    with Database(earlier) as db:
        db.execute("attach ? as later", [str(later)])
        for table in db.table_names():
            columns = ", ".join(column.name for column in db[table].columns)
            if "migrations" not in table and table != "view_versions":
                db.execute(f"insert into {table} ({columns}) select {columns} from later.{table}")
        db.conn.commit()


async def test_a_migration_that_fails_leaves_the_database_as_it_was(store, open_store, query, with_sql):
    await store.open()
    before = query("select sql from sqlite_master order by name")
    with_sql("migrations", **{"9999_broken": "create table more (id integer) strict; select nonsense;"})
    with pytest.raises(Exception, match="no such column: nonsense"):
        await open_store().open()
    assert query("select sql from sqlite_master order by name") == before


async def test_a_migration_that_loses_what_others_refer_to_is_a_bug(
    store, open_store, artifact, revision, with_sql
):
    await store.save_reading(artifact, samples.reading(revision.id))
    before = await store.history(artifact)
    with_sql("migrations", **{"9999_loses": "delete from sources;"})
    with pytest.raises(AssertionError, match="broke references"):
        await open_store().open()
    assert await store.history(artifact) == before


def test_statements_may_hold_semicolons():
    sql = "create trigger t after insert on a begin select 1; select ';'; end;\n-- done; really\nselect 2;\n"
    assert len(list(schema._statements(sql))) == 2
