"""The person's word that a comment of the text may have a check's faults ignored."""

from workbench.core.artifacts import Artifact
from workbench.core.errors import UsageError
from workbench.core.events import IgnoreAccepted
from workbench.core.ignores import Ignore
from workbench.core.store import Store


async def accept(store: Store, artifact: Artifact, ignore: Ignore) -> IgnoreAccepted:
    """Heed a comment of an artifact's text from now on, wherever it stands in exactly these words.

    Raises:
        UsageError: it has nothing ignored, or what is never ignored.
    """
    if ignore.refused:
        raise UsageError(f"Line {ignore.line}: {ignore.refused}")
    await store.accept_ignore(artifact, ignore.comment)
    return IgnoreAccepted(ignore.comment)
