"""Importing what takes long while a screen is seen already."""

import asyncio
from importlib import import_module

_SLOW = (
    "markdown_it",
    "yaml",
    "sqlite_utils",
    "workbench.core.desk",
    "workbench.content.library",
    "workbench.storage.store",
)
"""What opening the database imports, in pieces of some ten milliseconds."""


async def imported(screen: str) -> None:
    """Import what opening the database and a screen's module take."""
    for module in (*_SLOW, screen):
        # In a thread, so that the screen answers, and one by one, so that leaving is soon done.
        await asyncio.to_thread(import_module, module)
