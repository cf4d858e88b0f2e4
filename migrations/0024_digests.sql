-- The mail of what needs a person today.

ALTER TABLE users
    ADD COLUMN language text NOT NULL DEFAULT 'en',  -- of the pages when the person last signed in
    ADD COLUMN wants_digest boolean NOT NULL DEFAULT true,
    ADD COLUMN digest_on date;  -- the last day for which it was looked whether there is anything to say
CREATE INDEX firms_by_timezone ON firms (timezone);

-- The person whose digest it is.
ALTER TABLE firm_messages
    ADD COLUMN user_id text,
    ADD FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id) ON DELETE CASCADE;

CREATE INDEX intake_links_waiting ON intake_links (firm_id, sent_at)
    WHERE revoked_at IS NULL AND completed_at IS NULL AND expired_at IS NULL;
