create view current_marks as
-- The person's marks that stand: one row per concern, finding, answer or reading that was marked. A merge or
-- a split says which marks stand from then on about the concerns and findings that it touches.
with made as (
    select
        id as since,
        what = 'mark' as is_mark,
        concern_id,
        finding_id,
        answer_id,
        reading_id,
        id as decision_id,
        inside
    from decisions
    where undone = 0 and what in ('mark', 'overlooked')
    union all
    select
        decisions.id as since,
        1 as is_mark,
        json_extract(held.value, '$.concern') as concern_id,
        json_extract(held.value, '$.finding') as finding_id,
        null as answer_id,
        null as reading_id,
        json_extract(held.value, '$.mark') as decision_id,  -- null: no mark stands
        0 as inside
    from decisions, json_each(decisions.value, '$.held') as held
    where decisions.undone = 0 and decisions.what in ('merge', 'split')
),

latest as (
    select
        *,
        row_number() over (
            partition by concern_id, finding_id, answer_id, reading_id
            order by is_mark desc, since desc
        ) as place
    from made
)

select
    decisions.artifact_id,
    latest.concern_id,
    latest.finding_id,
    latest.answer_id,
    latest.reading_id,
    -- A problem that the person adds is a hit until it is marked otherwise.
    iif(decisions.what = 'overlooked', 'hit', decisions.value) as mark,
    decisions.reason,
    decisions.blind,
    latest.inside,
    decisions.decided_at
from latest
join decisions on decisions.id = latest.decision_id
where latest.place = 1 and (decisions.what = 'overlooked' or decisions.value is not null);
