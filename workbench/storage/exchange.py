"""Exports and imports of one database: a line at a time, and an import whole or not at all."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from sqlite_utils import Database

from workbench.core.errors import UsageError
from workbench.core.exchange.parsing import header_line, header_of, lines_of
from workbench.core.exchange.records import LONGEST_LINE
from workbench.storage.columns import moment
from workbench.storage.database import DatabaseThread
from workbench.storage.exchange_export import Exporter, LeftOut, Told
from workbench.storage.exchange_import import Imported, Importer
from workbench.storage.exchange_names import chosen_artifacts, name_everything, own_marker


class Exchange:
    """What goes out of a database and comes into it as lines; every method may raise `StoreError`."""

    def __init__(self, path: Path, now: Callable[[], datetime], program: str) -> None:
        """Take the database's file and the program's version."""
        self._db = DatabaseThread(path, now)
        self._now, self._program = now, program

    async def artifact(self, identity: str, path: str) -> int:
        """The key of a text that is known by its identity, or was last opened at a path.

        Raises:
            UsageError: there is none.
        """
        sql = "select id from artifacts where identity = ? or path = ? order by identity <> ? limit 1"
        found = await self._db.read(lambda db: db.execute(sql, [identity, path, identity]).fetchone())
        if found is None:
            raise UsageError(f"{path} was never opened: `workbench` lists the texts that can be exported.")
        return int(found[0])

    async def export(
        self,
        write: Callable[[str], object],
        chosen: Sequence[int] | None = None,
        *,
        with_paths: bool = False,
        with_texts: bool = True,
    ) -> LeftOut:
        """Write every line of some artifacts, or of all for None; what is left out.

        Personal paths are told only if asked for; without texts no words can be found again elsewhere.
        """
        at, told = self._now(), Told(with_paths, with_texts)

        def name(db: Database) -> str:
            for row in chosen_artifacts(db, chosen):
                name_everything(db, row["id"], at)
            return own_marker(db, at)

        marker = await self._db.write(name)

        def tell(db: Database) -> LeftOut:
            exporter = Exporter(db, marker, told)
            write(header_line(self._program, moment(at) or "", marker, told.with_texts, told.with_paths))
            for line in exporter.lines(chosen):
                write(line)
            return exporter.left_out

        return await self._db.read(tell)

    async def take(self, file: BinaryIO, mine: bool = False, into: int | None = None) -> Imported:
        """Take an export in, all of it or nothing; `into` is the artifact that its only text is.

        Raises:
            UsageError: a line cannot be taken; nothing has changed then.
        """
        at = self._now()
        return await self._db.write(lambda db: self._take(db, file, at, mine, into))

    @staticmethod
    def _take(db: Database, file: BinaryIO, at: datetime, mine: bool, into: int | None) -> Imported:
        texts = _texts(file)
        header = header_of(next(texts, b""))
        return Importer(db, at, header.by, mine, into).take(lines_of(texts))

    async def close(self) -> None:
        """Let go of the file."""
        await self._db.close()


def _texts(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file; of one that is too long only its beginning."""
    first = True
    while text := file.readline(LONGEST_LINE + 1):
        yield text.removeprefix(b"\xef\xbb\xbf") if first else text
        first = False
