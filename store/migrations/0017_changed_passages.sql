-- How many changed passages a judge was shown of a text, without the rest of it: no ruling rests on such a reading.
alter table readings add column passages integer not null default 0;  -- 0: all of it was read
