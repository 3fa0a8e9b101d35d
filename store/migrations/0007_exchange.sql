-- What others said comes in from their exports, and findings of reviewers outside Workbench have sources.
create table new_sources (
    id integer primary key,
    kind text not null
    check (kind in ('reader', 'rubric', 'question', 'questions', 'matcher', 'check', 'person', 'outside')),
    name text not null,
    wording text not null,  -- sha256 of the text that defines it; empty for the person
    first_seen_at text not null,
    body text,  -- the text of that wording; null where it was not kept
    unique (kind, name, wording)
) strict;
insert into new_sources (id, kind, name, wording, first_seen_at, body)
select id, kind, name, wording, first_seen_at, body from sources;
drop table sources;
alter table new_sources rename to sources;

-- Who made marks: a random name for whoever works with this database, and those of other exports.
create table markers (
    id text primary key,
    mine integer not null check (mine in (0, 1)),  -- 1: the person at this database, here or on another machine
    here integer not null check (here in (0, mine)),  -- 1: the name under which this database exports
    first_seen_at text not null
) strict, without rowid;

-- By which an artifact is told again in an export; several where two became one.
create table exchanged_artifacts (
    id text primary key,
    artifact_id integer not null references artifacts (id),
    own integer not null check (own in (0, 1))  -- 1: the one that is written to an export
) strict, without rowid;
create index exchanged_artifacts_of_an_artifact on exchanged_artifacts (artifact_id);

alter table concerns add column exchange_id text;  -- by which it is told again in an export; null until one was made
create index concerns_by_exchange_id on concerns (exchange_id) where exchange_id is not null;
alter table placements add column imported integer not null default 0 check (imported in (0, 1));  -- 1: as an export had it
alter table decisions add column marker text;  -- of the person on another machine; null where made here
alter table decisions add column turned_at text;  -- when it was last taken back or restored

-- Those of another machine come in later than they were made, so that time is their order.
drop index decisions_of_an_artifact;
create index decisions_of_an_artifact on decisions (artifact_id, decided_at, id);

-- What another person said, kept as it came: in none of this person's marks, rates or rounds.
create table said_by_others (
    artifact_id integer not null references artifacts (id),
    type text not null,  -- of the line of the export
    key text not null,
    marker text not null,
    place text not null,  -- among what that person said: as it sorts
    body text not null check (json_valid(body)),  -- the line
    finding_id integer references findings (id),  -- what it is about here; all null where that is not known
    concern_id integer references concerns (id),
    answer_id integer references answers (id),
    reading_id integer references readings (id),
    primary key (artifact_id, type, key)
) strict, without rowid;
create index said_by_others_of_a_finding on said_by_others (finding_id) where finding_id is not null;
create index said_by_others_of_a_concern on said_by_others (concern_id) where concern_id is not null;
create index said_by_others_of_an_answer on said_by_others (answer_id) where answer_id is not null;
create index said_by_others_of_a_reading on said_by_others (reading_id) where reading_id is not null;
