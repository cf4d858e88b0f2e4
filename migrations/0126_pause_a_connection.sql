-- Until when a platform takes no more requests of a connection: its rate limit is that of all runs together.
-- Locks: integrations, for a moment.

ALTER TABLE integrations ADD COLUMN paused_until timestamptz;
