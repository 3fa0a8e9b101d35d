-- The model that was asked, which its service may name otherwise: so that a reading is not paid for twice.
alter table readings add column asked text not null default '';  -- empty: not kept, or nobody was asked
