-- An erasure that a retention schedule asked for is refused when its record is in use again.
-- Locks: `erasures` for a moment; nothing of it is read or written.

ALTER TABLE erasures ADD COLUMN destroy_after date;
