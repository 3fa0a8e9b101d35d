-- Two texts beside each other and one question; the same however they are named, so the lower key stands first.
create table comparisons (
    id integer primary key,
    low_revision_id integer not null references revisions (id),
    high_revision_id integer not null references revisions (id),
    question text not null,
    asked text not null,  -- sha256 of all that readers are told beside who they are
    seed integer not null,  -- the order in which the person sees the texts is drawn from it
    compared_at text not null,
    shown_at text,  -- when names and what readers chose were first shown; null while the person can still choose blind
    check (low_revision_id < high_revision_id),
    unique (low_revision_id, high_revision_id, asked)
) strict;

create index comparisons_of_a_revision on comparisons (high_revision_id);

-- A reader asked about them in one order: in no round, no concern and no ruling.
create table comparison_readings (
    id integer primary key,
    comparison_id integer not null references comparisons (id),
    source_id integer not null references sources (id),
    provider text not null,
    model text not null,  -- as it was asked for
    effort text not null,
    first_revision_id integer not null references revisions (id),  -- which stood first
    chosen_revision_id integer references revisions (id),  -- null for no difference, and where it failed
    prompt_sha256 text not null,
    state text not null check (state in ('finished', 'failed')),
    body text not null check (json_valid(body)),  -- the reading, with its answer as it came
    asked_at text not null,
    check (chosen_revision_id is null or state = 'finished')
) strict;

create index comparison_readings_of_a_comparison on comparison_readings (comparison_id);
create index comparison_readings_of_a_source on comparison_readings (source_id);
create index comparison_readings_by_the_first on comparison_readings (first_revision_id);
create index comparison_readings_by_what_was_chosen on comparison_readings (chosen_revision_id);

-- What the person chose, in order; the first blind one that stands is what readers are held against.
create table comparison_choices (
    id integer primary key,
    comparison_id integer not null references comparisons (id),
    chosen_revision_id integer references revisions (id),  -- null for no difference
    blind integer not null check (blind in (0, 1)),  -- 1: neither the names nor what readers chose had been shown
    undone integer not null default 0 check (undone in (0, 1)),
    chosen_at text not null,
    undone_at text
) strict;

create index comparison_choices_of_a_comparison on comparison_choices (comparison_id);
create index comparison_choices_by_what_was_chosen on comparison_choices (chosen_revision_id);

create trigger comparison_choices_are_only_undone
before update of comparison_id, chosen_revision_id, blind, chosen_at on comparison_choices
begin
    select raise(abort, 'a choice is never changed, only undone');
end;
