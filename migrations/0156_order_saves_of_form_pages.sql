-- Keeps which save of each page of a form was the latest, so that an earlier one that arrives after it changes nothing.
-- Locks: intake_forms, for a moment; rows are not rewritten.

ALTER TABLE intake_forms ADD COLUMN page_saves jsonb;
