"""One family of faults a module: each says where in a text its faults would be real ones."""

from collections.abc import Callable, Iterator

from workbench.core.planting.candidates import Candidate
from workbench.core.planting.families.absolutes import absolutes
from workbench.core.planting.families.breakage import breakage
from workbench.core.planting.families.contradictions import contradictions
from workbench.core.planting.families.hype import hype
from workbench.core.planting.families.numbers import numbers
from workbench.core.planting.families.order import order
from workbench.core.planting.families.prerequisites import prerequisites
from workbench.core.planting.families.steps import steps
from workbench.core.planting.families.terms import terms
from workbench.core.planting.passages import Passages

FAMILIES: dict[str, Callable[[Passages], Iterator[Candidate]]] = {
    "number": numbers,
    "term": terms,
    "step": steps,
    "broken": breakage,
    "absolute": absolutes,
    "order": order,
    "contradiction": contradictions,
    "hype": hype,
    "prerequisite": prerequisites,
}
"""What each family would plant in a text, by its name."""
