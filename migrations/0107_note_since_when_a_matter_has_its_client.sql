-- So that a client's own copy has nothing that was written to the client whom a matter had before.
-- Locks: `matters` for a moment.

ALTER TABLE matters ADD COLUMN client_since timestamptz;
