"""A replay as JSON."""

from typing import Any

from workbench.core.replay.rebuilding import Rebuilt
from workbench.core.replay.result import ReplayResult, SideSum
from workbench.core.replay.text import verdict_sentence
from workbench.core.replay.verdict import Estimate


def check_shape(found: tuple[Rebuilt, ...]) -> dict[str, Any]:
    """Whether every stored reading's prompt can be built again; those that cannot, with why."""
    return {
        "readings": len(found),
        "match": sum(each.matches for each in found),
        "differ": [
            {
                "reading": each.asked.reading.id,
                "path": each.asked.path,
                "revision": each.asked.revision.number,
                "source": each.asked.reading.source.name,
                "wording": each.asked.reading.source.wording,
                "trial": each.asked.reading.trial,
                "kept": each.kept,
                "why": each.why,
            }
            for each in found
            if not each.matches
        ],
    }


def replay_shape(result: ReplayResult) -> dict[str, Any]:
    """What a replay came to."""
    verdict, proposal = result.verdict, result.proposal
    return {
        "new": _side(result.new),
        "old": _side(result.old),
        "split": proposal.wish.split.value,
        "trials": proposal.wish.trials,
        "changed": list(result.changed),
        "compared": [
            {"path": one.history.artifact.path, "revision": one.revision.number} for one in result.compared
        ],
        "refused": list(proposal.refused),
        "incomplete": list(result.incomplete),
        "hits": {
            "kept": result.change.hits_kept,
            "lost": result.change.hits_lost,
            "gained": result.change.hits_gained,
        },
        "misses": {
            "avoided": result.change.misses_avoided,
            "kept": result.change.misses_kept,
            "added": result.change.misses_added,
        },
        "lost_quotes": result.lost,
        "to_mark": [
            {
                "path": each.path,
                "revision": each.revision,
                "line": each.line,
                "by": list(each.sides),
                "quote": each.finding.quote,
                "problem": each.finding.problem,
                "consequence": each.finding.consequence,
                "known": each.known,
            }
            for each in result.to_mark
        ],
        "test_looks": result.looks,
        "verdict": {
            "outcome": verdict.outcome.value,
            "directional": verdict.directional,
            "said": verdict_sentence(verdict),
            "unmarked": verdict.unmarked,
            "further_marks": verdict.marked.further,
            "marked": _estimate(verdict.marked),
            "all_hits": _estimate(verdict.as_hits),
            "all_misses": _estimate(verdict.as_misses),
            "best": _estimate(verdict.best),
            "worst": _estimate(verdict.worst),
        },
    }


def _side(side: SideSum) -> dict[str, Any]:
    source = side.side.instrument.source
    return {
        "kind": source.kind.value,
        "source": source.name,
        "wording": source.wording,
        "models": list(side.models),
        "effort": side.side.effort,
        "readings": side.readings,
        "raised": side.raised,
        "hit": side.hits,
        "miss": side.misses,
        "cant_tell": side.cant_tell,
        "unmarked": side.unmarked,
        "dollars": None if side.spend.unpriced or side.spend.uncounted else side.spend.dollars,
        "spend": side.spend.sentence(),
        "median_seconds": side.seconds,
    }


def _estimate(estimate: Estimate) -> dict[str, Any]:
    interval = estimate.interval
    return {
        "outcome": estimate.outcome.value,
        "difference": estimate.figure,
        "interval": [interval.low, interval.high] if interval else None,
        "marks": estimate.marks,
        "texts": estimate.texts,
    }
