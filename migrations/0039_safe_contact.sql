-- How a client may be written to, and what their matter is called in what they get.

ALTER TABLE clients ADD COLUMN contact_preferences jsonb;  -- null: no wish is known
ALTER TABLE matters ADD COLUMN client_label text;  -- null: "your case with <firm>"
ALTER TABLE matter_templates ADD COLUMN leave_button boolean NOT NULL DEFAULT false;  -- pages can be left in one move
