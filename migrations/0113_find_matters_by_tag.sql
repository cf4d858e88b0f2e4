-- Finds the matters that have a tag. Not limited to those with tags: the planner reads no statistics of a partial index.
-- Locks: none; the index is built beside the requests.

CREATE INDEX CONCURRENTLY matters_by_tag ON matters USING gin (tag_keys(firm_id, tags));
