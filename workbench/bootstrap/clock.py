"""The machine's time."""

from datetime import UTC, datetime


class SystemClock:
    """The machine's time."""

    def now(self) -> datetime:
        """The time in UTC."""
        return datetime.now(UTC)  # noqa: TID251

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        # Slow to import, and what only asks for the time does without it.
        import asyncio

        await asyncio.sleep(seconds)
