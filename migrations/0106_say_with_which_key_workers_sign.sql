-- So that `flask doctor` and `/readyz` notice a worker with another SECRET_KEY, whose links in mails do not work.
-- Locks: `workers` for a moment; no request reads or writes it.

ALTER TABLE workers ADD COLUMN IF NOT EXISTS secret_key_check text;
