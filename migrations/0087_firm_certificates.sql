-- The certificate of an erased firm is mailed to those who were its admins.
-- Locks: erasures, for a moment.

ALTER TABLE erasures ADD COLUMN mail_to jsonb NOT NULL DEFAULT '[]';
