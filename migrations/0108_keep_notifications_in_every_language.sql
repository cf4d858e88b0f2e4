-- So that everybody reads the feed and its alerts in their own language.
-- Locks: `notifications` for a moment.

ALTER TABLE notifications ADD COLUMN IF NOT EXISTS translations jsonb NOT NULL DEFAULT '{}';
