-- Keeps what searches find notes by, and why the mail of an invitation was not delivered.
-- Locks: matter_notes and invitations, for a moment; rows are not rewritten.

ALTER TABLE matter_notes ADD COLUMN search_key text NOT NULL DEFAULT '';
ALTER TABLE matter_notes ADD COLUMN updated_at timestamptz NOT NULL DEFAULT 'epoch';
ALTER TABLE matter_notes ALTER COLUMN updated_at SET DEFAULT now();
ALTER TABLE invitations ADD COLUMN mail_error text;
