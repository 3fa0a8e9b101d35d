"""What readers and the person chose in every comparison that the person chose in blind, read from rows."""

import sqlite3
from collections import defaultdict
from collections.abc import Mapping

from workbench.core.comparing.agreement import Asked, Past, Said
from workbench.core.comparing.readings import Player
from workbench.core.sources import Source

_PAST = """
    select
        comparisons.id, question, asked, low.artifact_id, high.artifact_id, choices.chosen_revision_id
    from comparisons
    join comparison_choices as choices on choices.id = (
        select min(id) from comparison_choices
        where comparison_id = comparisons.id and blind = 1 and undone = 0
    )
    join revisions as low on low.id = low_revision_id
    join revisions as high on high.id = high_revision_id
    order by comparisons.id
"""
_SAID = """
    select comparison_id, source_id, provider, model, effort, first_revision_id, chosen_revision_id
    from comparison_readings where state = 'finished' order by id
"""


def past_comparisons(db: sqlite3.Connection, sources: Mapping[int, Source]) -> tuple[Past, ...]:
    """Every comparison in which the person chose blind, the oldest first."""
    chosen = [tuple(row) for row in db.execute(_PAST)]
    if not chosen:
        return ()
    said: dict[int, dict[tuple[Player, int], Said]] = defaultdict(dict)
    for comparison, source, provider, model, effort, first, choice in map(tuple, db.execute(_SAID)):
        player = Player(sources[source], provider, model, effort)
        said[comparison][player, first] = Said(player, first, choice)
    return tuple(
        Past(Asked(question, asked), tuple(dict.fromkeys((low, high))), choice, tuple(said[id].values()))
        for id, question, asked, low, high, choice in chosen
    )
