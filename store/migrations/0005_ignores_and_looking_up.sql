-- A comment in a text that has a check's faults ignored is heeded once the person accepted it, exactly as it stands.
create table accepted_ignores (
    artifact_id integer not null references artifacts (id),
    comment text not null,
    accepted_at text not null,
    primary key (artifact_id, comment)
) strict, without rowid;

-- What stood at a place, and what the repository said of it, when the person marked that they can't tell.
create table looked_up (
    decision_id integer primary key references decisions (id),
    place text not null,  -- sha256 of the block of the text
    evidence text  -- sha256 of the repository's lines that were shown; null where none were asked for
) strict;
