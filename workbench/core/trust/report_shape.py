"""The report as JSON values: a shape that scripts read."""

from dataclasses import asdict
from typing import Any

from workbench.core.calibration.blind_words import blind_shape
from workbench.core.comparing.agreement import agreement_shape, agreements
from workbench.core.costs.spending import Spend
from workbench.core.sources import Source
from workbench.core.trust.claims import Agreement
from workbench.core.trust.instruments import Again, Block, By, Cost, Instrument, Report, Wording


def report_shape(report: Report, by: By | None = None) -> dict[str, Any]:
    """The report as JSON values; with `by`, its blocks are given too."""
    shape = {
        "own_revisions": report.own,
        "cannot_tell_answers": asdict(report.unsure),
        "taken_for": asdict(report.taken_for),
        "own_family": [
            {"artifact": each.path, "written_with": each.written_with, "models": list(models)}
            for each, models in report.own_family
        ],
        "escapes": [each.shape() for each in report.escapes],
        "table": [row.shape() for row in report.table],
        "instruments": [_instrument(instrument) for instrument in report.instruments],
        "read_again": [_again(again) for again in report.again],
        "spend": [_cost(cost) for cost in report.costs],
        "prices": report.counted.dated or None,
        "blind": blind_shape(report.counted.blind),
        "compared": [agreement_shape(each) for each in agreements(report.counted.compared)],
        "you": report.counted.you and report.counted.you.shape(),
    }
    if by is not None:
        shape |= {"by": by.value, "blocks": [_block(block) for block in report.blocks(by)]}
    return shape


def _instrument(instrument: Instrument) -> dict[str, Any]:
    return {
        "name": instrument.name,
        **instrument.row.shape(),
        "wordings": [_wording(wording) for wording in instrument.wordings],
    }


def _wording(wording: Wording) -> dict[str, Any]:
    return {
        **_player(wording),
        "since": wording.since.isoformat() if wording.since else None,
        **wording.row.shape(),
    }


def _block(block: Block) -> dict[str, Any]:
    rows = [{"name": name, "within": within, **row.shape()} for name, row, within in block.rows]
    return {"title": block.title, "rows": rows}


def _again(again: Again) -> dict[str, Any]:
    agreement: Agreement = again.agreement
    return {**_player(again), "same": agreement.same, "of": agreement.of}


def _cost(cost: Cost) -> dict[str, Any]:
    spend: Spend = cost.spend
    return {**_player(cost), **asdict(spend), "hits": cost.hits, "dollars_a_hit": cost.a_hit}


def _player(of: Wording | Again | Cost) -> dict[str, Any]:
    source: Source = of.source
    return {
        "source": {"kind": source.kind.value, "name": source.name, "wording": source.wording},
        "provider": of.provider,
        "model": of.model,
    }
