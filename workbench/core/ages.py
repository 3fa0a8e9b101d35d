"""When something was, in words."""

from datetime import datetime, timedelta


def local(at: datetime) -> str:
    """A moment as a person reads it, by the time of where the program runs; to the minute."""
    return f"{at.astimezone():%Y-%m-%d %H:%M}"


def age(then: datetime | None, now: datetime) -> str:
    """How long ago something was, in words; empty where it is not known."""
    if then is None:
        return ""
    past = max(timedelta(), now - then)
    for unit, seconds in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        count = int(past.total_seconds() // seconds)
        if count:
            return f"{count} {unit}s ago" if count > 1 else f"{'an' if unit == 'hour' else 'a'} {unit} ago"
    return "just now"
