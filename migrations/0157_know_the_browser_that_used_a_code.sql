-- Keeps a digest of the browser in which a code was entered, so that a button that was pressed twice is not refused.
-- Locks: portal_codes, for a moment; rows are not rewritten.

ALTER TABLE portal_codes ADD COLUMN used_by text;
