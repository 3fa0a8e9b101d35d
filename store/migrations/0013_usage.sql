-- What a reading used is told in more detail; null where that was not kept.
alter table readings add column cache_written_1h_tokens integer;  -- of those written, kept for an hour
alter table readings add column calls integer;  -- answers that were asked for, failed attempts included
alter table readings add column estimated_tokens integer;  -- what was sent, before any service counted it
