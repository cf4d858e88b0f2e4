-- When the client was written that everything is in.

ALTER TABLE intake_links ADD COLUMN receipt_at timestamptz;
