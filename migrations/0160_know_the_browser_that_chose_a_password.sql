-- Keeps a digest of the browser in which a password was chosen, so that a button that was pressed twice is not refused.
-- Locks: password_resets, for a moment; rows are not rewritten.

ALTER TABLE password_resets ADD COLUMN used_by text;
