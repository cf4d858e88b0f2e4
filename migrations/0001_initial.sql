-- The whole database of Intake as it is today, for reading and for a fresh start.
--
-- Every table of a firm's records carries firm_id, and every reference between two of them is a pair that begins with
-- it: a row of one firm cannot point at another firm's. Texts that are searched or unique without regard to case stand
-- a second time in a column named …_key, folded by the application so that no server locale has a say.
--
-- With what an index INCLUDEs it says alone which rows a page or a search shows, and only those are read from the table:
-- a page in the middle of 10,000 matters takes 0.5 ms instead of 8, a word that hardly occurs 1 ms instead of 7.

-- Substring search by index where the server has the extensions and lets us add them; without them a firm's own rows
-- are read through its index, which is fast enough for ten thousand of them.
DO $$
BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE EXTENSION IF NOT EXISTS btree_gin;
EXCEPTION WHEN OTHERS THEN
    RAISE NOTICE 'text search goes without a trigram index: %', SQLERRM;
END $$;


-- Firms, their people and their keys ---------------------------------------------------------------------------------

CREATE TABLE firms (
    id          text PRIMARY KEY,
    name        text NOT NULL,
    slug        text NOT NULL CONSTRAINT firms_slug_unique UNIQUE,
    email       text NOT NULL,
    phone       text,
    website     text,
    address     jsonb,
    plan        text NOT NULL DEFAULT 'standard' CHECK (plan IN ('standard', 'pro', 'enterprise')),
    timezone    text NOT NULL DEFAULT 'America/New_York',
    logo_key    text,  -- where the logo stands in storage
    settings    jsonb NOT NULL DEFAULT '{}',
    notification_preferences jsonb NOT NULL DEFAULT '{}',
    suspended_at timestamptz,
    created_at  timestamptz NOT NULL,
    updated_at  timestamptz NOT NULL
);

CREATE TABLE users (
    id            text PRIMARY KEY,
    firm_id       text NOT NULL REFERENCES firms,
    email         text NOT NULL,
    email_key     text NOT NULL CONSTRAINT users_email_unique UNIQUE,
    first_name    text,
    last_name     text,
    role          text NOT NULL CHECK (role IN ('admin', 'attorney', 'staff', 'paralegal')),
    status        text NOT NULL CHECK (status IN ('active', 'pending', 'suspended')),
    password_hash text,
    last_sign_in  timestamptz,
    created_at    timestamptz NOT NULL,
    UNIQUE (firm_id, id)
);

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

-- A browser in which somebody is signed in; of its cookie only the digest is kept. A session that is over has no row.
CREATE TABLE sessions (
    id           text PRIMARY KEY,
    firm_id      text NOT NULL REFERENCES firms,
    user_id      text NOT NULL,
    token_digest text NOT NULL UNIQUE,
    seen_at      timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL,
    user_agent   text NOT NULL,
    address      text NOT NULL,
    created_at   timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id)
);
CREATE INDEX sessions_by_user ON sessions (firm_id, user_id, created_at);

-- Whoever is suspended is signed out for good: a session does not come back when they are reinstated.
CREATE FUNCTION end_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM sessions WHERE firm_id = NEW.firm_id AND user_id = NEW.id;
    RETURN NULL;
END $$;
CREATE TRIGGER users_signed_out AFTER UPDATE OF status ON users
    FOR EACH ROW WHEN (NEW.status = 'suspended') EXECUTE FUNCTION end_sessions();

-- What an authenticator app shares with us. It counts once confirmed_at is set; no code of last_step or before it is
-- taken any more.
CREATE TABLE second_factors (
    id            text PRIMARY KEY,
    firm_id       text NOT NULL REFERENCES firms,
    user_id       text NOT NULL,
    sealed_secret text NOT NULL,
    confirmed_at  timestamptz,
    last_step     integer NOT NULL DEFAULT 0,
    created_at    timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    CONSTRAINT second_factors_user_unique UNIQUE (firm_id, user_id),
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id)
);

-- Stands in for the app, each once; a code that was used has no row.
CREATE TABLE recovery_codes (
    id          text PRIMARY KEY,
    firm_id     text NOT NULL REFERENCES firms,
    user_id     text NOT NULL,
    code_digest text NOT NULL UNIQUE,
    created_at  timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id)
);
CREATE INDEX recovery_codes_by_user ON recovery_codes (firm_id, user_id);

-- The newest link with which somebody may choose another password; the sealed token waits for the mail.
CREATE TABLE password_resets (
    id           text PRIMARY KEY,
    firm_id      text NOT NULL REFERENCES firms,
    user_id      text NOT NULL,
    token_digest text NOT NULL UNIQUE,
    sealed_token text,
    expires_at   timestamptz NOT NULL,
    created_at   timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    CONSTRAINT password_resets_user_unique UNIQUE (firm_id, user_id),
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id)
);

-- How far somebody's attempts reach ahead of the clock. The subject is a digest: it may be an address nobody has here.
CREATE TABLE sign_in_attempts (
    subject    text PRIMARY KEY,
    settled_at timestamptz NOT NULL
);

-- How far a firm has come with setting itself up; no row means that it has not begun.
CREATE TABLE onboarding (
    firm_id        text PRIMARY KEY REFERENCES firms,
    steps          jsonb NOT NULL DEFAULT '[]',
    practice_areas jsonb NOT NULL DEFAULT '[]',
    doc_templates  jsonb NOT NULL DEFAULT '[]',
    completed_at   timestamptz,
    updated_at     timestamptz NOT NULL
);

CREATE TABLE api_keys (
    id            text PRIMARY KEY,
    firm_id       text NOT NULL REFERENCES firms,
    name          text NOT NULL,
    public_part   text NOT NULL UNIQUE,
    secret_digest text NOT NULL,
    scopes        jsonb NOT NULL,
    created_by    text,
    last_used_at  timestamptz,
    revoked_at    timestamptz,
    created_at    timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, created_by) REFERENCES users (firm_id, id)
);

-- An application that the firm knows. A public one cannot keep a secret and has none; of a secret that was replaced the
-- digest stays for a day, so that the application can be given the new one.
CREATE TABLE oauth_clients (
    id                     text PRIMARY KEY,
    firm_id                text NOT NULL REFERENCES firms,
    name                   text NOT NULL,
    redirect_uris          jsonb NOT NULL,
    scopes                 jsonb NOT NULL,
    public                 boolean NOT NULL,
    secret_digest          text,
    previous_secret_digest text,
    previous_secret_until  timestamptz,
    created_by             text,
    created_at             timestamptz NOT NULL,
    updated_at             timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    CHECK (public = (secret_digest IS NULL)),
    FOREIGN KEY (firm_id, created_by) REFERENCES users (firm_id, id)
);
CREATE INDEX oauth_clients_by_creation ON oauth_clients (firm_id, created_at, id);

-- Somebody lets an application act for them. Consent that is withdrawn has no row, and nothing below it either.
CREATE TABLE oauth_consents (
    id           text PRIMARY KEY,
    firm_id      text NOT NULL REFERENCES firms,
    client_id    text NOT NULL,
    user_id      text NOT NULL,
    scopes       jsonb NOT NULL,
    last_used_at timestamptz,
    created_at   timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    CONSTRAINT oauth_consents_once UNIQUE (firm_id, client_id, user_id),
    FOREIGN KEY (firm_id, client_id) REFERENCES oauth_clients (firm_id, id) ON DELETE CASCADE,
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id)
);
CREATE INDEX oauth_consents_by_user ON oauth_consents (firm_id, user_id);

-- One way through the consent page: its code, and the family of all tokens that the code led to. A family that is
-- revoked has no row, and its tokens have none.
CREATE TABLE oauth_grants (
    id              text PRIMARY KEY,
    firm_id         text NOT NULL REFERENCES firms,
    consent_id      text NOT NULL,
    scopes          jsonb NOT NULL,
    redirect_uri    text NOT NULL,
    code_digest     text NOT NULL UNIQUE,
    code_challenge  text,
    code_expires_at timestamptz NOT NULL,
    code_used_at    timestamptz,
    expires_at      timestamptz NOT NULL,  -- however often its tokens are refreshed
    created_at      timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, consent_id) REFERENCES oauth_consents (firm_id, id) ON DELETE CASCADE
);
CREATE INDEX oauth_grants_by_consent ON oauth_grants (firm_id, consent_id);

-- A used one stays until it expires: who shows it again has stolen it, or was stolen from. Its successor is derived from
-- it and the salt, so that whoever lost the answer gets the same one once more.
CREATE TABLE oauth_refresh_tokens (
    digest     text PRIMARY KEY,
    firm_id    text NOT NULL REFERENCES firms,
    grant_id   text NOT NULL,
    salt       text NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at    timestamptz,
    FOREIGN KEY (firm_id, grant_id) REFERENCES oauth_grants (firm_id, id) ON DELETE CASCADE
);
CREATE INDEX oauth_refresh_tokens_by_grant ON oauth_refresh_tokens (firm_id, grant_id);
CREATE INDEX oauth_refresh_tokens_age ON oauth_refresh_tokens (expires_at);

-- An expired one stays for a while, so that it can be told from one that never was. Whose it is stands in the grant's
-- consent as well; here it is found in one step. client_id refers to nothing: whoever makes a token holds the grant, and
-- would wait for the client that is being deleted while its deletion waits for the grant.
CREATE TABLE oauth_access_tokens (
    digest     text PRIMARY KEY,
    firm_id    text NOT NULL REFERENCES firms,
    grant_id   text NOT NULL,
    client_id  text NOT NULL,
    user_id    text NOT NULL,
    scopes     jsonb NOT NULL,
    expires_at timestamptz NOT NULL,
    FOREIGN KEY (firm_id, grant_id) REFERENCES oauth_grants (firm_id, id) ON DELETE CASCADE,
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id)
);
CREATE INDEX oauth_access_tokens_by_grant ON oauth_access_tokens (firm_id, grant_id);
CREATE INDEX oauth_access_tokens_by_client ON oauth_access_tokens (firm_id, client_id);
CREATE INDEX oauth_access_tokens_age ON oauth_access_tokens (expires_at);

-- Who is suspended has no tokens any more, whoever suspends them and however; not even when they are reinstated.
CREATE FUNCTION end_oauth_grants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM oauth_grants WHERE firm_id = NEW.firm_id AND consent_id IN (
        SELECT id FROM oauth_consents WHERE firm_id = NEW.firm_id AND user_id = NEW.id);
    RETURN NULL;
END $$;

CREATE TRIGGER users_suspended AFTER UPDATE OF status ON users
    FOR EACH ROW WHEN (NEW.status = 'suspended') EXECUTE FUNCTION end_oauth_grants();

-- How many requests a firm's programs made on each day, in UTC. Processes count in memory and add what they counted here
-- every few seconds.
CREATE TABLE api_request_counts (
    firm_id text NOT NULL REFERENCES firms ON DELETE CASCADE,
    day     date NOT NULL,
    total   bigint NOT NULL,
    PRIMARY KEY (firm_id, day)
);

-- The first answer to a POST that carried an Idempotency-Key, kept for a day per key holder.
CREATE TABLE idempotency_records (
    holder       text NOT NULL,
    key          text NOT NULL,
    firm_id      text NOT NULL REFERENCES firms,
    fingerprint  text NOT NULL,
    status       integer NOT NULL,
    body         text NOT NULL,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (holder, key)
);
CREATE INDEX idempotency_records_age ON idempotency_records (created_at);

-- The outbox: what happened, with its payload as it was then, written in the transaction that caused it.
CREATE TABLE events (
    id           text PRIMARY KEY,
    firm_id      text NOT NULL REFERENCES firms,
    type         text NOT NULL,
    data         jsonb NOT NULL,
    created_at   timestamptz NOT NULL,
    relayed_at   timestamptz,
    UNIQUE (firm_id, id)
);
CREATE INDEX events_to_relay ON events (id) WHERE relayed_at IS NULL;
CREATE INDEX events_age ON events (created_at);


-- Clients and matters ------------------------------------------------------------------------------------------------

CREATE TABLE clients (
    id            text PRIMARY KEY,
    firm_id       text NOT NULL REFERENCES firms,
    first_name    text NOT NULL,
    last_name     text NOT NULL,
    email         text,
    email_key     text,
    phone         text,
    date_of_birth date,
    address       jsonb,
    notes         text,
    custom_fields jsonb NOT NULL DEFAULT '{}',
    search_key    text NOT NULL,
    last_name_key text NOT NULL,
    matters_count integer NOT NULL DEFAULT 0,
    created_at    timestamptz NOT NULL,
    updated_at    timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    CONSTRAINT clients_email_unique UNIQUE (firm_id, email_key)
);
CREATE INDEX clients_by_creation ON clients (firm_id, created_at, id);
CREATE INDEX clients_by_name ON clients (firm_id, last_name_key, id);
CREATE INDEX clients_by_update ON clients (firm_id, updated_at, id) INCLUDE (search_key, phone);
CREATE INDEX clients_by_phone ON clients (phone) WHERE phone IS NOT NULL;

CREATE TABLE matters (
    id                 text PRIMARY KEY,
    firm_id            text NOT NULL REFERENCES firms,
    title              text NOT NULL,
    title_key          text NOT NULL,
    status             text NOT NULL CHECK (status IN ('active', 'closed', 'archived')),
    practice_area      text NOT NULL,
    client_id          text,
    description        text,
    assigned_attorney  text,
    intake_template_id text,
    custom_fields      jsonb NOT NULL DEFAULT '{}',
    tags               jsonb NOT NULL DEFAULT '[]',
    intake_link        text,
    documents_count    integer NOT NULL DEFAULT 0,
    documents_complete integer NOT NULL DEFAULT 0,
    archived_at        timestamptz,
    created_at         timestamptz NOT NULL,
    updated_at         timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    CONSTRAINT matters_title_unique UNIQUE (firm_id, title_key)
        INCLUDE (id, status, practice_area, client_id, created_at, updated_at),
    FOREIGN KEY (firm_id, client_id) REFERENCES clients (firm_id, id)
);
CREATE INDEX matters_by_creation ON matters (firm_id, created_at, id) INCLUDE (status, practice_area);
CREATE INDEX matters_by_update ON matters (firm_id, updated_at, id) INCLUDE (status, practice_area);
CREATE INDEX matters_by_status_and_creation ON matters (firm_id, status, created_at, id);
CREATE INDEX matters_by_client ON matters (firm_id, client_id, created_at, id);
CREATE INDEX matters_by_assignee ON matters (firm_id, assigned_attorney) INCLUDE (id, client_id)
    WHERE assigned_attorney IS NOT NULL;

-- How many matters a firm has of each status and practice area, kept by a trigger: a list's exact total costs the same
-- at a hundred matters and at a hundred thousand.
CREATE TABLE matter_counts (
    firm_id       text NOT NULL REFERENCES firms ON DELETE CASCADE,
    status        text NOT NULL,
    practice_area text NOT NULL,
    total         integer NOT NULL,
    PRIMARY KEY (firm_id, status, practice_area)
);

CREATE FUNCTION count_matters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Rows are touched in one order, so that two transactions never wait for each other.
    INSERT INTO matter_counts AS counts (firm_id, status, practice_area, total)
    SELECT change.firm_id, change.status, change.practice_area, sum(change.step)
    FROM (SELECT OLD.firm_id, OLD.status, OLD.practice_area, -1 AS step WHERE TG_OP <> 'INSERT'
          UNION ALL
          SELECT NEW.firm_id, NEW.status, NEW.practice_area, 1 WHERE TG_OP <> 'DELETE') AS change
    GROUP BY change.firm_id, change.status, change.practice_area
    HAVING sum(change.step) <> 0
    ORDER BY change.firm_id, change.status, change.practice_area
    ON CONFLICT (firm_id, status, practice_area) DO UPDATE SET total = counts.total + EXCLUDED.total;

    UPDATE clients SET matters_count = matters_count + change.step
    FROM (SELECT member.client_id, sum(member.step) AS step
          FROM (SELECT OLD.client_id, -1 AS step WHERE TG_OP <> 'INSERT'
                UNION ALL
                SELECT NEW.client_id, 1 WHERE TG_OP <> 'DELETE') AS member
          WHERE member.client_id IS NOT NULL
          GROUP BY member.client_id HAVING sum(member.step) <> 0
          ORDER BY member.client_id) AS change
    WHERE clients.id = change.client_id;
    RETURN NULL;
END $$;

CREATE TRIGGER matters_counted AFTER INSERT OR DELETE OR UPDATE OF status, practice_area, client_id ON matters
    FOR EACH ROW EXECUTE FUNCTION count_matters();


-- What belongs to a matter -------------------------------------------------------------------------------------------

CREATE TABLE document_requests (
    id               text PRIMARY KEY,
    firm_id          text NOT NULL REFERENCES firms,
    matter_id        text NOT NULL,
    name             text NOT NULL,
    name_key         text NOT NULL,
    description      text,
    instructions     text,
    required         boolean NOT NULL DEFAULT true,
    status           text NOT NULL CHECK (status IN ('pending', 'uploaded', 'approved', 'rejected')),
    accepted_types   jsonb NOT NULL DEFAULT '[]',
    max_file_size_mb integer NOT NULL DEFAULT 25,
    category         text,  -- the heading under which the client sees it
    translations     jsonb NOT NULL DEFAULT '{}',  -- its texts in other languages than they were given in
    upload_id        text,
    created_at       timestamptz NOT NULL,
    updated_at       timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id)
);
CREATE INDEX document_requests_by_matter ON document_requests (firm_id, matter_id, created_at, id);
CREATE INDEX document_requests_by_name ON document_requests (firm_id, name_key) INCLUDE (id, updated_at);

CREATE FUNCTION count_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE matters SET
        documents_count = documents_count + change.requests,
        documents_complete = documents_complete + change.complete
    FROM (SELECT member.matter_id, sum(member.step) AS requests,
                 coalesce(sum(member.step) FILTER (WHERE member.status = 'approved'), 0) AS complete
          FROM (SELECT OLD.matter_id, OLD.status, -1 AS step WHERE TG_OP <> 'INSERT'
                UNION ALL
                SELECT NEW.matter_id, NEW.status, 1 WHERE TG_OP <> 'DELETE') AS member
          GROUP BY member.matter_id) AS change
    WHERE matters.id = change.matter_id AND (change.requests <> 0 OR change.complete <> 0);
    RETURN NULL;
END $$;

CREATE TRIGGER document_requests_counted AFTER INSERT OR DELETE OR UPDATE OF status ON document_requests
    FOR EACH ROW EXECUTE FUNCTION count_documents();

-- One file handed in for a request. It is `issued` while only its signed URL exists; the interface shows it from the
-- moment it is confirmed. The client writes to incoming_key; storage_key, which no signed URL can write, is what was
-- scanned and what is served. From an infected file's storage_key the bytes are moved to quarantine/<storage_key>.
CREATE TABLE uploads (
    id              text PRIMARY KEY,
    firm_id         text NOT NULL REFERENCES firms,
    document_id     text NOT NULL,
    filename        text NOT NULL,
    content_type    text NOT NULL,
    file_size_bytes bigint NOT NULL,
    status          text NOT NULL CHECK (status IN ('issued', 'pending', 'approved', 'rejected')),
    incoming_key    text NOT NULL,
    storage_key     text,
    url_expires_at  timestamptz NOT NULL,
    uploaded_at     timestamptz,
    reviewer_notes  text,
    reviewed_at     timestamptz,
    scan_status     text NOT NULL DEFAULT 'pending'
        CHECK (scan_status IN ('pending', 'clean', 'infected', 'skipped', 'failed')),
    scan_signature  text,
    scanned_at      timestamptz,
    sha256          text,
    detected_type   text,
    page_count      integer,
    quarantined_at  timestamptz,
    created_at      timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, document_id) REFERENCES document_requests (firm_id, id) ON DELETE CASCADE
);
CREATE INDEX uploads_by_document ON uploads (firm_id, document_id, created_at);
CREATE INDEX uploads_never_confirmed ON uploads (created_at) WHERE status = 'issued';
CREATE INDEX uploads_stored ON uploads (firm_id, uploaded_at) INCLUDE (file_size_bytes) WHERE status <> 'issued';
CREATE INDEX uploads_awaiting_scan ON uploads (uploaded_at) WHERE status <> 'issued' AND scan_status = 'pending';
ALTER TABLE document_requests ADD FOREIGN KEY (firm_id, upload_id) REFERENCES uploads (firm_id, id);

-- A firm's own template. One that was deleted is kept for the matters that it was applied to.
CREATE TABLE matter_templates (
    id            text PRIMARY KEY,
    firm_id       text NOT NULL REFERENCES firms,
    name          text NOT NULL,
    name_key      text NOT NULL,
    case_type     text,
    practice_area text,
    state         text,
    description   text,
    form          jsonb NOT NULL DEFAULT '[]',
    documents     jsonb NOT NULL DEFAULT '[]',
    translations  jsonb NOT NULL DEFAULT '{}',
    deleted_at    timestamptz,
    created_at    timestamptz NOT NULL,
    updated_at    timestamptz NOT NULL,
    UNIQUE (firm_id, id)
);
CREATE INDEX matter_templates_by_firm ON matter_templates (firm_id, created_at, id) WHERE deleted_at IS NULL;

CREATE TABLE deadlines (
    id         text PRIMARY KEY,
    firm_id    text NOT NULL REFERENCES firms,
    matter_id  text NOT NULL,
    title      text NOT NULL,
    due_date   date NOT NULL,
    type       text NOT NULL CHECK (type IN ('filing', 'hearing', 'statute', 'other')),
    notes      text,
    completed  boolean NOT NULL DEFAULT false,
    dated_at   timestamptz NOT NULL,  -- since when it has its due_date: alerts tell of what was known before they were due
    created_at timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id)
);
CREATE INDEX deadlines_by_matter ON deadlines (firm_id, matter_id, due_date, id);
CREATE INDEX deadlines_open ON deadlines (due_date) WHERE NOT completed;

-- What a matter's client is asked, as it was when the link was made, and what they said. The draft is whatever was typed;
-- answers are what was handed in, checked.
CREATE TABLE intake_forms (
    id           text PRIMARY KEY,
    firm_id      text NOT NULL REFERENCES firms,
    matter_id    text NOT NULL,
    client_id    text NOT NULL,
    template_id  text,
    questions    jsonb NOT NULL,
    draft        jsonb NOT NULL DEFAULT '{}',
    answers      jsonb,
    saved_at     timestamptz,
    submitted_at timestamptz,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    CONSTRAINT intake_forms_one_each UNIQUE (firm_id, matter_id, client_id),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id),
    FOREIGN KEY (firm_id, client_id) REFERENCES clients (firm_id, id)
);

-- An address at which a matter's client fills in the form and hands in files without signing in. Its token is the public
-- part with a signature, which is made anew whenever it is needed. One of each matter's is not revoked, if any; it opens
-- nothing once the matter has another client.
CREATE TABLE intake_links (
    id           text PRIMARY KEY,
    firm_id      text NOT NULL REFERENCES firms,
    matter_id    text NOT NULL,
    client_id    text NOT NULL,
    public_part  text NOT NULL UNIQUE,
    sent_by      jsonb NOT NULL DEFAULT '[]',  -- the channels
    expires_at   timestamptz NOT NULL,
    sent_at      timestamptz,
    completed_at timestamptz,
    expired_at   timestamptz,  -- when it was noticed that it expired before it was completed
    revoked_at   timestamptz,
    created_at   timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id),
    FOREIGN KEY (firm_id, client_id) REFERENCES clients (firm_id, id)
);
CREATE UNIQUE INDEX intake_links_one_each ON intake_links (firm_id, matter_id) WHERE revoked_at IS NULL;
CREATE INDEX intake_links_sent ON intake_links (firm_id, sent_at) WHERE sent_at IS NOT NULL;
CREATE INDEX intake_links_open ON intake_links (expires_at)
    WHERE revoked_at IS NULL AND completed_at IS NULL AND expired_at IS NULL;

-- A reminder of what a client has still to do, so many days after the intake link was sent.
CREATE TABLE reminders (
    id         text PRIMARY KEY,
    firm_id    text NOT NULL REFERENCES firms,
    matter_id  text NOT NULL,
    link_id    text NOT NULL,
    days       integer NOT NULL,
    due_at     timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    settled_at timestamptz,
    created_at timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    CONSTRAINT reminders_once UNIQUE (firm_id, link_id, days),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id)
);
CREATE INDEX reminders_due ON reminders (due_at) WHERE settled_at IS NULL;
CREATE INDEX reminders_by_matter ON reminders (firm_id, matter_id);

-- A message between a firm and a matter's client. sending_since is the claim of whoever hands it over; nobody else may
-- while it stands.
CREATE TABLE communications (
    id            text PRIMARY KEY,
    firm_id       text NOT NULL REFERENCES firms,
    matter_id     text NOT NULL,
    channel       text NOT NULL CHECK (channel IN ('email', 'sms')),
    direction     text NOT NULL CHECK (direction IN ('outbound', 'inbound')),
    "to"          text NOT NULL,
    sender        text,  -- whose number an SMS came from
    language      text NOT NULL DEFAULT 'en',
    subject       text,
    message       text NOT NULL,
    status        text NOT NULL CHECK (status IN ('queued', 'sent', 'delivered', 'failed')),
    sending_since timestamptz,
    provider_id   text CONSTRAINT communications_provider_id_unique UNIQUE,
    error         text,
    reminder_id   text,
    sent_at       timestamptz,
    created_at    timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id),
    FOREIGN KEY (firm_id, reminder_id) REFERENCES reminders (firm_id, id),
    CONSTRAINT communications_remind_once UNIQUE (firm_id, reminder_id, channel)
);
CREATE INDEX communications_by_matter ON communications (firm_id, matter_id, created_at, id);
CREATE INDEX communications_by_number ON communications ("to", created_at)
    WHERE channel = 'sms' AND direction = 'outbound';

-- Numbers that want no SMS from this installation, whichever firm's: they all are sent from one number.
CREATE TABLE sms_opt_outs (
    number     text PRIMARY KEY,
    created_at timestamptz NOT NULL
);


-- What the firm itself is told ---------------------------------------------------------------------------------------

-- One row for each recipient, once for each occasion.
CREATE TABLE firm_messages (
    id            text PRIMARY KEY,
    firm_id       text NOT NULL REFERENCES firms,
    occasion      text NOT NULL,
    channel       text NOT NULL CHECK (channel IN ('email', 'sms')),
    "to"          text NOT NULL,
    language      text NOT NULL DEFAULT 'en',
    subject       text,
    message       text NOT NULL,
    status        text NOT NULL CHECK (status IN ('queued', 'sent', 'delivered', 'failed')),
    sending_since timestamptz,
    provider_id   text,
    error         text,
    sent_at       timestamptz,
    created_at    timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    CONSTRAINT firm_messages_once UNIQUE (firm_id, occasion, channel, "to")
);
CREATE INDEX firm_messages_age ON firm_messages (created_at);

-- The feed. While awaits_alert the firm has not been told by mail or SMS yet, should it want to be.
CREATE TABLE notifications (
    id           text PRIMARY KEY,
    firm_id      text NOT NULL REFERENCES firms,
    type         text NOT NULL,
    occasion     text NOT NULL,
    message      text NOT NULL,
    data         jsonb NOT NULL,
    awaits_alert boolean NOT NULL,
    read_at      timestamptz,
    created_at   timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    CONSTRAINT notifications_once UNIQUE (firm_id, type, occasion)
);
CREATE INDEX notifications_by_creation ON notifications (firm_id, created_at, id);
CREATE INDEX notifications_unread ON notifications (firm_id) WHERE read_at IS NULL;
CREATE INDEX notifications_awaiting_alert ON notifications (firm_id, type) WHERE awaits_alert;
CREATE INDEX notifications_age ON notifications (created_at);


-- The worker ---------------------------------------------------------------------------------------------------------

-- Something the worker is to do: a function of listeners.py and its arguments. The lease returns it when its worker dies.
CREATE TABLE tasks (
    id           text PRIMARY KEY,
    firm_id      text NOT NULL REFERENCES firms,
    name         text NOT NULL,
    arguments    jsonb NOT NULL,
    queue        text NOT NULL CHECK (queue IN ('urgent', 'default', 'files')),
    attempts     integer NOT NULL DEFAULT 0,
    due_at       timestamptz NOT NULL,
    queued_at    timestamptz,
    leased_by    text,
    leased_until timestamptz,
    done_at      timestamptz,
    failed_at    timestamptz,
    error        text,
    created_at   timestamptz NOT NULL,
    UNIQUE (firm_id, id)
);
-- Tasks that wait to enter their queue: whether any is due, and the next ones of a firm.
CREATE INDEX tasks_due ON tasks (due_at) WHERE queued_at IS NULL AND done_at IS NULL AND failed_at IS NULL;
CREATE INDEX tasks_waiting ON tasks (firm_id, queue, due_at, id)
    WHERE queued_at IS NULL AND done_at IS NULL AND failed_at IS NULL;
-- Tasks in a queue: how many of a firm, and which were lost on the way.
CREATE INDEX tasks_queued ON tasks (firm_id, queue) INCLUDE (queued_at)
    WHERE queued_at IS NOT NULL AND done_at IS NULL AND failed_at IS NULL;

-- When each line of schedule.py runs next; whichever worker moves the row on runs it.
CREATE TABLE schedule (
    name   text PRIMARY KEY,
    due_at timestamptz NOT NULL
);

-- The worker processes, each saying every few seconds that it lives.
CREATE TABLE workers (
    id         text PRIMARY KEY,
    started_at timestamptz NOT NULL,
    seen_at    timestamptz NOT NULL
);

-- Totals that outlive processes, for /metrics.
CREATE TABLE counters (
    name  text PRIMARY KEY,
    total bigint NOT NULL
);


-- Webhook endpoints and what is delivered to them ----------------------------------------------------------------------

CREATE TABLE webhooks (
    id                    text PRIMARY KEY,
    firm_id               text NOT NULL REFERENCES firms,
    url                   text NOT NULL,
    events                jsonb NOT NULL,
    description           text,
    active                boolean NOT NULL DEFAULT true,
    disabled_reason       text CHECK (disabled_reason IN ('gone', 'failing')),
    told_at               timestamptz,  -- when the firm was told of disabled_reason
    secret                text NOT NULL,
    previous_secret       text,
    previous_secret_until timestamptz,
    failures              integer NOT NULL DEFAULT 0,
    failing_since         timestamptz,
    open_until            timestamptz,
    last_success_at       timestamptz,
    last_triggered_at     timestamptz,
    created_at            timestamptz NOT NULL,
    updated_at            timestamptz NOT NULL,
    UNIQUE (firm_id, id)
);
CREATE INDEX webhooks_by_creation ON webhooks (firm_id, created_at, id);

-- One event on its way to one endpoint. due_at is when it is attempted next; whoever claims it moves due_at past the
-- time an attempt can take, so a delivery whose worker died comes due again by itself.
CREATE TABLE deliveries (
    id           text PRIMARY KEY,
    firm_id      text NOT NULL REFERENCES firms,
    webhook_id   text NOT NULL,
    event_id     text NOT NULL,
    status       text NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'cancelled')),
    attempts     integer NOT NULL DEFAULT 0,
    due_at       timestamptz NOT NULL,
    leased_by    text,
    delivered_at timestamptz,
    created_at   timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    UNIQUE (webhook_id, event_id),
    FOREIGN KEY (firm_id, webhook_id) REFERENCES webhooks (firm_id, id) ON DELETE CASCADE,
    FOREIGN KEY (firm_id, event_id) REFERENCES events (firm_id, id)
);
CREATE INDEX deliveries_due ON deliveries (webhook_id, due_at, id) WHERE status = 'pending';
CREATE INDEX deliveries_by_webhook ON deliveries (firm_id, webhook_id, created_at, id);
CREATE INDEX deliveries_by_event ON deliveries (firm_id, event_id);
CREATE INDEX deliveries_finished ON deliveries (created_at) WHERE status <> 'pending';

CREATE TABLE delivery_attempts (
    id              text PRIMARY KEY,
    firm_id         text NOT NULL REFERENCES firms,
    delivery_id     text NOT NULL,
    attempted_at    timestamptz NOT NULL,
    duration_ms     integer NOT NULL,
    response_status integer,
    response_body   text,
    error           text CHECK (error IN ('dns', 'connect', 'tls', 'timeout', 'http', 'refused')),
    created_at      timestamptz NOT NULL,
    FOREIGN KEY (firm_id, delivery_id) REFERENCES deliveries (firm_id, id) ON DELETE CASCADE
);
CREATE INDEX delivery_attempts_by_delivery ON delivery_attempts (firm_id, delivery_id, attempted_at);


-- Connections to practice-management platforms ------------------------------------------------------------------------

-- A firm's connection to one platform; tokens and secrets are sealed. It stays when the firm disconnects, and so do its
-- links: who connects again goes on where it was. While leased_until is ahead the run leased_by is at work.
CREATE TABLE integrations (
    id               text PRIMARY KEY,
    firm_id          text NOT NULL REFERENCES firms,
    platform         text NOT NULL CHECK (platform IN ('clio', 'lawmatics')),
    access_token     text,
    refresh_token    text,
    token_expires_at timestamptz,
    refreshing_until timestamptz,
    settings         jsonb NOT NULL DEFAULT '{}',
    inbound_digest   text NOT NULL UNIQUE,  -- of the token in the address that the platform calls
    inbound_token    text NOT NULL,
    webhook_secret   text,
    is_active        boolean NOT NULL,
    platform_user    jsonb,
    connected_at     timestamptz,
    error_code       text,  -- of the last run, or why the firm has to connect again
    error_message    text,
    last_sync_at     timestamptz,
    checked_at       timestamptz,  -- when the platform was last to be asked whether it still accepts us
    leased_by        text,
    leased_until     timestamptz,
    created_at       timestamptz NOT NULL,
    updated_at       timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    CONSTRAINT integrations_platform_unique UNIQUE (firm_id, platform)
);

-- Somebody was sent to a platform to consent; the state that comes back opens this once. session_id is the browser's
-- session that began it, null if a program did.
CREATE TABLE integration_states (
    id           text PRIMARY KEY,
    firm_id      text NOT NULL REFERENCES firms,
    platform     text NOT NULL,
    state_digest text NOT NULL UNIQUE,
    session_id   text,
    expires_at   timestamptz NOT NULL,
    created_at   timestamptz NOT NULL,
    UNIQUE (firm_id, id)
);
CREATE INDEX integration_states_age ON integration_states (expires_at);

-- What of ours stands for what there. A row without external_id says that we were about to make it there; settled_at,
-- that everything of it has arrived.
CREATE TABLE integration_links (
    id             text PRIMARY KEY,
    firm_id        text NOT NULL REFERENCES firms,
    integration_id text NOT NULL,
    kind           text NOT NULL CHECK (kind IN ('contact', 'matter', 'document', 'note')),
    client_id      text,
    matter_id      text,
    upload_id      text,
    external_id    text,
    version        text,  -- what the platform called the matter as we last wrote it
    settled_at     timestamptz,
    created_at     timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    CHECK (num_nonnulls(client_id, matter_id, upload_id) = 1),
    CONSTRAINT integration_links_client_unique UNIQUE (integration_id, kind, client_id),
    CONSTRAINT integration_links_matter_unique UNIQUE (integration_id, kind, matter_id),
    CONSTRAINT integration_links_upload_unique UNIQUE (integration_id, kind, upload_id),
    FOREIGN KEY (firm_id, integration_id) REFERENCES integrations (firm_id, id),
    FOREIGN KEY (firm_id, client_id) REFERENCES clients (firm_id, id),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id),
    FOREIGN KEY (firm_id, upload_id) REFERENCES uploads (firm_id, id)
);
CREATE UNIQUE INDEX integration_links_external_unique ON integration_links (integration_id, kind, external_id)
    WHERE kind <> 'contact';
CREATE INDEX integration_links_by_contact ON integration_links (integration_id, external_id) WHERE kind = 'contact';
CREATE INDEX integration_links_by_upload ON integration_links (firm_id, upload_id) WHERE upload_id IS NOT NULL;

-- Every run, and every document of one (run_id says of which). What a run has still to remember is in details.
CREATE TABLE sync_logs (
    id             text PRIMARY KEY,
    firm_id        text NOT NULL REFERENCES firms,
    integration_id text NOT NULL,
    run_id         text,
    matter_id      text,
    upload_id      text,
    action         text NOT NULL CHECK (action IN ('sync_matter', 'sync_document', 'pull_matters')),
    trigger        text NOT NULL CHECK (trigger IN ('manual', 'automatic')),
    status         text NOT NULL CHECK (status IN ('pending', 'success', 'failed', 'skipped')),
    external_id    text,
    error_code     text,
    error_message  text,
    details        jsonb NOT NULL DEFAULT '{}',
    waits          integer NOT NULL DEFAULT 0,  -- in a row without having got any further
    started_at     timestamptz,
    finished_at    timestamptz,
    created_at     timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, integration_id) REFERENCES integrations (firm_id, id),
    FOREIGN KEY (firm_id, run_id) REFERENCES sync_logs (firm_id, id),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id),
    FOREIGN KEY (firm_id, upload_id) REFERENCES uploads (firm_id, id)
);
CREATE INDEX sync_logs_by_creation ON sync_logs (firm_id, integration_id, created_at, id);
CREATE INDEX sync_logs_by_matter ON sync_logs (firm_id, matter_id, created_at, id);
CREATE INDEX sync_logs_by_upload ON sync_logs (firm_id, upload_id) WHERE upload_id IS NOT NULL;
CREATE INDEX sync_logs_by_end ON sync_logs (firm_id, integration_id, finished_at)
    WHERE run_id IS NULL AND finished_at IS NOT NULL;
CREATE UNIQUE INDEX sync_logs_document_once ON sync_logs (run_id, upload_id) WHERE run_id IS NOT NULL;
-- Of runs that wait for their turn one of a kind is enough.
CREATE UNIQUE INDEX sync_logs_waiting_once ON sync_logs (integration_id, action, coalesce(matter_id, ''))
    WHERE started_at IS NULL AND status = 'pending' AND run_id IS NULL;

-- What a platform has promised to tell us.
CREATE TABLE integration_subscriptions (
    id             text PRIMARY KEY,
    firm_id        text NOT NULL REFERENCES firms,
    integration_id text NOT NULL,
    resource_type  text NOT NULL,
    external_id    text NOT NULL,
    expires_at     timestamptz,
    created_at     timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    CONSTRAINT integration_subscriptions_unique UNIQUE (integration_id, resource_type),
    FOREIGN KEY (firm_id, integration_id) REFERENCES integrations (firm_id, id)
);
CREATE INDEX integration_subscriptions_by_external_id ON integration_subscriptions (external_id);
CREATE INDEX integration_subscriptions_by_expiry ON integration_subscriptions (expires_at);

-- The audit log. identity tells an event from every other one, and so makes a repeated delivery count as the same. A
-- refusal is kept once an hour for each connection and reason; one that named no connection belongs to no firm.
CREATE TABLE inbound_events (
    id             text PRIMARY KEY,
    firm_id        text REFERENCES firms,
    integration_id text,
    platform       text NOT NULL,
    event_type     text NOT NULL,
    resource_type  text,
    resource_id    bigint,
    payload        jsonb NOT NULL,
    occurred_at    timestamptz,  -- when it happened at the platform, if that was told
    identity       text NOT NULL UNIQUE,
    times          integer NOT NULL DEFAULT 1,  -- how often it came
    processed      boolean NOT NULL DEFAULT false,
    processed_at   timestamptz,
    error_message  text,
    created_at     timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    CHECK (integration_id IS NULL OR firm_id IS NOT NULL),
    FOREIGN KEY (firm_id, integration_id) REFERENCES integrations (firm_id, id)
);
CREATE INDEX inbound_events_by_record ON inbound_events (firm_id, integration_id, resource_type, resource_id, created_at);
CREATE INDEX inbound_events_by_creation ON inbound_events (created_at);

-- The secret of each subscription, sealed. subscription_id is the platform's; it is empty where a handshake named none.
CREATE TABLE inbound_secrets (
    id              text PRIMARY KEY,
    firm_id         text NOT NULL REFERENCES firms,
    integration_id  text NOT NULL,
    subscription_id text NOT NULL,
    secret          text NOT NULL,
    created_at      timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    CONSTRAINT inbound_secrets_first_kept UNIQUE (integration_id, subscription_id),
    FOREIGN KEY (firm_id, integration_id) REFERENCES integrations (firm_id, id)
);


-- Substring search, where the server can ----------------------------------------------------------------------------

DO $$
BEGIN
    IF (SELECT count(*) FROM pg_extension WHERE extname IN ('pg_trgm', 'btree_gin')) = 2 THEN
        CREATE INDEX matters_by_words ON matters USING gin (firm_id, title_key gin_trgm_ops);
        CREATE INDEX clients_by_words ON clients USING gin (firm_id, search_key gin_trgm_ops, phone gin_trgm_ops);
        CREATE INDEX document_requests_by_words ON document_requests USING gin (firm_id, name_key gin_trgm_ops);
    END IF;
END $$;

