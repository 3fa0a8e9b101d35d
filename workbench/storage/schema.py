"""The schema: migrations applied once, and views made again when their text changes."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from sqlite3 import complete_statement

from sqlite_utils import Database, Migrations

from workbench.core.errors import StoreError
from workbench.storage.resources import sql_files


def refuse_unknown(db: Database, path: Path) -> None:
    """Refuse a database that this program would not understand.

    Raises:
        StoreError: another program made it, or a newer workbench.

    """
    migrations = _migrations()
    applied = {migration.name for migration in migrations.applied(db)}
    tables = [name for name in db.table_names() if name != Migrations.migrations_table]
    if tables and not applied:
        raise StoreError(
            f"The file {path} is the database of another program (it has a table {tables[0]!r} and no "
            "migration of the workbench): choose another file with --db."
        )
    known = list(sql_files("migrations"))
    unknown = sorted(applied.difference(known))
    if unknown:
        raise StoreError(
            f"The database {path} was made by a newer workbench: it has the migration {unknown[-1]}, and "
            f"this one does not know it. Upgrade the workbench, or choose another file with --db."
        )


def is_behind(db: Database) -> bool:
    """Whether a database that holds something waits for a migration."""
    migrations = _migrations()
    return bool(migrations.applied(db)) and bool(migrations.pending(db))


def bring_up_to_date(db: Database) -> None:
    """Give the database this program's schema, in the caller's transaction and with foreign keys off."""
    migrations = _migrations()
    if migrations.pending(db):
        # A view over a table that is being rebuilt would stop it.
        _drop_views(db, _recorded_views(db))
        migrations.apply(db)
        broken = db.execute("pragma foreign_key_check").fetchall()
        assert not broken, f"a migration broke references: {broken}"
    _refresh_views(db, sql_files("views"))


def _migrations() -> Migrations:
    found = Migrations("workbench")
    for name, text in sql_files("migrations").items():
        found(name=name)(_script(text))
    return found


def _script(sql: str) -> Callable[[Database], None]:
    def apply(db: Database) -> None:
        for statement in _statements(sql):
            db.execute(statement)

    return apply


def _statements(sql: str) -> Iterator[str]:
    """The statements of a file; sqlite3's own way to run a file would end the open transaction."""
    statement = ""
    for part in sql.split(";")[:-1]:
        statement += f"{part};"
        if complete_statement(statement):
            yield statement
            statement = ""


def _recorded_views(db: Database) -> dict[str, str]:
    """The hash of the text that made each view, by name."""
    if not db.table("view_versions").exists():
        return {}
    return dict(db.execute("select name, sha256 from view_versions").fetchall())


def _drop_views(db: Database, names: Iterable[str]) -> None:
    for name in names:
        db.execute(f'drop view if exists "{name}"')
        db.execute("delete from view_versions where name = ?", [name])


def _refresh_views(db: Database, sql: Mapping[str, str]) -> None:
    wanted = {name: sha256(text.encode()).hexdigest() for name, text in sql.items()}
    there = set(db.view_names())
    recorded = {name: hash for name, hash in _recorded_views(db).items() if name in there}
    stale = [name for name in wanted if recorded.get(name) != wanted[name]]
    _drop_views(db, [*recorded.keys() - wanted.keys(), *stale])
    for name in stale:
        db.execute(sql[name])
        db.execute("insert into view_versions (name, sha256) values (?, ?)", [name, wanted[name]])
