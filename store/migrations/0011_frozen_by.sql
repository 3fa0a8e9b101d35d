-- A ruling binds whoever froze it. Of a round that another person froze, `freeze` is 0 and this their marker.
alter table rounds add column frozen_by text;  -- the marker of who froze it elsewhere; null where nobody did, or the person here
