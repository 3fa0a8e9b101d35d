-- The person may say that a concern is fixed: the text was changed so that it is answered.
create table new_decisions (
    id integer primary key,  -- later decisions have greater ones
    artifact_id integer not null references artifacts (id),
    concern_id integer references concerns (id),
    finding_id integer references findings (id),
    answer_id integer references answers (id),
    reading_id integer references readings (id),  -- what a reader said that the text is about
    what text not null check (what in ('mark', 'defer', 'fixed', 'note', 'overlooked', 'merge', 'split')),
    value text,  -- hit, miss, can't tell; a note's text; yes; for fixed the key of the revision that it is fixed in; for merge and split {"findings": {key: {"concern", "why", "by"}}, "held"}; null takes the earlier one back
    reason text,
    blind integer not null check (blind in (0, 1)),  -- 1: the source's own answer was hidden
    inside integer not null check (inside in (0, 1)),  -- 1: for this finding alone, in an opened concern
    undone integer not null check (undone in (0, 1)),
    dropped integer not null check (dropped in (0, 1)),  -- 1: undone, and no redo brings it back
    decided_at text not null,
    check (
        (concern_id is not null) + (finding_id is not null) + (answer_id is not null) + (reading_id is not null)
        = 1
    ),
    check (what <> 'mark' or value in ('hit', 'miss', 'can''t tell')),
    check (what <> 'defer' or value = 'yes'),
    check (what <> 'fixed' or cast(value as integer) > 0),
    check (what <> 'fixed' or (answer_id is null and reading_id is null)),
    check (what not in ('merge', 'split') or (concern_id is not null and json_valid(value))),
    check (reason is null or what = 'mark'),
    check (undone >= dropped)
) strict;
insert into new_decisions select * from decisions;
drop table decisions;
alter table new_decisions rename to decisions;

create index decisions_of_an_artifact on decisions (artifact_id);
create index decisions_on_a_concern on decisions (concern_id) where concern_id is not null;
create index decisions_on_a_finding on decisions (finding_id) where finding_id is not null;
create index decisions_on_an_answer on decisions (answer_id) where answer_id is not null;
create index decisions_on_a_reading on decisions (reading_id) where reading_id is not null;

create trigger decisions_are_only_undone
before update of
    id, artifact_id, concern_id, finding_id, answer_id, reading_id, what, value, reason, blind, inside,
    decided_at
on decisions
begin
    select raise(abort, 'a decision is never changed, only undone');
end;
