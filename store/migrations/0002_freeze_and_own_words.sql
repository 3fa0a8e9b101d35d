-- A source may be the call that asks a text its own questions.
create table new_sources (
    id integer primary key,
    kind text not null check (kind in ('reader', 'rubric', 'question', 'questions', 'check', 'person')),
    name text not null,
    wording text not null,  -- sha256 of the text that defines it; empty for the person
    first_seen_at text not null,
    body text,  -- the text of that wording; null where it was not kept
    unique (kind, name, wording)
) strict;
insert into new_sources select * from sources;
drop table sources;
alter table new_sources rename to sources;

alter table rounds add column freeze integer not null default 0 check (freeze in (0, 1));  -- 1: makes a binding ruling

alter table readings add column parts integer not null default 1 check (parts > 0);  -- in how many parts a long text was read

-- Where the person was when they last left: what comes back after a week is told from here.
alter table artifacts add column left_at text;
alter table artifacts add column left_revision_id integer references revisions (id);
alter table artifacts add column left_place text check (left_place is null or json_valid(left_place));  -- {"kind", "id"}
create index artifacts_left_at_a_revision on artifacts (left_revision_id);

create table text_questions (
    id integer primary key,
    artifact_id integer not null references artifacts (id),
    revision_id integer not null references revisions (id),  -- the first it was asked of
    reading_id integer references readings (id),  -- that made it; null for one the person added
    name text not null,  -- D1, D2, ... derived; P1, P2, ... added by the person
    origin text not null check (origin in ('derived', 'added')),
    ask text not null,
    quote text not null,  -- what in the text gave rise to it; empty for one the person added
    meets text,  -- an example that meets it; null where there is none
    fails text,
    on_fail text not null check (on_fail in ('note', 'fix', 'rewrite')),
    created_at text not null,
    withdrawn_at text,  -- when the person took it away; null while it is asked
    check ((origin = 'derived') = (reading_id is not null))
) strict;

create index text_questions_of_an_artifact on text_questions (artifact_id);
create index text_questions_of_a_revision on text_questions (revision_id);
create index text_questions_of_a_reading on text_questions (reading_id);

-- The person's answers to a rubric, kept one by one until all are given and become a reading.
create table own_answers (
    revision_id integer not null references revisions (id),
    source_id integer not null references sources (id),  -- the question at its exact wording
    value text not null check (value in ('meets', 'fails', 'cannot tell', 'does not apply')),
    reason text not null,
    quote text not null,
    span_start integer,
    span_end integer,
    answered_at text not null,
    primary key (revision_id, source_id),
    check ((span_start is null) = (span_end is null)),
    check (span_start >= 0 and span_end >= span_start)
) strict, without rowid;

create index own_answers_to_a_source on own_answers (source_id);

-- The list as it was last painted, to show something while everything else is still being opened.
create table previews (
    artifact_id integer primary key references artifacts (id),
    path text not null unique,  -- where the artifact was opened
    body text not null check (json_valid(body)),
    saved_at text not null
) strict;

-- Decisions may merge and split concerns, and say whether a reader took the text for what it is.
create table new_decisions (
    id integer primary key,  -- later decisions have greater ones
    artifact_id integer not null references artifacts (id),
    concern_id integer references concerns (id),
    finding_id integer references findings (id),
    answer_id integer references answers (id),
    reading_id integer references readings (id),  -- what a reader said that the text is about
    what text not null check (what in ('mark', 'defer', 'note', 'overlooked', 'merge', 'split')),
    value text,  -- hit, miss, can't tell; a note's text; yes; for merge and split {"findings": {key: {"concern", "why", "by"}}, "held"}; null takes the earlier one back
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
    check (what not in ('merge', 'split') or (concern_id is not null and json_valid(value))),
    check (reason is null or what = 'mark'),
    check (undone >= dropped)
) strict;
insert into new_decisions (
    id, artifact_id, concern_id, finding_id, answer_id, what, value, reason, blind, inside, undone, dropped, decided_at
)
select
    id, artifact_id, concern_id, finding_id, answer_id, what, value, reason, blind, inside, undone, dropped, decided_at
from decisions;
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
