create view answers_with_marks as
-- Every judge's answer with the mark that holds for it: a fail has its finding's, any other one the last
-- decision on an answer to the same question wording on the same revision. The person's own answers
-- (provider me) have none but that of a fail's finding. A question that several parts of a text fail is a
-- miss only where each of its findings is.
with latest as (
    select
        answers.source_id,
        readings.revision_id,
        max(decisions.id) as decision_id,  -- mark, reason and blind are those of this row
        decisions.value as mark,
        decisions.reason,
        decisions.blind
    from decisions
    join answers on answers.id = decisions.answer_id
    join readings on readings.id = answers.reading_id
    where decisions.undone = 0 and decisions.what = 'mark'
    group by answers.source_id, readings.revision_id
)

select
    answers.id as answer_id,
    artifacts.path,
    revisions.number as revision,
    rounds.number as round,
    sources.name as question,
    sources.wording,
    readings.provider,
    readings.model,
    readings.trial,
    answers.value,
    answers.first_value,
    answers.quote,
    answers.reason,
    iif(answers.value = 'fails', raised.mark, latest.mark) as mark,
    iif(answers.value = 'fails', raised.reason, latest.reason) as mark_reason,
    iif(answers.value = 'fails', 0, coalesce(latest.blind, 0)) as blind,
    readings.withdrawn_at
from answers
join readings on readings.id = answers.reading_id
join revisions on revisions.id = readings.revision_id
join artifacts on artifacts.id = revisions.artifact_id
join sources on sources.id = answers.source_id
left join rounds on rounds.id = readings.round_id
left join latest
    on latest.source_id = answers.source_id
    and latest.revision_id = readings.revision_id
    and readings.provider <> 'me'
left join findings_with_marks as raised
    on raised.finding_id = (
        select fails.id
        from findings as fails
        join findings_with_marks as marked on marked.finding_id = fails.id
        where
            fails.reading_id = answers.reading_id
            and fails.asks = answers.question
            and fails.kind = 'fails'
        order by marked.mark is 'miss', fails.id
        limit 1
    );
