"""`workbench checks`: the deterministic instruments."""

from pathlib import Path

import click

from workbench.checks.undisturbed import undisturbed
from workbench.cli.exits import Exit
from workbench.cli.heeded import Heeded
from workbench.cli.options import format_option, inline_ignores_option, kind_option, path_argument
from workbench.cli.output import narrate, say, say_json
from workbench.cli.running import run
from workbench.core.artifacts import Kind, Revision, decoded, guessed_kind
from workbench.core.errors import UsageError
from workbench.core.ignores import ignores_of
from workbench.core.ports import CheckReport
from workbench.core.text.display_text import counted, one_line
from workbench.core.text.document import Document


@click.group()
def checks() -> None:
    """List, show and run the deterministic checks."""


@checks.command("list")
@format_option("text", "json")
def list_command(form: str) -> int:
    """Every check: what a fault of it is, and how far it lowers the ruling."""
    from workbench.checks.registry import RULES

    if form == "json":
        say_json({"checks": [_shape(rule.id) for rule in RULES]})
        return Exit.FINE
    width = max(len(rule.id) for rule in RULES)
    for rule in RULES:
        say(f"{rule.id:<{width}}  {rule.on_fail:<7}  {rule.proves}")
    return Exit.FINE


@checks.command("show")
@click.argument("wanted", metavar="ID")
def show_command(wanted: str) -> int:
    """What one check proves and how it decides."""
    shape = _shape(wanted)
    for key in ("id", "proves", "decided_by", "on_fail", "owns", "wording"):
        say(f"{key.replace('_', ' ')}: {shape[key]}")
    return Exit.FINE


@checks.command("run")
@path_argument
@kind_option
@inline_ignores_option
@format_option("text", "json", "sarif")
def run_command(path: Path, kind: str | None, inline_ignores: bool, form: str) -> int:
    """Run every check on PATH; exits 1 where a fault lowers the ruling. Stores and sends nothing."""
    with undisturbed():
        report, revision = run(_run(path, Kind(kind) if kind else guessed_kind(path.name)))
    document = Document(revision.text)
    asked = frozenset(ignore.comment for ignore in ignores_of(revision.text))
    heeded = Heeded(revision.text, asked if inline_ignores else frozenset())
    notices = (*revision.notices, *report.notices, *heeded.notices)
    for notice in notices:
        narrate(notice)
    if form == "json":
        from workbench.cli.shapes import checks_shape

        say_json(checks_shape(report, str(path), document, heeded))
    elif form == "sarif":
        say_json(_sarif(report, path, document, heeded, notices))
    else:
        for line in _lines(report, str(path), document, heeded):
            say(line)
    return Exit.BELOW_BAR if any(map(heeded.lowers, report.faults)) else Exit.FINE


async def _run(path: Path, kind: Kind) -> tuple[CheckReport, Revision]:
    from workbench.bootstrap.disk import disk_and_checks

    files, instruments = disk_and_checks()
    revision = decoded(await files.read(path), path.name)
    return await instruments.run(path, revision, kind), revision


def _sarif(
    report: CheckReport, path: Path, document: Document, heeded: Heeded, notices: tuple[str, ...]
) -> dict[str, object]:
    from workbench.checks.evidence.repository import Repository
    from workbench.checks.registry import RULES
    from workbench.cli.sarif import Result, sarif_shape

    results = [Result(fault, heeded.suppressions(fault)) for fault in report.faults]
    return sarif_shape(RULES, results, Repository.around(path).path_of(path), document, notices)


def _lines(report: CheckReport, path: str, document: Document, heeded: Heeded) -> list[str]:
    lines = []
    for fault in report.faults:
        line = document.line_of(fault.span.start) if fault.span else 1
        reason = heeded.reason(fault)
        ignored = f" (ignored: {one_line(reason)})" if reason else ""
        lines.append(f"{path}:{line}: {fault.asks}: {fault.problem}{ignored}")
        lines += [f"  {e.path}:{e.line} {e.text}".rstrip() for e in fault.evidence]
    lines.append(
        f"{counted(len(report.faults), 'fault')}, {len(report.confirmed)} confirmed, "
        f"{len(report.undecided)} not decided"
    )
    return lines


def _shape(wanted: str) -> dict[str, object]:
    from workbench.checks.registry import RULES

    rule = next((rule for rule in RULES if rule.id == wanted), None)
    if rule is None:
        raise UsageError(f"There is no check {wanted!r}: `workbench checks list` shows them.")
    return {
        "id": rule.id,
        "owns": rule.owns,
        "proves": rule.proves,
        "decided_by": rule.decided_by,
        "on_fail": rule.on_fail,
        "wording": rule.source.wording,
    }
