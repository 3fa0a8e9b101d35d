create view marks_of_others as
-- What other people marked, as their exports had it: one row per mark that stands, the concern that it is
-- about where that is known here. None of it is in any of this person's rates.
select
    said_by_others.artifact_id,
    said_by_others.marker,
    coalesce(placements.concern_id, said_by_others.concern_id) as concern_id,
    said_by_others.finding_id,
    said_by_others.answer_id,
    said_by_others.reading_id,
    iif(
        json_extract(said_by_others.body, '$.what') = 'overlooked',
        'hit',
        json_extract(said_by_others.body, '$.value')
    ) as mark,
    json_extract(said_by_others.body, '$.reason') as reason,
    json_extract(said_by_others.body, '$.inside') as inside,
    json_extract(said_by_others.body, '$.at') as decided_at
from said_by_others
left join placements on placements.finding_id = said_by_others.finding_id
where
    said_by_others.type = 'decision'
    and json_extract(said_by_others.body, '$.what') in ('mark', 'overlooked')
    and json_extract(said_by_others.body, '$.undone') = 0;
