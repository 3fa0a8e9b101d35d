-- What a prompt was made of beside the text and its source's words, so that it can be built again.
create table made_of (
    reading_id integer primary key references readings (id),
    body text not null check (json_valid(body))  -- {"told", "kind", "facts", "questions", "parts", "rubric", "sent"}
) strict;

-- Readings that compare two wordings, models or efforts: in no round, no concern and no rate.
create table replayed_readings (
    id integer primary key,
    revision_id integer not null references revisions (id),
    source_id integer not null references sources (id),
    trial integer not null check (trial > 0),
    provider text not null,
    model text not null,  -- as it was asked for
    effort text not null,
    prompt_sha256 text not null,
    state text not null check (state in ('finished', 'failed')),
    body text not null check (json_valid(body)),  -- the reading, with its findings and its answer as it came
    read_at text not null
) strict;

create index replayed_readings_of_a_revision on replayed_readings (revision_id);
create index replayed_readings_of_a_source on replayed_readings (source_id);

-- Each time that somebody looked at how the texts came out that were kept apart for testing.
create table replay_looks (
    id integer primary key,
    kind text not null,
    name text not null,  -- of the source that was replayed
    new_wording text not null,
    old_wording text not null,
    looked_at text not null
) strict;
