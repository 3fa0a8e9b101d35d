-- The person may answer a judge's question, or mark again what they had marked, without seeing what was said.
create table new_decisions (
    id integer primary key,  -- later decisions have greater ones
    artifact_id integer not null references artifacts (id),
    concern_id integer references concerns (id),
    finding_id integer references findings (id),
    answer_id integer references answers (id),
    reading_id integer references readings (id),  -- what a reader said that the text is about
    what text not null
    check (what in ('mark', 'defer', 'fixed', 'note', 'overlooked', 'merge', 'split', 'answered', 'again')),
    value text,  -- hit, miss, can't tell, also for again; a note's text; yes; for answered meets, fails, cannot tell or does not apply; for fixed the key of the revision that it is fixed in; for merge and split {"findings": {key: {"concern", "why", "by"}}, "held"}; null takes the earlier one back
    reason text,
    blind integer not null check (blind in (0, 1)),  -- 1: the source's own answer, or the earlier mark, was hidden
    inside integer not null check (inside in (0, 1)),  -- 1: for this finding alone, in an opened concern
    undone integer not null check (undone in (0, 1)),
    dropped integer not null check (dropped in (0, 1)),  -- 1: undone, and no redo brings it back
    decided_at text not null,
    marker text,  -- of the person on another machine; null where made here
    turned_at text,  -- when it was last taken back or restored
    check (
        (concern_id is not null) + (finding_id is not null) + (answer_id is not null) + (reading_id is not null)
        = 1
    ),
    check (what not in ('mark', 'again') or value in ('hit', 'miss', 'can''t tell')),
    check (what <> 'defer' or value = 'yes'),
    check (what <> 'fixed' or cast(value as integer) > 0),
    check (what <> 'fixed' or (answer_id is null and reading_id is null)),
    check (what not in ('merge', 'split') or (concern_id is not null and json_valid(value))),
    check (what <> 'answered' or value in ('meets', 'fails', 'cannot tell', 'does not apply')),
    check (what <> 'answered' or answer_id is not null),
    check (what not in ('answered', 'again') or (blind = 1 and value is not null)),
    check (reason is null or what = 'mark'),
    check (undone >= dropped)
) strict;
insert into new_decisions (
    id, artifact_id, concern_id, finding_id, answer_id, reading_id, what, value, reason, blind, inside, undone,
    dropped, decided_at, marker, turned_at
)
select
    id, artifact_id, concern_id, finding_id, answer_id, reading_id, what, value, reason, blind, inside, undone,
    dropped, decided_at, marker, turned_at
from decisions;
drop table decisions;
alter table new_decisions rename to decisions;

create index decisions_of_an_artifact on decisions (artifact_id, decided_at, id);
create index decisions_on_a_concern on decisions (concern_id) where concern_id is not null;
create index decisions_on_a_finding on decisions (finding_id) where finding_id is not null;
create index decisions_on_an_answer on decisions (answer_id) where answer_id is not null;
create index decisions_on_a_reading on decisions (reading_id) where reading_id is not null;
create index decisions_made_blind on decisions (what) where what in ('answered', 'again');

create trigger decisions_are_only_undone
before update of
    id, artifact_id, concern_id, finding_id, answer_id, reading_id, what, value, reason, blind, inside,
    decided_at
on decisions
begin
    select raise(abort, 'a decision is never changed, only undone');
end;
