"""The report as one page that a browser opens from disk: no script, nothing from anywhere else.

What others wrote (names, paths, models) is escaped, so that it is only ever text.
"""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from workbench.core.text.display_text import neutralised_line
from workbench.core.trust.instruments import By, NamedRow, Report
from workbench.core.trust.report_text import closing, explained
from workbench.core.trust.report_words import notes
from workbench.core.trust.statistics import DIRECTIONAL_BELOW, Rate
from workbench.core.trust.tallies import COLUMNS, Row, Tally

_TITLE = "How often each instrument is right"
_WIDTH, _HEIGHT, _MARGIN = 170, 18, 6
"""Pixels of a drawn interval; its line from 0 to 1 leaves the margin at both ends."""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""What the page may load: nothing but the style that stands in it."""
_STYLE = """
:root { color-scheme: light dark; --ink: #1a1a1a; --paper: #fff; --quiet: #595959; --line: #c8c8c8;
  --hit: #1a7f37; --miss: #c0392b; --cannot: #8a6d00; --rate: #0b5cad; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e6e6; --paper: #16181c; --quiet: #a5a5a5;
  --line: #454a52; --hit: #4cc26a; --miss: #ff8072; --cannot: #e0b93d; --rate: #6cb2ff; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 100rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: .9rem; }
th, td { text-align: right; padding: .25rem .6rem; border-bottom: 1px solid var(--line);
  font-variant-numeric: tabular-nums; white-space: nowrap; }
thead th { color: var(--quiet); font-weight: 600; } tbody th { text-align: left; font-weight: 600; }
tr.within th { font-weight: 400; padding-left: 2rem; color: var(--quiet); }
svg { vertical-align: middle; } .axis { stroke: var(--line); }
.interval { stroke: var(--rate); stroke-width: 2; }
.point { fill: var(--rate); } .few { fill: var(--paper); stroke: var(--rate); stroke-width: 2; }
.hit { fill: var(--hit); } .miss { fill: var(--miss); } .cannot { fill: var(--cannot); }
.none { fill: var(--line); } .note, li { color: var(--quiet); max-width: 60rem; }
"""


def html_page(report: Report, by: By | None = None) -> str:
    """The whole page."""
    body = [f"<h1>{_TITLE}</h1>", f'<p class="note">{_text(_key())}</p>']
    body += _table([NamedRow(row.heading.value, row) for row in report.table], _TITLE)
    body += _list(notes(report))
    for block in report.blocks(by):
        body += [f"<h2>{_text(block.title)}</h2>", *_table(block.rows, block.title)]
        body += _list(explained(block))
    for title, sentences in closing(report, by):
        body += [f"<h2>{_text(title)}</h2>", *_list(sentences)]
    head = (
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{_TITLE}</title>",
        f"<style>{_STYLE}</style>",
    )
    lines = ["<!doctype html>", '<html lang="en">', "<head>", *head, "</head>", "<body>", "<main>"]
    return "\n".join([*lines, *body, "</main>", "</body>", "</html>", ""])


def _key() -> str:
    return (
        "The line is the 95 % interval of the hit rate, from 0 at its left to 1 at its right, and the dot is "
        f"the rate: hollow under {DIRECTIONAL_BELOW} marks, where it points in a direction and no more. The "
        "bar is what was marked of what was raised: hits, misses, can't tells, and what was not."
    )


def _text(words: str) -> str:
    """Words as text of the page and nothing else."""
    return escape(neutralised_line(words))


def _list(sentences: Iterable[str]) -> Iterator[str]:
    if items := [f"<li>{_text(said)}</li>" for said in sentences]:
        yield from ("<ul>", *items, "</ul>")


def _table(rows: Sequence[NamedRow], title: str) -> Iterator[str]:
    heads = "".join(
        f'<th scope="col">{_text(head)}</th>' for head in ("", "0 … 1", "raised, by mark", *COLUMNS)
    )
    yield f'<div class="scroll"><table aria-label="{_text(title)}">'
    yield f"<thead><tr>{heads}</tr></thead>"
    yield "<tbody>"
    most = max((row.raised for _, row, _ in rows), default=0)
    for name, row, within in rows:
        cells = "".join(f"<td>{_text(cell)}</td>" for cell in row.cells())
        drawn = f"<td>{interval_svg(row.rate)}</td><td>{marks_svg(row, most)}</td>"
        kind = ' class="within"' if within else ""
        yield f'<tr{kind}><th scope="row">{_text(name)}</th>{drawn}{cells}</tr>'
    yield "</tbody></table></div>"


def interval_svg(rate: Rate) -> str:
    """A rate and its interval, drawn; only the axis at 0 of 0."""
    middle = _HEIGHT // 2
    parts = [f'<line class="axis" x1="{_x(0)}" x2="{_x(1)}" y1="{middle}" y2="{middle}"/>']
    said = "no rate"
    if (interval := rate.interval) and (value := rate.value) is not None:
        said = f"{rate}, 95 % interval {interval}"
        low, high = _x(interval.low), _x(interval.high)
        kind = "few" if rate.directional else "point"
        parts += [
            f'<line class="interval" x1="{low}" x2="{high}" y1="{middle}" y2="{middle}"/>',
            f'<circle class="{kind}" cx="{_x(value)}" cy="{middle}" r="4"/>',
        ]
    return _svg(said, parts)


def marks_svg(row: Row, most: int) -> str:
    """A bar of what was raised, as long as its share of the most raised beside it, by what was marked."""
    tally: Tally = row.tally
    rest = row.raised - tally.marked
    shares = (("hit", tally.hit), ("miss", tally.miss), ("cannot", tally.cant_tell), ("none", rest))
    at, parts = 0.0, []
    for kind, count in shares:
        if count:
            end = at + count / most
            parts.append(
                f'<rect class="{kind}" x="{_x(at)}" y="4" width="{_number(_x(end) - _x(at))}" height="10"/>'
            )
            at = end
    said = f"{tally.sentence}, {rest} of {row.raised} raised not marked"
    return _svg(said, parts)


def _svg(said: str, parts: Iterable[str]) -> str:
    head = f'<svg role="img" width="{_WIDTH}" height="{_HEIGHT}" viewBox="0 0 {_WIDTH} {_HEIGHT}">'
    return f"{head}<title>{_text(said)}</title>{''.join(parts)}</svg>"


def _x(share: float) -> float:
    return round(_MARGIN + share * (_WIDTH - 2 * _MARGIN), 2)


def _number(value: float) -> str:
    return f"{value:.2f}"
