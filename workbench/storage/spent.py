"""What readings used, read without making a history of any text."""

import sqlite3

from workbench.core.costs.experience import Earlier
from workbench.core.costs.usage import Usage
from workbench.core.sources import Source, SourceKind

# The newest of each source and model tell enough of the next one.
_EARLIER = """
    select
        kind, name, wording, model, input_tokens, output_tokens, cache_read_tokens, cache_written_tokens,
        seconds, cache_written_1h_tokens, coalesce(calls, parts), estimated_tokens
    from readings join sources on sources.id = source_id
    where state = 'finished' and input_tokens is not null and withdrawn_at is null
    order by readings.id desc limit 400
"""


def earlier(db: sqlite3.Connection) -> tuple[Earlier, ...]:
    """The newest readings that a service counted, the newest first."""
    return tuple(
        Earlier(Source(SourceKind(kind), name, wording), model, Usage(*used))
        for kind, name, wording, model, *used in db.execute(_EARLIER)
    )
