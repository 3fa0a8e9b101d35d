create view concern_marks as
-- The mark that holds for each concern: its own, else what the marks made on its findings before they
-- were placed in it agree on.
with early as (
    select
        placements.concern_id,
        max(placements.finding_id) as last_finding_id,  -- mark and reason are those of this row
        current_marks.mark,
        current_marks.reason
    from current_marks
    join placements on placements.finding_id = current_marks.finding_id
    join findings on findings.id = placements.finding_id
    where current_marks.inside = 0 and findings.withdrawn_at is null
    group by placements.concern_id
    having count(distinct current_marks.mark) = 1
)

select
    concerns.id as concern_id,
    concerns.artifact_id,
    coalesce(own.mark, early.mark) as mark,
    iif(own.mark is null, early.reason, own.reason) as reason
from concerns
left join current_marks as own on own.concern_id = concerns.id
left join early on early.concern_id = concerns.id
where
    coalesce(own.mark, early.mark) is not null
    -- What was merged into another concern has no findings any more.
    and exists (select 1 from placements where placements.concern_id = concerns.id);
