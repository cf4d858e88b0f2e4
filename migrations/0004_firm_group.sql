-- The firm's own affairs: its logo and preferences, the people it invites, how far it has set itself up, what it uses.

ALTER TABLE firms
    DROP COLUMN logo_url,  -- nobody could set it yet; it is told from the key now
    ADD COLUMN logo_key text,
    ADD COLUMN notification_preferences jsonb NOT NULL DEFAULT '{}';

-- Somebody who was asked to join a firm. The link in the mail holds a token of which only the digest is kept; until the
-- mail was sent the token itself is there too, sealed, so that a mail that is sent twice holds the same link.
CREATE TABLE invitations (
    id             text PRIMARY KEY,
    firm_id        text NOT NULL REFERENCES firms,
    email          text NOT NULL,
    email_key      text NOT NULL,
    first_name     text,
    last_name      text,
    role           text NOT NULL CHECK (role IN ('admin', 'attorney', 'staff', 'paralegal')),
    status         text NOT NULL CHECK (status IN ('pending', 'accepted', 'withdrawn')),
    token_digest   text NOT NULL UNIQUE,
    sealed_token   text,
    invite_sent_at timestamptz NOT NULL,
    expires_at     timestamptz NOT NULL,
    user_id        text,  -- who accepted
    created_at     timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id)
);
CREATE UNIQUE INDEX invitations_email_unique ON invitations (firm_id, email_key) WHERE status = 'pending';

-- How far a firm has come with setting itself up; no row means that it has not begun.
CREATE TABLE onboarding (
    firm_id        text PRIMARY KEY REFERENCES firms,
    steps          jsonb NOT NULL DEFAULT '[]',
    practice_areas jsonb NOT NULL DEFAULT '[]',
    doc_templates  jsonb NOT NULL DEFAULT '[]',
    completed_at   timestamptz,
    updated_at     timestamptz NOT NULL
);

-- How many requests a firm's programs made on each day, in UTC. Processes count in memory and add what they counted here
-- every few seconds.
CREATE TABLE api_request_counts (
    firm_id text NOT NULL REFERENCES firms ON DELETE CASCADE,
    day     date NOT NULL,
    total   bigint NOT NULL,
    PRIMARY KEY (firm_id, day)
);

CREATE INDEX events_intake_links_sent ON events (firm_id, created_at) WHERE type = 'intake.link.sent';
CREATE INDEX uploads_stored ON uploads (firm_id, uploaded_at) INCLUDE (file_size_bytes) WHERE status <> 'issued';
