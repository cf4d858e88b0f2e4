-- The day that the notice of destruction names: it holds whatever the firm's time zone is later.
-- Locks: retention_steps, for a moment.

ALTER TABLE retention_steps ADD COLUMN announced_day date;
