-- Copies of texts with planted faults, and the keys to them: no artifacts, and on no list of texts.
create table plantings (
    id integer primary key,
    path text not null,  -- of the original
    copy text not null,  -- where the copy was written
    kind text not null,
    copy_sha256 text not null,  -- of the copy's text with plain newlines
    body text not null check (json_valid(body)),  -- the copy's text and its key
    planted_at text not null,
    unique (path, copy_sha256)
) strict;

-- Readings of such copies: in no round, no concern and no rate.
create table planted_readings (
    id integer primary key,
    planting_id integer not null references plantings (id),
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

create index planted_readings_of_a_planting on planted_readings (planting_id);
create index planted_readings_of_a_source on planted_readings (source_id);

-- Whether a finding is about a planted fault, where rules could not tell; the last one holds.
create table planted_answers (
    id integer primary key,
    planting_id integer not null references plantings (id),
    question text not null,  -- fault, reading and finding
    same integer not null check (same in (0, 1)),
    said_at text not null
) strict;

create index planted_answers_of_a_planting on planted_answers (planting_id);
