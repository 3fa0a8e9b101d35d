"""Which text a person means: a file, or a stored revision of it as `PATH@N`."""

import re
from dataclasses import replace
from pathlib import Path

from workbench.core.artifacts import Kind, decoded
from workbench.core.comparing.comparison import ComparedText
from workbench.core.errors import ArtifactError, UsageError
from workbench.core.ports import Files
from workbench.core.store import Store

_STORED = re.compile(r"(?P<path>.+)@(?P<number>\d{1,9})", re.DOTALL)


async def named_text(store: Store, files: Files, name: str, kind: Kind | None) -> ComparedText:
    """The text of a name: what a file holds now, else what it held as its N-th revision.

    A file whose own name ends so is that file.

    Raises:
        ArtifactError: there is no such file, or it cannot be read.
        UsageError: no such revision of it is stored.
    """
    stored = _STORED.fullmatch(name)
    try:
        return await _on_disk(store, files, Path(name), kind)
    except ArtifactError:
        if stored is None:
            raise
    text = await _stored(store, files, Path(stored["path"]), int(stored["number"]))
    return replace(text, artifact=replace(text.artifact, kind=kind or text.artifact.kind))


async def _on_disk(store: Store, files: Files, path: Path, kind: Kind | None) -> ComparedText:
    seen = decoded(await files.read(path), path.name)
    artifact = await store.open_artifact(await files.identity(path), str(path), kind)
    return ComparedText(artifact, replace(await store.save_revision(artifact, seen), notices=seen.notices))


async def _stored(store: Store, files: Files, path: Path, number: int) -> ComparedText:
    found = await store.comparisons.revisions(await files.identity(path))
    if found is None:
        raise UsageError(
            f"Nothing is stored of {path.name}, so it has no revision {number}: give a file, or a text "
            "that was opened or read before."
        )
    artifact, revisions = found
    for revision in revisions:
        if revision.number == number:
            if not revision.text:
                raise UsageError(
                    f"The words of {path.name} revision {number} were imported without its text."
                )
            return ComparedText(artifact, revision)
    last = max((revision.number for revision in revisions), default=0)
    there = f"its revisions are 1 to {last}, such as {path.name}@{last}" if last else "none is stored"
    raise UsageError(f"There is no revision {number} of {path.name}: {there}.")
