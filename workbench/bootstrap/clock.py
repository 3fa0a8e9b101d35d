"""The machine's time."""

import asyncio
from datetime import UTC, datetime


class SystemClock:
    """The machine's time."""

    def now(self) -> datetime:
        """The time in UTC."""
        return datetime.now(UTC)  # noqa: TID251

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)
