-- The first migration was changed for a while: databases that were made meanwhile lack a column of all others.
-- Locks: `webhooks` for a moment; nothing of it is read or written.

ALTER TABLE webhooks ADD COLUMN IF NOT EXISTS told_at timestamptz;
