create view current_marks as
-- The person's marks that stand: one row per concern, finding or answer that was marked.
with latest as (
    select
        *,
        -- A problem that the person adds is a hit until it is marked otherwise.
        iif(what = 'overlooked', 'hit', value) as mark,
        row_number() over (
            partition by concern_id, finding_id, answer_id
            order by what = 'mark' desc, id desc
        ) as place
    from decisions
    where undone = 0 and what in ('mark', 'overlooked')
)

select artifact_id, concern_id, finding_id, answer_id, mark, reason, blind, inside, decided_at
from latest
where place = 1 and mark is not null;
