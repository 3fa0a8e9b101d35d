-- Lines that are tried on readers: those that a file held, and those that the person made of them.
create table taglines (
    id integer primary key,
    artifact_id integer not null references artifacts (id),
    text text not null,
    parent_id integer references taglines (id),  -- that it was made of by an edit; null for one of the file
    hidden integer not null check (hidden in (0, 1)),  -- 1: not shown and not read any more
    created_at text not null,
    unique (artifact_id, text)
) strict;

create index taglines_of_a_parent on taglines (parent_id) where parent_id is not null;

-- How an artifact's lines were read last, so that they are counted and read on in the same way.
create table tagline_races (
    artifact_id integer primary key references artifacts (id),
    readers text not null check (json_valid(readers)),  -- their names
    trials integer not null check (trials > 0),  -- of each reader on each line at most
    full integer not null check (full in (0, 1)),  -- 1: no line is left out on the way
    under_title integer not null check (under_title in (0, 1)),
    seed integer not null  -- of the order in which is read
) strict;

create table tagline_questions (
    id integer primary key,
    artifact_id integer not null references artifacts (id),
    ask text not null,
    created_at text not null,
    unique (artifact_id, ask)
) strict;

-- What one reader took one line for, once.
create table tagline_reads (
    id integer primary key,
    tagline_id integer not null references taglines (id),
    source_id integer not null references sources (id),
    stage text not null check (stage in ('race', 'final')),  -- final: made to decide, after others were left out
    trial integer not null check (trial > 0),  -- within its stage
    title text not null,  -- what the line stood under; empty where it was read alone
    state text not null check (state in ('finished', 'failed')),
    what text not null,
    for_whom text not null,
    thought text not null,
    provider text not null,
    model text not null,  -- as it was asked for
    effort text not null,
    prompt_sha256 text not null,
    failure_kind text,
    failure_message text,
    input_tokens integer,  -- null: the provider gave no figures
    output_tokens integer,
    cache_read_tokens integer,
    cache_written_tokens integer,
    seconds real not null,
    raw text not null,  -- the answer as it came
    read_at text not null,
    check ((state = 'failed') = (failure_kind is not null)),
    check ((failure_kind is null) = (failure_message is null))
) strict;

create unique index tagline_reads_made_once
on tagline_reads (tagline_id, source_id, stage, trial, title, provider, model, effort)
where state = 'finished';
create index tagline_reads_of_a_source on tagline_reads (source_id);

-- What the grader said of one answer, however many readers gave it.
create table tagline_grades (
    id integer primary key,
    artifact_id integer not null references artifacts (id),
    source_id integer not null references sources (id),
    reference text not null,  -- your sentence about the artifact
    question text not null,  -- yours; empty for whether the reader took it for what the sentence says
    answer text not null,  -- the reader's, as the grader saw it
    state text not null check (state in ('finished', 'failed')),
    value text not null check (value in ('right', 'wrong', 'cannot tell')),
    quote text not null,
    reason text not null,
    found integer not null check (found in (0, 1)),  -- 1: the quote stands in the answer
    provider text not null,
    model text not null,
    effort text not null,
    prompt_sha256 text not null,
    failure_kind text,
    failure_message text,
    input_tokens integer,
    output_tokens integer,
    cache_read_tokens integer,
    cache_written_tokens integer,
    seconds real not null,
    raw text not null,
    graded_at text not null,
    check ((state = 'failed') = (failure_kind is not null)),
    check ((failure_kind is null) = (failure_message is null))
) strict;

create index tagline_grades_of_an_artifact on tagline_grades (artifact_id);
create index tagline_grades_of_a_source on tagline_grades (source_id);

-- Your marks on grades: no decisions, for those of a README's line must not be undone by its review.
create table tagline_marks (
    id integer primary key,  -- later marks have greater ones
    grade_id integer not null references tagline_grades (id),
    mark text check (mark in ('hit', 'miss', 'can''t tell')),  -- null takes the earlier one back
    reason text,
    undone integer not null check (undone in (0, 1)),
    marked_at text not null,
    turned_at text,  -- when it was last taken back
    check (reason is null or mark is not null)
) strict;

create index tagline_marks_on_a_grade on tagline_marks (grade_id);

create trigger tagline_marks_are_only_undone
before update of id, grade_id, mark, reason, marked_at on tagline_marks
begin
    select raise(abort, 'a mark is never changed, only undone');
end;
