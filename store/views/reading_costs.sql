create view reading_costs as
-- What each reading used. Tokens are null where the provider gave no figures; dollars depend on a price table.
select
    readings.id as reading_id,
    artifacts.path,
    revisions.number as revision,
    rounds.number as round,
    sources.kind as source_kind,
    sources.name as source,
    readings.trial,
    readings.state,
    readings.failure_kind,
    readings.provider,
    readings.model,
    readings.effort,
    readings.input_tokens
    + coalesce(readings.cache_read_tokens, 0)
    + coalesce(readings.cache_written_tokens, 0) as input_tokens,
    readings.cache_read_tokens,
    readings.cache_written_tokens,
    readings.cache_written_1h_tokens,
    readings.output_tokens,
    coalesce(readings.calls, readings.parts) as calls,
    readings.seconds,
    readings.started_at
from readings
join revisions on revisions.id = readings.revision_id
join artifacts on artifacts.id = revisions.artifact_id
join sources on sources.id = readings.source_id
left join rounds on rounds.id = readings.round_id
where sources.kind <> 'check' and readings.provider <> 'me';
