-- A text may be taken off the list of texts; everything about it stays.
alter table artifacts add column unlisted_at text;  -- when it was; null while it is listed
