CREATE TABLE artifacts (
    id integer primary key,
    identity text not null unique,  -- git:<remote>#<path in the repository>, else path:<absolute path>
    path text not null,  -- where it was last opened
    kind text not null check (kind in ('readme', 'article', 'taglines')),
    intent text,  -- the author's sentence; null until given
    created_at text not null
, left_at text, left_revision_id integer references revisions (id), left_place text check (left_place is null or json_valid(left_place)), unlisted_at text, written_with text) strict;
CREATE TABLE revisions (
    id integer primary key,
    artifact_id integer not null references artifacts (id),
    number integer not null check (number > 0),
    sha256 text not null check (length(sha256) = 64),  -- of the file's bytes
    notices text not null check (json_valid(notices)),
    created_at text not null,
    text text not null,  -- as decoded; every span counts its code points
    unique (artifact_id, number),
    unique (artifact_id, sha256),
    unique (artifact_id, id)
) strict;
CREATE TABLE rounds (
    id integer primary key,
    artifact_id integer not null references artifacts (id),
    revision_id integer not null references revisions (id),
    number integer not null check (number > 0),
    planned text not null check (json_valid(planned)),  -- [{"kind", "name", "wording", "trial"}]
    state text not null check (state in ('running', 'complete', 'incomplete')),
    ruling text check (ruling is null or json_valid(ruling)),  -- {"value", "caps", "verdicts", "waived", "complete"}
    started_at text not null,
    ended_at text, freeze integer not null default 0 check (freeze in (0, 1)), frozen_by text,
    unique (artifact_id, number),
    unique (revision_id, id),
    foreign key (artifact_id, revision_id) references revisions (artifact_id, id),
    check ((state = 'running') = (ended_at is null)),
    check ((state = 'running') = (ruling is null))
) strict;
CREATE TABLE readings (
    id integer primary key,
    revision_id integer not null references revisions (id),
    round_id integer references rounds (id),  -- null for a check, which belongs to the revision
    source_id integer not null references sources (id),
    trial integer not null check (trial > 0),
    state text not null check (state in ('finished', 'failed', 'stopped')),
    provider text not null,
    model text not null,
    effort text not null,
    prompt_sha256 text not null,
    about text not null,
    for_whom text not null,
    verdict text check (verdict in ('Publishable', 'Fix', 'Rewrite')),
    why text not null,
    worst text not null check (json_valid(worst)),  -- [{"quote", "why", "span"}]
    failure_kind text,
    failure_message text,
    failure_retry_after real,  -- seconds
    failure_request_id text,
    input_tokens integer,  -- neither read from nor written to a cache; null: the provider gave no figures
    output_tokens integer,
    cache_read_tokens integer,
    cache_written_tokens integer,
    seconds real not null,
    stop_reason text not null,
    request_id text not null,
    notes text not null check (json_valid(notes)),
    started_at text,
    ended_at text,
    withdrawn_at text, parts integer not null default 1 check (parts > 0), cache_written_1h_tokens integer, calls integer, estimated_tokens integer, asked text not null default '', passages integer not null default 0,  -- when a later run of the checks left it out; null while it stands
    unique (revision_id, id),
    foreign key (revision_id, round_id) references rounds (revision_id, id),
    check ((failure_kind is null) = (failure_message is null))
) strict;
CREATE INDEX readings_of_a_round on readings (round_id) where round_id is not null;
CREATE INDEX readings_of_a_source on readings (source_id);
CREATE TABLE raw_answers (
    reading_id integer primary key references readings (id),
    text text not null  -- as it came
) strict;
CREATE TABLE findings (
    id integer primary key,
    revision_id integer not null references revisions (id),
    reading_id integer references readings (id),  -- null for a problem that the person added
    source_id integer not null references sources (id),
    kind text not null
    check (kind in ('finding', 'lost interest', 'one fix', 'fails', 'fault', 'overlooked')),
    quote text not null,
    problem text not null,
    consequence text not null,
    change text not null,
    fixable_by text check (fixable_by in ('wording', 'structure', 'content', 'code')),
    asks text not null,  -- what its source reads for; a question's or check's id
    span_start integer,  -- null where the quote was not found
    span_end integer,
    span_how text check (span_how in ('exact', 'folded', 'close')),
    evidence text not null check (json_valid(evidence)),  -- [{"path", "line", "text"}]
    expected text,
    on_fail text check (on_fail in ('note', 'fix', 'rewrite')),
    withdrawn_at text,  -- when a later run of its check no longer raised it; null while it stands
    foreign key (revision_id, reading_id) references readings (revision_id, id),
    check ((kind = 'overlooked') = (reading_id is null)),
    check ((span_start is null) = (span_end is null) and (span_start is null) = (span_how is null)),
    check (span_start >= 0 and span_end >= span_start)
) strict;
CREATE INDEX findings_of_a_reading on findings (reading_id);
CREATE INDEX findings_of_a_revision on findings (revision_id);
CREATE INDEX findings_of_a_source on findings (source_id);
CREATE TABLE answers (
    id integer primary key,
    reading_id integer not null references readings (id),
    source_id integer not null references sources (id),
    question text not null,
    value text not null check (value in ('meets', 'fails', 'cannot tell', 'does not apply')),
    quote text not null,
    reason text not null,
    consequence text not null,
    span_start integer,
    span_end integer,
    span_how text check (span_how in ('exact', 'folded', 'close')),
    dominant integer not null check (dominant in (0, 1)),
    on_fail text not null check (on_fail in ('note', 'fix', 'rewrite')),
    first_value text  -- before its challenge; null where it stood unchanged
    check (first_value in ('meets', 'fails', 'cannot tell', 'does not apply')),
    challenge text not null,
    check ((span_start is null) = (span_end is null) and (span_start is null) = (span_how is null)),
    check (span_start >= 0 and span_end >= span_start)
) strict;
CREATE INDEX answers_of_a_reading on answers (reading_id);
CREATE INDEX answers_of_a_source on answers (source_id);
CREATE TABLE concerns (
    id integer primary key,
    artifact_id integer not null references artifacts (id),
    created_at text not null
, exchange_id text) strict;
CREATE INDEX concerns_of_an_artifact on concerns (artifact_id);
CREATE TABLE placements (
    finding_id integer primary key references findings (id),
    concern_id integer not null references concerns (id),
    why text not null,
    placed_by text not null check (placed_by in ('rules', 'model', 'person')),
    placed_at text not null
, imported integer not null default 0 check (imported in (0, 1))) strict;
CREATE INDEX placements_in_a_concern on placements (concern_id);
CREATE TABLE consents (
    artifact_id integer not null references artifacts (id),
    destination text not null,
    given_at text not null,
    primary key (artifact_id, destination)
) strict, without rowid;
CREATE TABLE view_versions (
    name text primary key,
    sha256 text not null  -- of the file that made the view
) strict, without rowid;
CREATE INDEX artifacts_left_at_a_revision on artifacts (left_revision_id);
CREATE TABLE text_questions (
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
CREATE INDEX text_questions_of_an_artifact on text_questions (artifact_id);
CREATE INDEX text_questions_of_a_revision on text_questions (revision_id);
CREATE INDEX text_questions_of_a_reading on text_questions (reading_id);
CREATE TABLE own_answers (
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
CREATE INDEX own_answers_to_a_source on own_answers (source_id);
CREATE TABLE previews (
    artifact_id integer primary key references artifacts (id),
    path text not null unique,  -- where the artifact was opened
    body text not null check (json_valid(body)),
    saved_at text not null
) strict;
CREATE TABLE accepted_ignores (
    artifact_id integer not null references artifacts (id),
    comment text not null,
    accepted_at text not null,
    primary key (artifact_id, comment)
) strict, without rowid;
CREATE TABLE looked_up (
    decision_id integer primary key references decisions (id),
    place text not null,  -- sha256 of the block of the text
    evidence text  -- sha256 of the repository's lines that were shown; null where none were asked for
) strict;
CREATE TABLE "sources" (
    id integer primary key,
    kind text not null
    check (kind in ('reader', 'rubric', 'question', 'questions', 'matcher', 'check', 'person', 'outside')),
    name text not null,
    wording text not null,  -- sha256 of the text that defines it; empty for the person
    first_seen_at text not null,
    body text,  -- the text of that wording; null where it was not kept
    unique (kind, name, wording)
) strict;
CREATE TABLE markers (
    id text primary key,
    mine integer not null check (mine in (0, 1)),  -- 1: the person at this database, here or on another machine
    here integer not null check (here in (0, mine)),  -- 1: the name under which this database exports
    first_seen_at text not null
) strict, without rowid;
CREATE TABLE exchanged_artifacts (
    id text primary key,
    artifact_id integer not null references artifacts (id),
    own integer not null check (own in (0, 1))  -- 1: the one that is written to an export
) strict, without rowid;
CREATE INDEX exchanged_artifacts_of_an_artifact on exchanged_artifacts (artifact_id);
CREATE INDEX concerns_by_exchange_id on concerns (exchange_id) where exchange_id is not null;
CREATE TABLE said_by_others (
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
CREATE INDEX said_by_others_of_a_finding on said_by_others (finding_id) where finding_id is not null;
CREATE INDEX said_by_others_of_a_concern on said_by_others (concern_id) where concern_id is not null;
CREATE INDEX said_by_others_of_an_answer on said_by_others (answer_id) where answer_id is not null;
CREATE INDEX said_by_others_of_a_reading on said_by_others (reading_id) where reading_id is not null;
CREATE TABLE made_of (
    reading_id integer primary key references readings (id),
    body text not null check (json_valid(body))  -- {"told", "kind", "facts", "questions", "parts", "rubric", "sent"}
) strict;
CREATE TABLE replayed_readings (
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
CREATE INDEX replayed_readings_of_a_revision on replayed_readings (revision_id);
CREATE INDEX replayed_readings_of_a_source on replayed_readings (source_id);
CREATE TABLE replay_looks (
    id integer primary key,
    kind text not null,
    name text not null,  -- of the source that was replayed
    new_wording text not null,
    old_wording text not null,
    looked_at text not null
) strict;
CREATE TABLE "decisions" (
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
CREATE INDEX decisions_of_an_artifact on decisions (artifact_id, decided_at, id);
CREATE INDEX decisions_on_a_concern on decisions (concern_id) where concern_id is not null;
CREATE INDEX decisions_on_a_finding on decisions (finding_id) where finding_id is not null;
CREATE INDEX decisions_on_an_answer on decisions (answer_id) where answer_id is not null;
CREATE INDEX decisions_on_a_reading on decisions (reading_id) where reading_id is not null;
CREATE INDEX decisions_made_blind on decisions (what) where what in ('answered', 'again');
CREATE TRIGGER decisions_are_only_undone
before update of
    id, artifact_id, concern_id, finding_id, answer_id, reading_id, what, value, reason, blind, inside,
    decided_at
on decisions
begin
    select raise(abort, 'a decision is never changed, only undone');
end;
CREATE TABLE plantings (
    id integer primary key,
    path text not null,  -- of the original
    copy text not null,  -- where the copy was written
    kind text not null,
    copy_sha256 text not null,  -- of the copy's text with plain newlines
    body text not null check (json_valid(body)),  -- the copy's text and its key
    planted_at text not null,
    unique (path, copy_sha256)
) strict;
CREATE TABLE planted_readings (
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
CREATE INDEX planted_readings_of_a_planting on planted_readings (planting_id);
CREATE INDEX planted_readings_of_a_source on planted_readings (source_id);
CREATE TABLE planted_answers (
    id integer primary key,
    planting_id integer not null references plantings (id),
    question text not null,  -- fault, reading and finding
    same integer not null check (same in (0, 1)),
    said_at text not null
) strict;
CREATE INDEX planted_answers_of_a_planting on planted_answers (planting_id);
CREATE TABLE comparisons (
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
CREATE INDEX comparisons_of_a_revision on comparisons (high_revision_id);
CREATE TABLE comparison_readings (
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
CREATE INDEX comparison_readings_of_a_comparison on comparison_readings (comparison_id);
CREATE INDEX comparison_readings_of_a_source on comparison_readings (source_id);
CREATE INDEX comparison_readings_by_the_first on comparison_readings (first_revision_id);
CREATE INDEX comparison_readings_by_what_was_chosen on comparison_readings (chosen_revision_id);
CREATE TABLE comparison_choices (
    id integer primary key,
    comparison_id integer not null references comparisons (id),
    chosen_revision_id integer references revisions (id),  -- null for no difference
    blind integer not null check (blind in (0, 1)),  -- 1: neither the names nor what readers chose had been shown
    undone integer not null default 0 check (undone in (0, 1)),
    chosen_at text not null,
    undone_at text
) strict;
CREATE INDEX comparison_choices_of_a_comparison on comparison_choices (comparison_id);
CREATE INDEX comparison_choices_by_what_was_chosen on comparison_choices (chosen_revision_id);
CREATE TRIGGER comparison_choices_are_only_undone
before update of comparison_id, chosen_revision_id, blind, chosen_at on comparison_choices
begin
    select raise(abort, 'a choice is never changed, only undone');
end;
CREATE TABLE taglines (
    id integer primary key,
    artifact_id integer not null references artifacts (id),
    text text not null,
    parent_id integer references taglines (id),  -- that it was made of by an edit; null for one of the file
    hidden integer not null check (hidden in (0, 1)),  -- 1: not shown and not read any more
    created_at text not null,
    unique (artifact_id, text)
) strict;
CREATE INDEX taglines_of_a_parent on taglines (parent_id) where parent_id is not null;
CREATE TABLE tagline_races (
    artifact_id integer primary key references artifacts (id),
    readers text not null check (json_valid(readers)),  -- their names
    trials integer not null check (trials > 0),  -- of each reader on each line at most
    full integer not null check (full in (0, 1)),  -- 1: no line is left out on the way
    under_title integer not null check (under_title in (0, 1)),
    seed integer not null  -- of the order in which is read
) strict;
CREATE TABLE tagline_questions (
    id integer primary key,
    artifact_id integer not null references artifacts (id),
    ask text not null,
    created_at text not null,
    unique (artifact_id, ask)
) strict;
CREATE TABLE tagline_reads (
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
CREATE UNIQUE INDEX tagline_reads_made_once
on tagline_reads (tagline_id, source_id, stage, trial, title, provider, model, effort)
where state = 'finished';
CREATE INDEX tagline_reads_of_a_source on tagline_reads (source_id);
CREATE TABLE tagline_grades (
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
CREATE INDEX tagline_grades_of_an_artifact on tagline_grades (artifact_id);
CREATE INDEX tagline_grades_of_a_source on tagline_grades (source_id);
CREATE TABLE tagline_marks (
    id integer primary key,  -- later marks have greater ones
    grade_id integer not null references tagline_grades (id),
    mark text check (mark in ('hit', 'miss', 'can''t tell')),  -- null takes the earlier one back
    reason text,
    undone integer not null check (undone in (0, 1)),
    marked_at text not null,
    turned_at text,  -- when it was last taken back
    check (reason is null or mark is not null)
) strict;
CREATE INDEX tagline_marks_on_a_grade on tagline_marks (grade_id);
CREATE TRIGGER tagline_marks_are_only_undone
before update of id, grade_id, mark, reason, marked_at on tagline_marks
begin
    select raise(abort, 'a mark is never changed, only undone');
end;
