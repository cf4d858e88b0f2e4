-- Whether what a client seems to have written by mail came from an address that is not on file.

ALTER TABLE communications ADD COLUMN from_other_address boolean NOT NULL DEFAULT false;
