"""How far the person is with a judge, as JSON values."""

from typing import Any

from workbench.core.calibration.calibration import Calibration


def calibration_shape(stands: Calibration) -> dict[str, Any]:
    """A calibration as JSON values."""
    source = stands.rubric.source
    return {
        "rubric": {"kind": source.kind.value, "name": source.name, "wording": source.wording},
        "provider": stands.provider,
        "model": stands.model,
        "state": stands.state,
        "examples": [
            {
                "question": stands.questions[each.question],
                "judge": each.value,
                "you": each.given,
            }
            for each in stands.examples
        ],
        "disagreed": list(stands.disagreed),
        "uncovered": list(stands.uncovered),
        "unanswered": list(stands.unanswered),
        "never": stands.one_sided,
        "taken_back": stands.taken_back,
        "can_be_drawn": len(stands.undrawn),
    }
