create view findings_with_marks as
-- Every finding with the words it is about and the mark that holds for it: the one made on it inside an
-- opened concern, else its concern's, else its own.
select
    findings.id as finding_id,
    placements.concern_id,
    artifacts.path,
    revisions.number as revision,
    rounds.number as round,
    sources.kind as source_kind,
    sources.name as source,
    sources.wording,
    readings.provider,
    readings.model,
    findings.kind,
    findings.asks,
    findings.quote,
    findings.problem,
    findings.consequence,
    findings.change,
    case
        when own.inside = 1 then own.mark
        when shared.mark is not null then shared.mark
        else own.mark
    end as mark,
    case
        when own.inside = 1 then own.reason
        when shared.mark is not null then shared.reason
        else own.reason
    end as reason,
    findings.withdrawn_at
from findings
join revisions on revisions.id = findings.revision_id
join artifacts on artifacts.id = revisions.artifact_id
join sources on sources.id = findings.source_id
left join readings on readings.id = findings.reading_id
left join rounds on rounds.id = readings.round_id
left join placements on placements.finding_id = findings.id
left join current_marks as own on own.finding_id = findings.id
left join concern_marks as shared on shared.concern_id = placements.concern_id
where
    findings.kind <> 'overlooked'
    -- Taken back is what the person added last, so it is in the concern that it was added as.
    or not exists (
        select 1
        from decisions
        where
            decisions.concern_id = placements.concern_id
            and decisions.what = 'overlooked'
            and decisions.undone = 1
    );
