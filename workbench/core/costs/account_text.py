"""An account of what was spent, as plain text for whatever room there is, as Markdown and as JSON values."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import date
from typing import Any

from workbench.core.costs.account import NOT_COUNTED, Account, By, Line, Work
from workbench.core.costs.spending import Spend, in_dollars
from workbench.core.tables import aligned, folded
from workbench.core.text.display_text import counted, neutralised_line, plain_markdown, short_name, width

_HEADS = ("dollars", "calls", "tokens in", "from a cache", "tokens out", "hits", "a hit")
_TITLES = {
    By.ARTIFACT: "text",
    By.SOURCE: "source",
    By.WORDING: "source and wording",
    By.MODEL: "model",
    By.DAY: "day (UTC)",
}


def account_lines(account: Account, today: date, room: int | None = None) -> list[str]:
    """The account as plain text; `room` is the width in cells, None for any."""
    if not account.lines:
        return [f"Nothing was spent{_since(account)}."]
    every = (*account.lines, *([account.total] if len(account.lines) > 1 else ()))
    head, *rows = _cells(account)
    lines = aligned([(_TITLES[account.by], *head), *rows])
    if room is not None and max(map(width, lines)) > room:
        lines = [row for line in every for row in folded(_sentence(line, account.by), room, "    ")]
    return [*lines, "", *(row for note in _notes(account, today) for row in folded(note, room, "    "))]


def account_markdown(account: Account, today: date) -> list[str]:
    """The account as Markdown."""
    if not account.lines:
        return [f"Nothing was spent{_since(account)}."]
    head, *rows = _cells(account)
    lines = [f"# What was spent{_since(account)}", ""]
    lines += [f"| {' | '.join((_TITLES[account.by], *head))} |", f"|---|{'---:|' * len(head)}"]
    lines += [f"| {' | '.join((plain_markdown(name), *figures))} |" for name, *figures in rows]
    return [*lines, "", *(f"- {plain_markdown(note)}" for note in _notes(account, today))]


def account_shape(account: Account, today: date) -> dict[str, Any]:
    """The account as JSON values."""
    return {
        "prices": {"as_of": account.prices.as_of.isoformat(), "old": account.prices.is_old(today)},
        "since": account.since.isoformat() if account.since else None,
        "by": account.by.value,
        "rows": [_shape(line) for line in account.lines],
        "total": _shape(account.total),
        "made_for": {work.value: asdict(spent) for work, spent in account.works.items()},
        "not_counted": list(NOT_COUNTED),
    }


def _shape(line: Line) -> dict[str, Any]:
    return {"name": line.name, **asdict(line.spend), "hits": line.hits, "dollars_a_hit": line.a_hit}


def _since(account: Account) -> str:
    return f" since {account.since.isoformat()}" if account.since else ""


def _cells(account: Account) -> Iterator[tuple[str, ...]]:
    """The heads of all columns but the first, then every row; without hits where none are counted."""
    counts = any(line.hits is not None for line in (*account.lines, account.total))
    columns = len(_HEADS) - (0 if counts else 2)
    yield _HEADS[:columns]
    every = (*account.lines, *([account.total] if len(account.lines) > 1 else ()))
    for line in every:
        spent = line.spend
        cells = (
            spent.brief,
            f"{spent.calls:,}",
            f"{spent.input:,}",
            f"{spent.cache_read:,}",
            f"{spent.output:,}",
            "-" if line.hits is None else f"{line.hits:,}",
            "-" if line.a_hit is None else in_dollars(line.a_hit).replace("under ", "<"),
        )
        yield (_name(line, account.by), *cells[:columns])


def _name(line: Line, by: By) -> str:
    """What a row is called; a model's name may be of any length, and every row would be as wide."""
    return short_name(line.name) if by is By.MODEL else neutralised_line(line.name)


def _sentence(line: Line, by: By) -> str:
    """A row in words."""
    spent = line.spend
    said = f"{_name(line, by)}: {spent.sentence()} for {counted(spent.calls, 'call')}"
    if spent.input:
        cached = f", {spent.cache_read:,} of them from a cache" if spent.cache_read else ""
        said += f"; {spent.input:,} tokens in{cached}, {spent.output:,} out"
    if line.hits is not None:
        said += f"; {counted(line.hits, 'hit')}"
        said += f", {in_dollars(line.a_hit)} each" if line.a_hit is not None else ""
    return f"{said}."


def _notes(account: Account, today: date) -> Iterator[str]:
    """What has to be known beside the figures."""
    spent, works = account.total.spend, account.works
    yield f"{account.prices.dated_on(today).capitalize()}.{_saved(spent.saved)}"
    if not spent.is_known:
        yield f"Not all of it is known: {spent.sentence()}.{_how_to_know(spent)}"
    if set(works) != {Work.ROUNDS}:
        yield f"It was spent on {', '.join(f'{work.value} ({of.sentence()})' for work, of in works.items())}."
    if account.total.hits is not None:
        yield "A hit is a problem raised by a reader or a judge that you agreed with."
    yield f"Not counted: {'; '.join(NOT_COUNTED)}."


def _how_to_know(spent: Spend) -> str:
    """What makes more of it known, and what nothing does."""
    priced = " `prices` in config.toml gives a model its price." if spent.unpriced else ""
    told = (
        " Where a reader's program tells no tokens, what it costs stays unknown." if spent.uncounted else ""
    )
    return priced + told


def _saved(dollars: float) -> str:
    if abs(dollars) < 0.005:
        return ""
    if dollars < 0:
        return f" Writing caches cost {in_dollars(-dollars)} more than reading them saved."
    return f" Caching saved {in_dollars(dollars)}."
