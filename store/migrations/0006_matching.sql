-- A source may be the call that settles which findings are the same concern.
create table new_sources (
    id integer primary key,
    kind text not null
    check (kind in ('reader', 'rubric', 'question', 'questions', 'matcher', 'check', 'person')),
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
