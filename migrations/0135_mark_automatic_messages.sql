-- Whether no person decided to send a message: its e-mail says so, so that no out-of-office reply answers it.
-- Locks: communications, for a moment.

ALTER TABLE communications ADD COLUMN automatic boolean NOT NULL DEFAULT false;
