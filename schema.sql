-- The whole database of Intake as it is today, for reading and for a fresh start.
--
-- Every table of a firm's records has firm_id, and every reference between two of them is a pair that begins with it: a
-- row of one firm cannot refer to another firm's. Texts that are searched or unique ignoring case are stored a second
-- time in a column named …_key, folded by the application, so that the server's locale makes no difference.
--
-- The columns that an index INCLUDEs let it alone decide which rows a page or a search shows; only those are read from the
-- table. A page in the middle of 10,000 matters takes 0.5 ms instead of 8, a rare word 1 ms instead of 7. In a firm of a
-- million matters, it is a quarter of a second instead of many.


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
    logo_key    text,  -- the logo's key in storage
    settings    jsonb NOT NULL DEFAULT '{}',
    notification_preferences jsonb NOT NULL DEFAULT '{}',
    suspended_at timestamptz,
    alerts_off  jsonb NOT NULL DEFAULT '[]',  -- the types of alerts that are no longer mailed to the firm's address
    created_at  timestamptz NOT NULL,
    updated_at  timestamptz NOT NULL,
    read_only_from timestamptz,  -- the past or future time from which the firm is read-only because it does not pay
    closed_from timestamptz,     -- the time from which it cannot read anything either
    leaving_since timestamptz    -- since when it is read-only because it is being closed
);
CREATE INDEX firms_by_timezone ON firms (timezone);

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
    language      text NOT NULL DEFAULT 'en',  -- of the pages when the person last signed in
    wants_digest  boolean NOT NULL DEFAULT true,
    digest_on     date,  -- the last day for which the digest was sent or found empty
    notifications_read_until timestamptz,  -- null: the time when the account was made
    alerts_off    jsonb NOT NULL DEFAULT '[]',  -- the types of alert mails that the person has unsubscribed from
    UNIQUE (firm_id, id)
);

-- An invitation to join a firm. The link in the mail contains a token of which only the digest is kept. Until the mail is
-- sent, the token itself is kept as well, sealed, so that a mail that is sent twice has the same link.
CREATE TABLE invitations (
    id             text PRIMARY KEY,
    firm_id        text NOT NULL REFERENCES firms,
    email          text NOT NULL,
    email_key      text NOT NULL,
    first_name     text,
    last_name      text,
    role           text NOT NULL CHECK (role IN ('admin', 'attorney', 'staff', 'paralegal')),
    language       text,  -- of the mail; without one the firm's
    status         text NOT NULL CHECK (status IN ('pending', 'accepted', 'withdrawn')),
    token_digest   text NOT NULL UNIQUE,
    sealed_token   text,
    invite_sent_at timestamptz NOT NULL,
    expires_at     timestamptz NOT NULL,
    user_id        text,  -- who accepted
    created_at     timestamptz NOT NULL,
    mail_error     text,  -- why its mail was not delivered
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

-- A suspended person is signed out for good: neither their sessions nor their links for another password come back when
-- they are reinstated.
CREATE FUNCTION end_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM sessions WHERE firm_id = NEW.firm_id AND user_id = NEW.id;
    DELETE FROM password_resets WHERE firm_id = NEW.firm_id AND user_id = NEW.id;
    RETURN NULL;
END $$;
CREATE TRIGGER users_signed_out AFTER UPDATE OF status ON users
    FOR EACH ROW WHEN (NEW.status = 'suspended') EXECUTE FUNCTION end_sessions();

-- The secret shared with a person's authenticator app, in force once confirmed_at is set. Codes of last_step and before
-- are no longer accepted.
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

-- A recovery code, which replaces the app once; a used code has no row.
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

-- A link for choosing another password; the sealed token is kept until the mail is sent. Using one ends all.
CREATE TABLE password_resets (
    id           text PRIMARY KEY,
    firm_id      text NOT NULL REFERENCES firms,
    user_id      text NOT NULL,
    token_digest text NOT NULL UNIQUE,
    sealed_token text,
    expires_at   timestamptz NOT NULL,
    created_at   timestamptz NOT NULL,
    used_by      text,
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id)
);
CREATE INDEX password_resets_by_user ON password_resets (firm_id, user_id);

-- Nor do these links work again once a suspended firm is reinstated.
CREATE FUNCTION end_reset_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM password_resets WHERE firm_id = NEW.id;
    RETURN NULL;
END $$;
CREATE TRIGGER firms_suspended AFTER UPDATE OF suspended_at ON firms
    FOR EACH ROW WHEN (NEW.suspended_at IS NOT NULL) EXECUTE FUNCTION end_reset_links();

-- A list of the console with its filters and order. A shared one belongs to the whole firm; one without a person
-- was made with an API key.
CREATE TABLE saved_views (
    id         text NOT NULL,
    firm_id    text NOT NULL REFERENCES firms,
    user_id    text,
    name       text NOT NULL,
    page       text NOT NULL,
    shared     boolean NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id),
    CHECK (shared OR user_id IS NOT NULL),
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id) ON DELETE CASCADE
);

-- How far a subject's attempts reach ahead of the clock. The subject is a digest, because it may be an unknown address.
CREATE TABLE sign_in_attempts (
    subject    text PRIMARY KEY,
    settled_at timestamptz NOT NULL
);

-- A firm's progress in setting itself up; no row means that it has not begun.
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
    issued_at     timestamptz NOT NULL DEFAULT now(),  -- when its present secret was issued
    expires_at    timestamptz,
    last_used_at  timestamptz,
    revoked_at    timestamptz,
    created_at    timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, created_by) REFERENCES users (firm_id, id)
);

-- A report that is made every week or month, as the person or the key that asked for it.
CREATE TABLE report_schedules (
    id          text NOT NULL,
    firm_id     text NOT NULL REFERENCES firms,
    user_id     text,  -- the person with whose rights its reports are made; null: the key's
    api_key_id  text,
    type        text NOT NULL,
    format      text NOT NULL,
    frequency   text NOT NULL CHECK (frequency IN ('weekly', 'monthly')),
    recipients  jsonb NOT NULL,
    filters     jsonb NOT NULL,
    language    text NOT NULL,
    next_at     timestamptz NOT NULL,
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id),
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id),
    FOREIGN KEY (firm_id, api_key_id) REFERENCES api_keys (firm_id, id)
);
CREATE INDEX report_schedules_newest ON report_schedules (firm_id, created_at, id);
CREATE INDEX report_schedules_due ON report_schedules (next_at);

-- A report that somebody asked for, or that a schedule did; it is kept for 7 days.
CREATE TABLE reports (
    id           text NOT NULL,
    firm_id      text NOT NULL REFERENCES firms,
    user_id      text,
    api_key_id   text,
    schedule_id  text,  -- of a schedule that may be gone
    recipients   jsonb NOT NULL,
    type         text NOT NULL,
    format       text NOT NULL CHECK (format IN ('csv', 'pdf')),
    filters      jsonb NOT NULL,
    first_day    date,
    last_day     date,
    language     text NOT NULL,
    status       text NOT NULL CHECK (status IN ('pending', 'running', 'ready', 'failed', 'cancelled')),
    progress     integer NOT NULL,
    rows         integer,
    size_bytes   bigint,
    run          text,  -- the attempt that is writing it; an earlier one that still runs notices this and ends
    storage_key  text,
    ready_at     timestamptz,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id),
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id),
    FOREIGN KEY (firm_id, api_key_id) REFERENCES api_keys (firm_id, id)
);
CREATE INDEX reports_newest ON reports (firm_id, created_at, id);
CREATE INDEX reports_unfinished ON reports (firm_id) WHERE status IN ('pending', 'running');
CREATE INDEX reports_oldest ON reports (created_at);

-- A firm's registered application. A public one cannot keep a secret and has none. The digest of a replaced secret is
-- kept for a day, so that the application can be given the new one meanwhile.
CREATE TABLE oauth_clients (
    id                     text PRIMARY KEY,
    firm_id                text NOT NULL REFERENCES firms,
    name                   text NOT NULL,
    redirect_uris          jsonb NOT NULL,
    scopes                 jsonb NOT NULL,
    public                 boolean NOT NULL,
    pkce                   text NOT NULL DEFAULT 'optional' CHECK (pkce IN ('required', 'optional')),
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

-- A person's consent that an application acts for them. Withdrawn consent has no row, and no grants or tokens.
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

-- A used one is kept until it expires: if it is presented again, it was stolen. Its successor is derived from it and the
-- salt, so that an application that lost the answer gets the same one again.
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

-- An expired one is kept for a while, to distinguish it from one that never existed. Its person is also in the grant's
-- consent; here it takes one step to find. client_id is no foreign key: a transaction that makes a token has locked the
-- grant, and would wait for a client whose deletion waits for the grant.
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

-- A suspended person has no tokens, by whatever statement they were suspended, and gets none back when reinstated.
CREATE FUNCTION end_oauth_grants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM oauth_grants WHERE firm_id = NEW.firm_id AND consent_id IN (
        SELECT id FROM oauth_consents WHERE firm_id = NEW.firm_id AND user_id = NEW.id);
    RETURN NULL;
END $$;

CREATE TRIGGER users_suspended AFTER UPDATE OF status ON users
    FOR EACH ROW WHEN (NEW.status = 'suspended') EXECUTE FUNCTION end_oauth_grants();

-- The numbers of requests of a firm's programs by day, in UTC. Processes count in memory and add their counts here every
-- few seconds.
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
    position     bigint,  -- in the firm's feed, once that was read; 0 for internal events, which it does not show
    UNIQUE (firm_id, id)
);
CREATE INDEX events_to_relay ON events (id) WHERE relayed_at IS NULL;
CREATE INDEX events_age ON events (created_at);
CREATE UNIQUE INDEX events_by_position ON events (firm_id, position) WHERE position > 0;
CREATE INDEX events_without_position ON events (firm_id, id) WHERE position IS NULL;

-- The last position assigned in each firm's feed of events.
CREATE TABLE event_feeds (
    firm_id       text PRIMARY KEY REFERENCES firms,
    last_position bigint NOT NULL DEFAULT 0
);

-- Who did what, when and from where. A row is inserted in the transaction of the act and chained a moment later: it gets
-- its position in the firm's chain, the hash of the row before it, and its own hash over that and its columns. Rows hold
-- ids and the names of fields, never contents.
CREATE TABLE audit_log (
    id            text NOT NULL,
    firm_id       text NOT NULL REFERENCES firms,
    action        text NOT NULL,
    actor_type    text NOT NULL
                  CHECK (actor_type IN ('person', 'api_key', 'application', 'client', 'operator', 'system')),
    actor_id      text,
    record_type   text NOT NULL,
    record_id     text NOT NULL,
    address       text,
    request_id    text,
    details       jsonb NOT NULL,
    created_at    timestamptz NOT NULL,
    position      bigint,
    previous_hash text,
    hash          text,
    sealed_by     text,  -- the later row with the hash of what an erasure left of this one
    PRIMARY KEY (firm_id, id),
    CHECK ((position IS NULL) = (hash IS NULL) AND (position IS NULL) = (previous_hash IS NULL)),
    CONSTRAINT audit_log_position_unique UNIQUE (firm_id, position)
);
CREATE INDEX audit_log_to_chain ON audit_log (firm_id, id) WHERE position IS NULL;
CREATE INDEX audit_log_by_actor ON audit_log (firm_id, actor_id, id);
CREATE INDEX audit_log_by_record ON audit_log (firm_id, record_id, id);
CREATE INDEX audit_log_by_action ON audit_log (firm_id, action, id);
CREATE INDEX audit_log_deleted ON audit_log (firm_id, (details ->> 'matter_id')) INCLUDE (record_id)
    WHERE action IN ('document.deleted', 'deadline.deleted');

-- Both ends of a firm's chain, kept apart from its rows so that rows missing at either end are noticed. Rows before
-- first_position were removed at the end of their retention; anchor_hash is the hash of the last of them.
CREATE TABLE audit_chains (
    firm_id        text PRIMARY KEY REFERENCES firms,
    first_position bigint NOT NULL DEFAULT 1,
    anchor_hash    text NOT NULL DEFAULT '',
    last_position  bigint NOT NULL DEFAULT 0,
    last_hash      text NOT NULL DEFAULT '',
    last_id        text
);

CREATE FUNCTION protect_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    chained CONSTANT text[] := '{position,previous_hash,hash}';
    sealed CONSTANT text[] := '{address,request_id,details,sealed_by}';
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.position IS NULL AND to_jsonb(NEW) - chained = to_jsonb(OLD) - chained THEN
        RETURN NEW;
    ELSIF TG_OP = 'UPDATE' AND OLD.position IS NOT NULL AND OLD.sealed_by IS NULL AND NEW.sealed_by IS NOT NULL
            AND NEW.address IS NULL AND NEW.request_id IS NULL AND NEW.details = '{}'
            AND to_jsonb(NEW) - sealed = to_jsonb(OLD) - sealed THEN
        RETURN NEW;
    ELSIF TG_OP = 'DELETE'
            AND (OLD.position < (SELECT first_position FROM audit_chains WHERE firm_id = OLD.firm_id)
                OR EXISTS (SELECT FROM firm_imports WHERE firm_id = OLD.firm_id AND step < 0)) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the audit log is append-only';
END $$;

CREATE TRIGGER audit_log_protected BEFORE UPDATE OR DELETE ON audit_log
    FOR EACH ROW EXECUTE FUNCTION protect_audit_log();


-- Clients and matters ------------------------------------------------------------------------------------------------

-- By how much the clock of a sandbox is ahead of the machine's; each sandbox has a row, a live installation has none.
CREATE TABLE test_clock (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    ahead   interval NOT NULL CHECK (ahead >= interval '0')
);

-- Rows of these tables record when they were last written, by the database's clock.
CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_current_xact_id();  -- before the clock is read, so that readers see that this transaction writes
    NEW.changed_at := clock_timestamp() + coalesce((SELECT ahead FROM test_clock), interval '0');
    RETURN NEW;
END $$;

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
    contact_preferences jsonb,  -- null: none are known
    merged_into   text,  -- the client who stays; this one is hidden, and removed when nothing refers to it
    created_at    timestamptz NOT NULL,
    updated_at    timestamptz NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT now(),  -- when it was last written, for `updated_since`
    UNIQUE (firm_id, id),
    CONSTRAINT clients_email_unique UNIQUE (firm_id, email_key),
    FOREIGN KEY (firm_id, merged_into) REFERENCES clients (firm_id, id)
);
CREATE INDEX clients_by_change ON clients (firm_id, changed_at, id);
CREATE TRIGGER clients_changed_at BEFORE INSERT OR UPDATE ON clients
    FOR EACH ROW EXECUTE FUNCTION note_change();
CREATE INDEX clients_by_creation ON clients (firm_id, created_at, id) WHERE merged_into IS NULL;
CREATE INDEX clients_by_name ON clients (firm_id, last_name_key, id) WHERE merged_into IS NULL;
CREATE INDEX clients_by_update ON clients (firm_id, updated_at, id) INCLUDE (search_key, phone) WHERE merged_into IS NULL;
CREATE INDEX clients_by_phone ON clients (phone) WHERE phone IS NOT NULL;
CREATE INDEX clients_merged ON clients (firm_id, merged_into) WHERE merged_into IS NOT NULL;

-- The merge of a client into another one, as long as it can be undone. moved has the ids of the moved rows, by table;
-- changed has the fields of the client who stays, each before and after.
CREATE TABLE client_merges (
    id         text PRIMARY KEY,
    firm_id    text NOT NULL REFERENCES firms,
    client_id  text NOT NULL,
    merged_id  text NOT NULL,
    moved      jsonb NOT NULL,
    changed    jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    CONSTRAINT client_merges_once UNIQUE (firm_id, merged_id),
    FOREIGN KEY (firm_id, client_id) REFERENCES clients (firm_id, id),
    FOREIGN KEY (firm_id, merged_id) REFERENCES clients (firm_id, id)
);
CREATE INDEX client_merges_by_client ON client_merges (firm_id, client_id, created_at);
CREATE INDEX client_merges_age ON client_merges (created_at);

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
    link_public_part   text,  -- of the intake link, whose address is computed
    documents_count    integer NOT NULL DEFAULT 0,
    documents_complete integer NOT NULL DEFAULT 0,
    archived_at        timestamptz,
    created_at         timestamptz NOT NULL,
    updated_at         timestamptz NOT NULL,
    client_active_at   timestamptz,  -- when the client last answered, wrote or handed something in
    next_deadline      date,  -- of those that are open, kept by a trigger
    reminders_paused   boolean NOT NULL DEFAULT false,
    client_label       text,  -- null: "your case with <firm>"
    changed_at timestamptz NOT NULL DEFAULT now(),  -- when it was last written, for `updated_since`
    closed_at timestamptz,  -- null: it is active, or was closed before this column existed
    client_since timestamptz,  -- when another client replaced the previous one; null: there was no previous one
    UNIQUE (firm_id, id),
    CONSTRAINT matters_title_unique UNIQUE (firm_id, title_key)
        INCLUDE (id, status, practice_area, client_id, created_at, updated_at),
    FOREIGN KEY (firm_id, client_id) REFERENCES clients (firm_id, id)
);
-- A matter's tags as they are looked up, each after the firm's id; ASCII letters are small, by every locale of a database.
CREATE FUNCTION tag_keys(firm_id text, tags jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_agg(firm_id || ' ' || lower(tag COLLATE "C"))
    FROM jsonb_array_elements_text(CASE jsonb_typeof(tags) WHEN 'array' THEN tags ELSE '[]' END) AS tag
$$;
CREATE INDEX matters_by_tag ON matters USING gin (tag_keys(firm_id, tags));
CREATE INDEX matters_by_change ON matters (firm_id, changed_at, id);
CREATE TRIGGER matters_changed_at BEFORE INSERT OR UPDATE ON matters
    FOR EACH ROW EXECUTE FUNCTION note_change();
CREATE INDEX matters_listed_by_creation ON matters (firm_id, created_at, id)
    INCLUDE (status, practice_area, title_key);
CREATE INDEX matters_listed_by_update ON matters (firm_id, updated_at, id)
    INCLUDE (status, practice_area, title_key);
CREATE INDEX matters_by_status_and_creation ON matters (firm_id, status, created_at, id);
CREATE INDEX matters_by_template ON matters (firm_id, intake_template_id) WHERE intake_template_id IS NOT NULL;
CREATE INDEX matters_by_client ON matters (firm_id, client_id, created_at, id);
CREATE INDEX matters_by_assignee ON matters (firm_id, assigned_attorney) INCLUDE (id, client_id)
    WHERE assigned_attorney IS NOT NULL;
CREATE INDEX matters_listed_by_activity ON matters (firm_id, coalesce(client_active_at, created_at), id)
    INCLUDE (status, practice_area, client_active_at, created_at);
CREATE INDEX matters_listed_by_deadline ON matters (firm_id, coalesce(next_deadline, '9999-12-31'), id)
    INCLUDE (status, practice_area, next_deadline);
CREATE INDEX matters_complete ON matters (firm_id)
    WHERE status = 'active' AND documents_count > 0 AND documents_complete = documents_count;

-- Which clients a matter had until when: one whom it gets again sees what they handed in before, and nothing of others.
CREATE TABLE former_clients (
    id         text PRIMARY KEY,
    firm_id    text NOT NULL REFERENCES firms,
    matter_id  text NOT NULL,
    client_id  text NOT NULL,
    since      timestamptz,  -- null: the matter had no client before
    created_at timestamptz NOT NULL,  -- when the period ended
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id),
    FOREIGN KEY (firm_id, client_id) REFERENCES clients (firm_id, id)
);
CREATE INDEX former_clients_by_matter ON former_clients (firm_id, matter_id);
CREATE INDEX former_clients_by_client ON former_clients (firm_id, client_id);

-- Actions on more matters than a request can change, for some days.
CREATE TABLE bulk_runs (
    id           text NOT NULL,
    firm_id      text NOT NULL REFERENCES firms,
    user_id      text NOT NULL,
    action       text NOT NULL,
    assigned_to  text,
    status       text NOT NULL CHECK (status IN ('asked', 'running', 'done')),
    ids          jsonb NOT NULL,  -- of the matters, in order
    undo         jsonb NOT NULL,  -- the ids of those that were active before
    failures     jsonb NOT NULL,  -- pairs of a matter's id and why nothing was done
    done         integer NOT NULL,  -- how many of the ids; counted in the transaction that changes them
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id),
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id)
);
CREATE INDEX bulk_runs_oldest ON bulk_runs (created_at);

-- The rows of a file whose matters are being opened, until they are or for some days.
CREATE TABLE matter_imports (
    id              text NOT NULL,
    firm_id         text NOT NULL REFERENCES firms,
    user_id         text NOT NULL,
    status          text NOT NULL CHECK (status IN ('checked', 'opening')),
    sealed_content  text NOT NULL,  -- the rows that are not open, encrypted
    opened          jsonb NOT NULL,  -- the ids of the matters that are
    total           integer NOT NULL,  -- of the rows that are being opened
    done            integer NOT NULL,  -- of these; counted in the transaction that opens one
    created_at      timestamptz NOT NULL,
    filename        text,
    PRIMARY KEY (firm_id, id),
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id)
);
CREATE INDEX matter_imports_newest ON matter_imports (firm_id, created_at);
CREATE INDEX matter_imports_oldest ON matter_imports (created_at);

-- What must not be lost until the hold on it is lifted: of a client, of a matter, or of all matters that a search finds.
CREATE TABLE legal_holds (
    id             text NOT NULL,
    firm_id        text NOT NULL REFERENCES firms,
    client_id      text,
    matter_id      text,
    search         jsonb,  -- as it was given; the next three columns are compared
    practice_area  text,
    client_key     text,
    title_key      text,
    reason         text NOT NULL,
    until          date,  -- when the firm wants to be reminded to lift it
    actor_type     text NOT NULL,
    actor_id       text,
    lifted_at      timestamptz,
    lifted_by_type text,
    lifted_by_id   text,
    reminded_at    timestamptz,
    created_at     timestamptz NOT NULL,
    updated_at     timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id),
    CHECK (num_nonnulls(client_id, matter_id, search) = 1),
    FOREIGN KEY (firm_id, client_id) REFERENCES clients (firm_id, id),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id)
);
CREATE INDEX legal_holds_by_creation ON legal_holds (firm_id, created_at, id);
CREATE INDEX legal_holds_in_force ON legal_holds (firm_id) WHERE lifted_at IS NULL;
CREATE INDEX legal_holds_by_client ON legal_holds (firm_id, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX legal_holds_by_matter ON legal_holds (firm_id, matter_id) WHERE matter_id IS NOT NULL;
CREATE INDEX legal_holds_to_remind_of ON legal_holds (until) WHERE lifted_at IS NULL AND reminded_at IS NULL;

-- How long records are kept, and what was done when the time of one was nearly over or over.
CREATE TABLE retention_schedules (
    id              text NOT NULL,
    firm_id         text NOT NULL REFERENCES firms,
    name            text NOT NULL,
    practice_area   text,  -- null: for all that have no schedule of their own
    years           integer,  -- after closing, of matters; null: for good
    minor_years     integer,  -- after majority at least; null: 0
    age_of_majority integer NOT NULL DEFAULT 18,
    excepted        jsonb NOT NULL DEFAULT '[]',  -- words in names and categories of documents that are not destroyed
    notice          boolean NOT NULL DEFAULT true,
    automatic       boolean NOT NULL DEFAULT false,
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    kind            text NOT NULL DEFAULT 'matters',
    months          integer,  -- after a lead was declined or lost; null: for good
    quarantine_months integer,  -- after a lead came into quarantine; null: as the others
    PRIMARY KEY (firm_id, id)
);
CREATE UNIQUE INDEX retention_schedules_once_of_kind
    ON retention_schedules (firm_id, kind, coalesce(practice_area, ''));

CREATE TABLE retention_steps (
    firm_id          text NOT NULL REFERENCES firms,
    matter_id        text NOT NULL,
    destroy_after    date NOT NULL,
    notified_at          timestamptz,  -- when the client was notified, or found to be unreachable
    communication_id text,
    planned_at       timestamptz,
    planned_by_type  text,
    planned_by_id    text,
    created_at       timestamptz NOT NULL,
    announced_day    date,  -- what the notice names; null: not notified, or before this was kept
    PRIMARY KEY (firm_id, matter_id, destroy_after),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id)
);

CREATE VIEW matter_retention AS
    SELECT matter.firm_id, matter.id AS matter_id, schedule.id AS schedule_id, dated.closed_on,
           CASE WHEN schedule.years IS NOT NULL THEN greatest(
               (dated.closed_on + make_interval(years => schedule.years))::date,
               CASE WHEN client.date_of_birth + make_interval(years => schedule.age_of_majority) > dated.closed_on
                    THEN (client.date_of_birth
                          + make_interval(years => schedule.age_of_majority + coalesce(schedule.minor_years, 0)))::date END)
           END AS destroy_after
    FROM matters matter
    JOIN firms firm ON firm.id = matter.firm_id
    CROSS JOIN LATERAL (SELECT (coalesce(matter.closed_at, matter.archived_at, matter.updated_at)
                                AT TIME ZONE firm.timezone)::date AS closed_on) dated
    JOIN LATERAL (SELECT * FROM retention_schedules candidate
                  WHERE candidate.firm_id = matter.firm_id AND candidate.kind = 'matters'
                    AND coalesce(candidate.practice_area, matter.practice_area) = matter.practice_area
                  ORDER BY candidate.practice_area NULLS LAST LIMIT 1) schedule ON true
    LEFT JOIN clients client ON client.firm_id = matter.firm_id AND client.id = matter.client_id
    WHERE matter.status <> 'active';

CREATE VIEW client_retention AS
    SELECT client.firm_id, client.id AS client_id, schedule.id AS schedule_id, dated.closed_on,
           (dated.closed_on + make_interval(years => schedule.years))::date AS destroy_after
    FROM clients client
    JOIN firms firm ON firm.id = client.firm_id
    CROSS JOIN LATERAL (SELECT (client.changed_at AT TIME ZONE firm.timezone)::date AS closed_on) dated
    JOIN retention_schedules schedule ON schedule.firm_id = client.firm_id AND schedule.kind = 'clients'
    WHERE client.matters_count = 0;

-- How many matters a firm has of each status and practice area, kept by a trigger: a list's exact total costs the same
-- at a hundred matters and at a hundred thousand. Each change is a row of its own, since transactions that changed one
-- sum would wait for each other; about every 32nd replaces the rows of its kind by their sum.
CREATE TABLE matter_counts (
    firm_id       text NOT NULL REFERENCES firms ON DELETE CASCADE,
    status        text NOT NULL,
    practice_area text NOT NULL,
    total         integer NOT NULL,
    id            bigint GENERATED ALWAYS AS IDENTITY,
    PRIMARY KEY (firm_id, status, practice_area, id)
);

CREATE FUNCTION add_to_matter_count(firm text, state text, area text, step integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    change bigint;
BEGIN
    INSERT INTO matter_counts (firm_id, status, practice_area, total) VALUES (firm, state, area, step)
    RETURNING id INTO change;
    IF change % 32 = 0 THEN
        -- Rows that another transaction replaces at this moment are left to it.
        WITH replaced AS (
            DELETE FROM matter_counts WHERE (firm_id, status, practice_area) = (firm, state, area) AND id IN
                (SELECT id FROM matter_counts WHERE (firm_id, status, practice_area) = (firm, state, area)
                 FOR UPDATE SKIP LOCKED)
            RETURNING total)
        INSERT INTO matter_counts (firm_id, status, practice_area, total)
        SELECT firm, state, area, sum(total) FROM replaced HAVING sum(total) <> 0;
    END IF;
END $$;

CREATE FUNCTION count_new_matters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- One change for all rows of the statement. Clients are touched in one order.
    PERFORM add_to_matter_count(firm_id, status, practice_area, count(*)::integer)
    FROM inserted GROUP BY firm_id, status, practice_area;
    UPDATE clients SET matters_count = matters_count + added.count
    FROM (SELECT client_id, count(*) FROM inserted WHERE client_id IS NOT NULL GROUP BY client_id ORDER BY client_id)
        AS added
    WHERE clients.id = added.client_id;
    RETURN NULL;
END $$;

CREATE TRIGGER matters_added AFTER INSERT ON matters
    REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_new_matters();

-- One change for all rows of the statement: a client with thousands of matters is written once. Clients are touched in
-- one order, so that two transactions never wait for each other; others may hold one whom their matter refers to.
CREATE FUNCTION count_removed_matters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM add_to_matter_count(firm_id, status, practice_area, -count(*)::integer)
    FROM removed GROUP BY firm_id, status, practice_area;
    UPDATE clients SET matters_count = matters_count - gone.count
    FROM (SELECT client_id, count(*) FROM removed WHERE client_id IS NOT NULL GROUP BY client_id ORDER BY client_id)
        AS gone
    WHERE clients.id = gone.client_id;
    RETURN NULL;
END $$;

CREATE TRIGGER matters_removed AFTER DELETE ON matters
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_matters();

CREATE FUNCTION count_matters() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    ids text[];
    steps integer[];
BEGIN
    PERFORM add_to_matter_count(firm_id, status, practice_area, sum(step)::integer)
    FROM (SELECT firm_id, status, practice_area, -1 AS step FROM before
          UNION ALL SELECT firm_id, status, practice_area, 1 FROM after) AS change
    GROUP BY firm_id, status, practice_area HAVING sum(step) <> 0;
    SELECT array_agg(client_id), array_agg(step) INTO ids, steps
    FROM (SELECT client_id, sum(step)::integer AS step
          FROM (SELECT client_id, -1 AS step FROM before UNION ALL SELECT client_id, 1 FROM after) AS change
          WHERE client_id IS NOT NULL GROUP BY client_id HAVING sum(step) <> 0) AS moved;
    IF ids IS NOT NULL THEN
        PERFORM FROM clients WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
        UPDATE clients SET matters_count = matters_count + moved.step
        FROM unnest(ids, steps) AS moved (id, step) WHERE clients.id = moved.id;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER matters_counted AFTER UPDATE ON matters
    REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_matters();


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
    translations     jsonb NOT NULL DEFAULT '{}',  -- its texts in languages other than the original
    upload_id        text,
    created_at       timestamptz NOT NULL,
    updated_at       timestamptz NOT NULL,
    waived_reason    text,  -- why it is approved without a file
    position         integer NOT NULL DEFAULT 0,  -- equal ones are ordered by creation
    client_note      text,  -- why the client cannot hand it in, in their words
    client_noted_at  timestamptz,
    from_firm        boolean NOT NULL DEFAULT false,  -- made by the firm: the client does not see it
    changed_at timestamptz NOT NULL DEFAULT now(),  -- when it was last written, for `updated_since`
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id)
);
CREATE INDEX document_requests_by_change ON document_requests (firm_id, changed_at, id);
CREATE TRIGGER document_requests_changed_at BEFORE INSERT OR UPDATE ON document_requests
    FOR EACH ROW EXECUTE FUNCTION note_change();
CREATE INDEX document_requests_by_matter ON document_requests (firm_id, matter_id, created_at, id);
CREATE INDEX document_requests_by_creation ON document_requests (firm_id, created_at, id)
    INCLUDE (status, required, matter_id);
CREATE INDEX document_requests_open ON document_requests (firm_id, matter_id) INCLUDE (status, required)
    WHERE status <> 'approved';
CREATE INDEX document_requests_by_status ON document_requests (firm_id, status, created_at, id)
    INCLUDE (required);
CREATE INDEX document_requests_awaiting_firm ON document_requests (firm_id, matter_id) INCLUDE (client_noted_at)
    WHERE status = 'uploaded' OR (status = 'pending' AND client_noted_at IS NOT NULL);
CREATE INDEX document_requests_optional ON document_requests (firm_id, matter_id)
    WHERE NOT required AND status <> 'approved';
CREATE INDEX document_requests_by_update ON document_requests (firm_id, updated_at, id)
    INCLUDE (name_key);

-- One change for all rows of a statement: each of 5,000 that go one by one would look through all that the others left.
CREATE FUNCTION count_new_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE matters SET documents_count = documents_count + change.requests,
                       documents_complete = documents_complete + change.complete
    FROM (SELECT matter_id, count(*) AS requests, count(*) FILTER (WHERE status = 'approved') AS complete
          FROM inserted GROUP BY matter_id ORDER BY matter_id) AS change
    WHERE matters.id = change.matter_id;
    RETURN NULL;
END $$;

CREATE FUNCTION count_removed_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE matters SET documents_count = documents_count - change.requests,
                       documents_complete = documents_complete - change.complete
    FROM (SELECT matter_id, count(*) AS requests, count(*) FILTER (WHERE status = 'approved') AS complete
          FROM removed GROUP BY matter_id ORDER BY matter_id) AS change
    WHERE matters.id = change.matter_id;
    RETURN NULL;
END $$;

CREATE TRIGGER document_requests_added AFTER INSERT ON document_requests
    REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_new_documents();
CREATE TRIGGER document_requests_removed AFTER DELETE ON document_requests
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_documents();

CREATE FUNCTION count_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE matters SET documents_complete = documents_complete + CASE NEW.status WHEN 'approved' THEN 1 ELSE -1 END
    WHERE id = NEW.matter_id;
    RETURN NULL;
END $$;

CREATE TRIGGER document_requests_counted AFTER UPDATE OF status ON document_requests
    FOR EACH ROW WHEN ((OLD.status = 'approved') <> (NEW.status = 'approved')) EXECUTE FUNCTION count_documents();

-- A reason for rejecting files, which reviewers choose and clients read.
CREATE TABLE review_reasons (
    id         text PRIMARY KEY,
    firm_id    text NOT NULL REFERENCES firms,
    built_in   text,  -- the name of the built-in reason that it began as
    text       jsonb NOT NULL,  -- by language
    position   integer NOT NULL,
    removed_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    CONSTRAINT review_reasons_built_in_once UNIQUE (firm_id, built_in)
);

-- A file handed in for a request. It is `issued` while only its signed URL exists; the interface shows it once it is
-- confirmed. The client writes to incoming_key. The object at storage_key, which no signed URL can write, is the one that
-- is scanned and served; an infected file is moved from there to quarantine/<storage_key>.
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
    review_reason   jsonb,  -- why it was rejected, as it was then: the reason's id, and its text by language
    type_mismatch   boolean NOT NULL DEFAULT false,  -- whether the file is clearly not of its declared type
    photos          jsonb,  -- the photos that the worker has yet to make the file from: key, rotation and crop of each
    changed_at timestamptz NOT NULL DEFAULT now(),  -- when it was last written, for `updated_since`
    multipart_id    text,  -- of a file that its sender stores in parts: the storage's id of this multipart upload
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, document_id) REFERENCES document_requests (firm_id, id) ON DELETE CASCADE
);
CREATE INDEX uploads_by_change ON uploads (firm_id, changed_at, id);
CREATE TRIGGER uploads_changed_at BEFORE INSERT OR UPDATE ON uploads
    FOR EACH ROW EXECUTE FUNCTION note_change();
CREATE INDEX uploads_by_document ON uploads (firm_id, document_id, created_at);
CREATE INDEX uploads_never_confirmed ON uploads (created_at) WHERE status = 'issued';
CREATE INDEX uploads_by_upload ON uploads (firm_id, uploaded_at, id) INCLUDE (scan_status) WHERE status <> 'issued';
CREATE INDEX uploads_awaiting_review ON uploads (firm_id, uploaded_at, id) WHERE status = 'pending';
CREATE INDEX uploads_awaiting_scan ON uploads (uploaded_at) WHERE status <> 'issued' AND scan_status = 'pending';

-- The pages of an upload as images, beside its file in storage. `pages` are the sizes of those that are rendered; `wanted`
-- is the last one that was asked for.
CREATE TABLE previews (
    id         text PRIMARY KEY,
    firm_id    text NOT NULL REFERENCES firms,
    status     text NOT NULL CHECK (status IN ('ready', 'unavailable')),
    problem    text,
    page_count integer,
    pages      jsonb NOT NULL DEFAULT '[]',
    wanted     integer NOT NULL,
    rotation   integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    has_thumbnail boolean NOT NULL DEFAULT false,
    FOREIGN KEY (firm_id, id) REFERENCES uploads (firm_id, id) ON DELETE CASCADE
);

-- The text on the pages of a file and its places: `lines` are [x, y, width, height, text], in thousandths
-- of the page's width.
CREATE TABLE page_texts (
    firm_id   text NOT NULL REFERENCES firms,
    upload_id text NOT NULL,
    number    integer NOT NULL,
    lines     jsonb NOT NULL,
    PRIMARY KEY (firm_id, upload_id, number),
    FOREIGN KEY (firm_id, upload_id) REFERENCES uploads (firm_id, id) ON DELETE CASCADE
);

-- A reviewer's decision about the upload with this id, until it can no longer be undone.
CREATE TABLE held_reviews (
    id             text PRIMARY KEY,
    firm_id        text NOT NULL REFERENCES firms,
    user_id        text NOT NULL,
    status         text NOT NULL CHECK (status IN ('approved', 'rejected')),
    reviewer_notes text,
    due_at         timestamptz NOT NULL,
    created_at     timestamptz NOT NULL,
    review_reason  jsonb,
    FOREIGN KEY (firm_id, id) REFERENCES uploads (firm_id, id) ON DELETE CASCADE,
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id) ON DELETE CASCADE
);
ALTER TABLE document_requests ADD FOREIGN KEY (firm_id, upload_id) REFERENCES uploads (firm_id, id);
CREATE INDEX document_requests_by_upload ON document_requests (firm_id, upload_id) WHERE upload_id IS NOT NULL;

-- How many bytes of confirmed files a firm has in storage, together with its changes, kept by a trigger: every new upload
-- asks for it.
CREATE TABLE storage_used (
    firm_id           text PRIMARY KEY REFERENCES firms ON DELETE CASCADE,
    bytes             bigint NOT NULL,
    limit_reported_at timestamptz  -- when the firm was last told that its plan's storage is full
);

-- Later additions and removals: rows are summed up later, so that confirmations do not wait for each other.
CREATE TABLE storage_changes (
    firm_id text NOT NULL REFERENCES firms ON DELETE CASCADE,
    id      bigint GENERATED ALWAYS AS IDENTITY,
    bytes   bigint NOT NULL,
    PRIMARY KEY (firm_id, id)
);

CREATE FUNCTION count_stored_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    firm text := coalesce(NEW.firm_id, OLD.firm_id);
    step bigint := 0;
    change bigint;
BEGIN
    IF TG_OP <> 'INSERT' AND OLD.status <> 'issued' THEN
        step := step - OLD.file_size_bytes;
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.status <> 'issued' THEN
        step := step + NEW.file_size_bytes;
    END IF;
    IF step = 0 THEN
        RETURN NULL;
    END IF;
    INSERT INTO storage_changes (firm_id, bytes) VALUES (firm, step) RETURNING id INTO change;
    -- If another transaction adds them up at this moment, that is left to it.
    IF change % 32 = 0 AND pg_try_advisory_xact_lock(hashtextextended(firm, 19)) THEN
        WITH added AS (DELETE FROM storage_changes WHERE firm_id = firm RETURNING storage_changes.bytes)
        INSERT INTO storage_used AS used (firm_id, bytes) SELECT firm, sum(added.bytes) FROM added
        ON CONFLICT (firm_id) DO UPDATE SET bytes = used.bytes + EXCLUDED.bytes;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER uploads_counted AFTER INSERT OR DELETE OR UPDATE OF status, file_size_bytes ON uploads
    FOR EACH ROW EXECUTE FUNCTION count_stored_bytes();

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
    leave_button  boolean NOT NULL DEFAULT false,  -- whether pages have a button that leaves them at once
    translations  jsonb NOT NULL DEFAULT '{}',
    deleted_at    timestamptz,
    created_at    timestamptz NOT NULL,
    updated_at    timestamptz NOT NULL,
    version       integer NOT NULL DEFAULT 1,
    reminder_rules jsonb,  -- null: the firm's
    UNIQUE (firm_id, id)
);
CREATE INDEX matter_templates_by_firm ON matter_templates (firm_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX matter_templates_before_deadline ON matter_templates (firm_id, id)
    WHERE (reminder_rules ->> 'before_deadline_days') IS NOT NULL;

-- A template as it was saved; number counts its saves.
CREATE TABLE template_versions (
    id          text PRIMARY KEY,
    firm_id     text NOT NULL REFERENCES firms,
    template_id text NOT NULL,
    number      integer NOT NULL,
    content     jsonb NOT NULL,
    actor_type  text NOT NULL,
    actor_id    text,
    created_at  timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    UNIQUE (firm_id, template_id, number),
    FOREIGN KEY (firm_id, template_id) REFERENCES matter_templates (firm_id, id)
);

CREATE TABLE deadlines (
    id         text PRIMARY KEY,
    firm_id    text NOT NULL REFERENCES firms,
    matter_id  text NOT NULL,
    title      text NOT NULL,
    due_date   date NOT NULL,
    type       text NOT NULL CHECK (type IN ('filing', 'hearing', 'statute', 'other')),
    notes      text,
    completed  boolean NOT NULL DEFAULT false,
    dated_at   timestamptz NOT NULL,  -- since when it has its due_date: alerts are about dates that were known before the alert was due
    created_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT now(),  -- when it was last written, for `updated_since`
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id)
);
CREATE INDEX deadlines_by_change ON deadlines (firm_id, changed_at, id);
CREATE TRIGGER deadlines_changed_at BEFORE INSERT OR UPDATE ON deadlines
    FOR EACH ROW EXECUTE FUNCTION note_change();
CREATE INDEX deadlines_by_matter ON deadlines (firm_id, matter_id, due_date, id);
CREATE INDEX deadlines_by_date ON deadlines (firm_id, due_date, id) INCLUDE (completed, matter_id);
CREATE INDEX deadlines_due ON deadlines (due_date, id) WHERE NOT completed;

-- The secret address at which a person's calendar program reads deadlines. Only a digest of its token is kept.
CREATE TABLE calendar_feeds (
    id            text PRIMARY KEY,
    firm_id       text NOT NULL REFERENCES firms,
    user_id       text NOT NULL,
    token_digest  text NOT NULL UNIQUE,
    only_assigned boolean NOT NULL,
    created_at    timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    CONSTRAINT calendar_feeds_one_each UNIQUE (firm_id, user_id),
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id) ON DELETE CASCADE
);

CREATE FUNCTION keep_next_deadline() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changed CONSTANT text := coalesce(NEW.matter_id, OLD.matter_id);
BEGIN
    -- Whoever changes another deadline of the matter waits here, and then reads this one as it is.
    PERFORM FROM matters WHERE id = changed FOR NO KEY UPDATE;
    UPDATE matters SET next_deadline = next.due_date
    FROM (SELECT min(due_date) AS due_date FROM deadlines
          WHERE firm_id = coalesce(NEW.firm_id, OLD.firm_id) AND matter_id = changed AND NOT completed) AS next
    WHERE matters.id = changed AND matters.next_deadline IS DISTINCT FROM next.due_date;
    RETURN NULL;
END $$;

CREATE TRIGGER deadlines_changed AFTER INSERT OR UPDATE OF due_date, completed ON deadlines
    FOR EACH ROW EXECUTE FUNCTION keep_next_deadline();

CREATE FUNCTION keep_next_deadline_of_others() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changed CONSTANT text[] := (SELECT array_agg(DISTINCT matter_id) FROM removed);
BEGIN
    PERFORM FROM matters WHERE id = ANY (changed) ORDER BY id FOR NO KEY UPDATE;
    UPDATE matters SET next_deadline = next.due_date
    FROM (SELECT matter.id, (SELECT min(due_date) FROM deadlines WHERE firm_id = matter.firm_id
                             AND matter_id = matter.id AND NOT completed) AS due_date
          FROM matters AS matter WHERE matter.id = ANY (changed)) AS next
    WHERE matters.id = next.id AND matters.next_deadline IS DISTINCT FROM next.due_date;
    RETURN NULL;
END $$;

CREATE TRIGGER deadlines_removed AFTER DELETE ON deadlines
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_next_deadline_of_others();

-- The questions to a matter's client, as they were when the link was made, and the answers. The draft is everything that
-- was typed; answers are the submitted ones, validated.
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
    page_saves   jsonb,
    UNIQUE (firm_id, id),
    CONSTRAINT intake_forms_one_each UNIQUE (firm_id, matter_id, client_id),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id),
    FOREIGN KEY (firm_id, client_id) REFERENCES clients (firm_id, id)
);
CREATE INDEX intake_forms_by_client ON intake_forms (firm_id, client_id);

-- A firm's own PDF forms, how their fields are filled from its records, and what was filled.
CREATE TABLE court_forms (
    id              text NOT NULL,
    firm_id         text NOT NULL REFERENCES firms,
    name            text NOT NULL,
    number          text,
    state           text,
    practice_area   text,
    court_type      text,
    search_key      text NOT NULL,
    filename        text NOT NULL,
    content_type    text NOT NULL,
    file_size_bytes bigint NOT NULL,  -- 0 once it was removed
    status          text NOT NULL CHECK (status IN ('issued', 'pending', 'ready', 'failed')),
    problem         text,
    incoming_key    text NOT NULL,
    storage_key     text,
    url_expires_at  timestamptz NOT NULL,
    page_count      integer,
    fields          jsonb,
    mapping_version integer NOT NULL DEFAULT 0,
    removed_at      timestamptz,
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id)
);
CREATE INDEX court_forms_by_creation ON court_forms (firm_id, created_at, id) WHERE removed_at IS NULL;

CREATE TRIGGER court_forms_counted AFTER INSERT OR DELETE OR UPDATE OF status, file_size_bytes ON court_forms
    FOR EACH ROW EXECUTE FUNCTION count_stored_bytes();

CREATE TABLE court_form_mappings (
    firm_id    text NOT NULL REFERENCES firms,
    form_id    text NOT NULL,
    version    integer NOT NULL,
    fields     jsonb NOT NULL,
    actor_type text NOT NULL,
    actor_id   text,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (firm_id, form_id, version),
    FOREIGN KEY (firm_id, form_id) REFERENCES court_forms (firm_id, id) ON DELETE CASCADE
);

CREATE TABLE court_form_fills (
    id              text NOT NULL,
    firm_id         text NOT NULL REFERENCES firms,
    matter_id       text NOT NULL,
    form_id         text NOT NULL,
    mapping_version integer NOT NULL,
    flatten         boolean NOT NULL,
    allow_missing   boolean NOT NULL,
    status          text NOT NULL CHECK (status IN ('pending', 'ready', 'missing', 'failed')),
    problem         text,
    missing         jsonb NOT NULL DEFAULT '[]',
    upload_key      text NOT NULL,
    document_id     text,
    asked_at        timestamptz,
    finished_at     timestamptz,
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id),
    FOREIGN KEY (firm_id, form_id) REFERENCES court_forms (firm_id, id),
    FOREIGN KEY (firm_id, document_id) REFERENCES document_requests (firm_id, id) ON DELETE CASCADE
);
CREATE INDEX court_form_fills_by_matter ON court_form_fills (firm_id, matter_id, created_at, id);
CREATE INDEX court_form_fills_by_document ON court_form_fills (firm_id, document_id) WHERE document_id IS NOT NULL;

-- What changed in submitted answers.
CREATE TABLE answer_changes (
    id          text PRIMARY KEY,
    firm_id     text NOT NULL REFERENCES firms,
    matter_id   text NOT NULL,
    form_id     text NOT NULL,
    question_id text NOT NULL,
    before      jsonb,  -- null where it was not answered
    after       jsonb,
    reason      text,  -- why the firm corrected it
    actor_type  text NOT NULL,
    actor_id    text,
    created_at  timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id),
    FOREIGN KEY (firm_id, form_id) REFERENCES intake_forms (firm_id, id)
);
CREATE INDEX answer_changes_by_form ON answer_changes (firm_id, form_id, created_at, id);
CREATE INDEX answer_changes_by_matter ON answer_changes (firm_id, matter_id);

-- When each person of the firm has last looked at a client's answers.
CREATE TABLE answer_views (
    firm_id text NOT NULL REFERENCES firms,
    form_id text NOT NULL,
    user_id text NOT NULL,
    seen_at timestamptz NOT NULL,
    PRIMARY KEY (firm_id, form_id, user_id),
    FOREIGN KEY (firm_id, form_id) REFERENCES intake_forms (firm_id, id),
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id)
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
    expired_at   timestamptz,  -- when its expiry before completion was detected
    revoked_at   timestamptz,
    created_at   timestamptz NOT NULL,
    announced_at timestamptz,  -- when its completion was first recorded; a rejection withdraws completed_at only
    receipt_at   timestamptz,  -- when the client was sent the receipt
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id),
    FOREIGN KEY (firm_id, client_id) REFERENCES clients (firm_id, id)
);
CREATE UNIQUE INDEX intake_links_one_each ON intake_links (firm_id, matter_id) WHERE revoked_at IS NULL;
CREATE INDEX intake_links_by_matter ON intake_links (firm_id, matter_id);
CREATE INDEX intake_links_sent ON intake_links (firm_id, sent_at) WHERE sent_at IS NOT NULL;
CREATE INDEX intake_links_open ON intake_links (expires_at)
    WHERE revoked_at IS NULL AND completed_at IS NULL AND expired_at IS NULL;
CREATE INDEX intake_links_waiting ON intake_links (firm_id, sent_at)
    WHERE revoked_at IS NULL AND completed_at IS NULL AND expired_at IS NULL;
CREATE INDEX intake_links_by_client ON intake_links (firm_id, client_id);

-- The codes that protect intake links, and the browsers in which one was entered.
CREATE TABLE portal_codes (
    id         text PRIMARY KEY,  -- the digits are computed from it
    firm_id    text NOT NULL REFERENCES firms,
    link_id    text NOT NULL,
    channel    text NOT NULL CHECK (channel IN ('email', 'sms')),
    tries      integer NOT NULL DEFAULT 0,
    used_at    timestamptz,
    created_at timestamptz NOT NULL,
    used_by    text,
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, link_id) REFERENCES intake_links (firm_id, id)
);
CREATE INDEX portal_codes_by_link ON portal_codes (firm_id, link_id, created_at);
CREATE INDEX portal_codes_by_age ON portal_codes (created_at);

CREATE TABLE portal_devices (
    firm_id      text NOT NULL REFERENCES firms,
    link_id      text NOT NULL,
    token_digest text NOT NULL,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (firm_id, link_id, token_digest),
    FOREIGN KEY (firm_id, link_id) REFERENCES intake_links (firm_id, id)
);
CREATE INDEX portal_devices_by_token ON portal_devices (token_digest);
CREATE INDEX portal_devices_by_age ON portal_devices (created_at);

-- A reminder of a client's open items, a number of days after the intake link was sent.
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
    deadline   date,  -- it comes before this deadline of the matter
    UNIQUE (firm_id, id),
    CONSTRAINT reminders_once UNIQUE (firm_id, link_id, days),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id)
);
CREATE INDEX reminders_due ON reminders (due_at) WHERE settled_at IS NULL;
CREATE INDEX reminders_upcoming ON reminders (firm_id, due_at, link_id, id) WHERE settled_at IS NULL;
CREATE INDEX reminders_by_matter ON reminders (firm_id, matter_id, due_at);

-- Rejections of a matter's documents that go to the client in one message.
CREATE TABLE rejection_notices (
    id         text PRIMARY KEY,
    firm_id    text NOT NULL REFERENCES firms,
    matter_id  text NOT NULL,
    settled_at timestamptz,  -- null while more may be gathered
    created_at timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id)
);
CREATE UNIQUE INDEX rejection_notices_pending ON rejection_notices (firm_id, matter_id) WHERE settled_at IS NULL;
CREATE INDEX rejection_notices_by_matter ON rejection_notices (firm_id, matter_id, created_at);

-- A message between a firm and a matter's client. Its intake link is stored as "[intake link]", which is replaced by the
-- link of link_public_part when it is sent. sending_since is the claim of the process that sends it; no other process may
-- send it until the claim ends.
CREATE TABLE communications (
    id            text PRIMARY KEY,
    firm_id       text NOT NULL REFERENCES firms,
    matter_id     text NOT NULL,
    channel       text NOT NULL CHECK (channel IN ('email', 'sms')),
    direction     text NOT NULL CHECK (direction IN ('outbound', 'inbound')),
    "to"          text NOT NULL,
    sender        text,  -- the number or the address that a message came from
    language      text NOT NULL DEFAULT 'en',
    subject       text,
    message       text NOT NULL,
    status        text NOT NULL CHECK (status IN ('queued', 'sent', 'delivered', 'failed')),
    sending_since timestamptz,
    provider_id   text CONSTRAINT communications_provider_id_unique UNIQUE,
    error         text,
    reminder_id   text,
    link_public_part text,
    sent_at       timestamptz,
    created_at    timestamptz NOT NULL,
    send_at       timestamptz,  -- null is at once
    retry_of      text,  -- the failed message that this one repeats
    from_other_address boolean NOT NULL DEFAULT false,  -- the sender's is not the address of the client
    read_at       timestamptz,  -- when one of the firm's programs marked it as read; for people see message_reads
    changed_at timestamptz NOT NULL DEFAULT now(),  -- when it was last written, for `updated_since`
    automatic boolean NOT NULL DEFAULT false,  -- no person decided to send it
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id),
    FOREIGN KEY (firm_id, reminder_id) REFERENCES reminders (firm_id, id),
    CONSTRAINT communications_remind_once UNIQUE (firm_id, reminder_id, channel),
    CONSTRAINT communications_retried_once UNIQUE (firm_id, retry_of),
    FOREIGN KEY (firm_id, retry_of) REFERENCES communications (firm_id, id)
);
CREATE INDEX communications_by_change ON communications (firm_id, changed_at, id);
CREATE TRIGGER communications_changed_at BEFORE INSERT OR UPDATE ON communications
    FOR EACH ROW EXECUTE FUNCTION note_change();
CREATE INDEX communications_by_matter ON communications (firm_id, matter_id, created_at, id);
CREATE INDEX communications_by_creation ON communications (firm_id, created_at, id)
    INCLUDE (channel, direction, status, matter_id);
CREATE INDEX communications_by_number ON communications ("to", created_at)
    WHERE channel = 'sms' AND direction = 'outbound';
CREATE INDEX communications_received ON communications (firm_id, created_at) INCLUDE (matter_id)
    WHERE direction = 'inbound';

-- The time up to which a person has read the messages of a matter's client.
CREATE TABLE message_reads (
    firm_id   text NOT NULL REFERENCES firms,
    user_id   text NOT NULL,
    matter_id text NOT NULL,
    read_at   timestamptz NOT NULL,
    PRIMARY KEY (firm_id, user_id, matter_id),
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id) ON DELETE CASCADE,
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id) ON DELETE CASCADE
);
CREATE INDEX message_reads_by_matter ON message_reads (firm_id, matter_id);

-- Numbers that opted out of SMS, for all firms of the installation, because all SMS are sent from one number.
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
    user_id       text,  -- the person who gets it, of digests and alerts
    alert         text,  -- the type of the alert, which its recipient can end
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id) ON DELETE CASCADE,
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
    read_at      timestamptz,  -- when the firm's own programs marked it as read
    created_at   timestamptz NOT NULL,
    translations jsonb NOT NULL DEFAULT '{}',  -- the message by language
    UNIQUE (firm_id, id),
    CONSTRAINT notifications_once UNIQUE (firm_id, type, occasion)
);
CREATE INDEX notifications_by_creation ON notifications (firm_id, created_at, id);
CREATE INDEX notifications_unread ON notifications (firm_id) WHERE read_at IS NULL;
CREATE INDEX notifications_awaiting_alert ON notifications (firm_id, type) WHERE awaits_alert;
CREATE INDEX notifications_age ON notifications (created_at);

-- The notifications that a person has read since users.notifications_read_until.
CREATE TABLE notification_reads (
    firm_id         text NOT NULL REFERENCES firms,
    notification_id text NOT NULL,
    user_id         text NOT NULL,
    read_at         timestamptz NOT NULL,
    PRIMARY KEY (firm_id, notification_id, user_id),
    FOREIGN KEY (firm_id, notification_id) REFERENCES notifications (firm_id, id) ON DELETE CASCADE,
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id) ON DELETE CASCADE
);


-- The worker ---------------------------------------------------------------------------------------------------------

-- A task of the worker: a function of listeners.py and its arguments. When its worker dies, the lease returns it.
CREATE TABLE tasks (
    id           text PRIMARY KEY,
    firm_id      text NOT NULL REFERENCES firms,
    name         text NOT NULL,
    arguments    jsonb NOT NULL,
    queue        text NOT NULL CHECK (queue IN ('urgent', 'default', 'files', 'long')),
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
-- For tasks that wait to enter their queue: whether any is due, and the next ones of a firm.
CREATE INDEX tasks_due ON tasks (due_at) WHERE queued_at IS NULL AND done_at IS NULL AND failed_at IS NULL;
CREATE INDEX tasks_waiting ON tasks (firm_id, queue, due_at, id)
    WHERE queued_at IS NULL AND done_at IS NULL AND failed_at IS NULL;
-- For tasks in a queue: how many of a firm, and those that were lost on the way.
CREATE INDEX tasks_queued ON tasks (firm_id, queue) INCLUDE (queued_at)
    WHERE queued_at IS NOT NULL AND done_at IS NULL AND failed_at IS NULL;
CREATE INDEX tasks_finished ON tasks (created_at) WHERE done_at IS NOT NULL OR failed_at IS NOT NULL;

-- When each line of schedule.py runs next; the worker that moves the time on runs it.
CREATE TABLE schedule (
    name   text PRIMARY KEY,
    due_at timestamptz NOT NULL
);

-- The heartbeats of worker processes, every few seconds, each with a digest of its SECRET_KEY.
CREATE TABLE workers (
    id               text PRIMARY KEY,
    started_at       timestamptz NOT NULL,
    seen_at          timestamptz NOT NULL,
    secret_key_check text
);

-- The attempts at backups; the time of the latest that is complete is watched.
CREATE TABLE backup_runs (
    id          text PRIMARY KEY,
    finished_at timestamptz,
    error       text,
    created_at  timestamptz NOT NULL
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
    told_at               timestamptz,  -- when the firm was notified of disabled_reason
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
CREATE INDEX deliveries_by_firm ON deliveries (firm_id, created_at, id);
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

-- A firm's connection to a platform; tokens and secrets are sealed. It is kept with its links when the firm disconnects,
-- so that connecting again continues. Until leased_until, the run leased_by is at work.
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
    checked_at       timestamptz,  -- when the last check began whether the platform still accepts the connection
    leased_by        text,
    leased_until     timestamptz,
    created_at       timestamptz NOT NULL,
    updated_at       timestamptz NOT NULL,
    paused_until     timestamptz,  -- the platform takes no more requests until then
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

-- The links between our records and the platform's. A row without external_id means that creating the record there was
-- about to begin; settled_at means that all of it has arrived.
CREATE TABLE integration_links (
    id             text PRIMARY KEY,
    firm_id        text NOT NULL REFERENCES firms,
    integration_id text NOT NULL,
    kind           text NOT NULL CHECK (kind IN ('contact', 'matter', 'document', 'note')),
    client_id      text,
    matter_id      text,
    upload_id      text,
    external_id    text,
    version        text,  -- the platform's version of the matter after our last write
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
    FOREIGN KEY (firm_id, upload_id) REFERENCES uploads (firm_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX integration_links_external_unique ON integration_links (integration_id, kind, external_id)
    WHERE kind <> 'contact';
CREATE INDEX integration_links_by_contact ON integration_links (integration_id, external_id) WHERE kind = 'contact';
CREATE INDEX integration_links_by_client ON integration_links (firm_id, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX integration_links_by_matter ON integration_links (firm_id, matter_id) WHERE matter_id IS NOT NULL;
CREATE INDEX integration_links_by_upload ON integration_links (firm_id, upload_id) WHERE upload_id IS NOT NULL;

-- Every run, and every document of one, which has its run_id. The state of a run that continues is in details.
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
    waits          integer NOT NULL DEFAULT 0,  -- consecutive ones without progress
    started_at     timestamptz,
    finished_at    timestamptz,
    created_at     timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, integration_id) REFERENCES integrations (firm_id, id),
    FOREIGN KEY (firm_id, run_id) REFERENCES sync_logs (firm_id, id),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id),
    FOREIGN KEY (firm_id, upload_id) REFERENCES uploads (firm_id, id) ON DELETE CASCADE
);
CREATE INDEX sync_logs_by_creation ON sync_logs (firm_id, integration_id, created_at, id);
CREATE INDEX sync_logs_by_matter ON sync_logs (firm_id, matter_id, created_at, id);
CREATE INDEX sync_logs_by_upload ON sync_logs (firm_id, upload_id) WHERE upload_id IS NOT NULL;
CREATE INDEX sync_logs_by_end ON sync_logs (firm_id, integration_id, finished_at)
    WHERE run_id IS NULL AND finished_at IS NOT NULL;
CREATE INDEX sync_logs_failed ON sync_logs (firm_id, integration_id, created_at, id)
    WHERE status = 'failed' AND run_id IS NULL AND matter_id IS NOT NULL;
CREATE INDEX sync_logs_pending ON sync_logs (firm_id, integration_id, created_at, id)
    WHERE status = 'pending' AND run_id IS NULL;
CREATE UNIQUE INDEX sync_logs_document_once ON sync_logs (run_id, upload_id) WHERE run_id IS NOT NULL;
-- Only one run of a kind waits for its turn.
CREATE UNIQUE INDEX sync_logs_waiting_once ON sync_logs (integration_id, action, coalesce(matter_id, ''))
    WHERE started_at IS NULL AND status = 'pending' AND run_id IS NULL;

-- Our subscriptions to a platform's events.
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
    occurred_at    timestamptz,  -- when it happened at the platform, if known
    identity       text NOT NULL UNIQUE,
    times          integer NOT NULL DEFAULT 1,  -- the number of times it was received
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


-- Billing -------------------------------------------------------------------------------------------------------------

-- A firm's subscription at Stripe, as last read from there. customer and external_id are Stripe's. Every
-- reading takes a number from readings; applied is that of the last one that was applied, and earlier ones are not.
CREATE TABLE subscriptions (
    id             text PRIMARY KEY,
    firm_id        text NOT NULL REFERENCES firms CONSTRAINT subscriptions_firm_unique UNIQUE,
    customer       text NOT NULL CONSTRAINT subscriptions_customer_unique UNIQUE,
    external_id    text,
    status         text NOT NULL DEFAULT 'none' CHECK (status IN ('none', 'trialing', 'active', 'past_due', 'cancelled')),
    plan           text CHECK (plan IN ('standard', 'pro', 'enterprise')),
    "interval"     text CHECK ("interval" IN ('monthly', 'yearly')),
    period_start   timestamptz,
    period_end     timestamptz,
    trial_ends_at  timestamptz,
    cancel_at      timestamptz,
    next_plan      text CHECK (next_plan IN ('standard', 'pro', 'enterprise')),
    next_interval  text CHECK (next_interval IN ('monthly', 'yearly')),
    past_due_since timestamptz,
    ended_at       timestamptz,
    readings       bigint NOT NULL DEFAULT 0,
    applied        bigint NOT NULL DEFAULT 0,
    created_at     timestamptz NOT NULL,
    updated_at     timestamptz NOT NULL,
    UNIQUE (firm_id, id)
);

-- The events of Stripe that were received, each once. firm_id is null where no firm has the customer.
CREATE TABLE billing_events (
    id         text PRIMARY KEY,
    firm_id    text REFERENCES firms,
    type       text NOT NULL,
    outcome    text NOT NULL CHECK (outcome IN ('applied', 'not_needed', 'unknown_customer', 'other_firm')),
    created_at timestamptz NOT NULL,
    UNIQUE (firm_id, id)
);
CREATE INDEX billing_events_by_creation ON billing_events (created_at);


-- Engagement ----------------------------------------------------------------------------------------------------------

-- People who contacted a firm and are not its clients yet, and the others involved.
CREATE TABLE leads (
    id                  text NOT NULL,
    firm_id             text NOT NULL REFERENCES firms,
    status              text NOT NULL CHECK (status IN (
                            'new', 'checking', 'cleared', 'offered', 'engaged', 'declined', 'lost')),
    practice_area       text NOT NULL,
    first_name          text NOT NULL,
    last_name           text NOT NULL,
    email               text,
    email_key           text,
    phone               text,
    contact_preferences jsonb,
    language            text,
    message             text,
    source              jsonb NOT NULL DEFAULT '{}',
    source_key          text,  -- its name, folded
    spam_score          integer NOT NULL DEFAULT 0,
    spam_reasons        jsonb NOT NULL DEFAULT '[]',
    quarantined         boolean NOT NULL DEFAULT false,
    assigned_to         text,
    conflict_check_id   text,
    client_id           text,
    matter_id           text,
    declined_reason     text,
    search_key          text NOT NULL,
    answered_at         timestamptz,  -- when the firm first wrote to the person, or called
    cleared_at          timestamptz,
    engaged_at          timestamptz,
    created_at          timestamptz NOT NULL,
    updated_at          timestamptz NOT NULL,
    changed_at          timestamptz NOT NULL DEFAULT now(),
    closed_at           timestamptz,  -- when it was declined, lost or put into quarantine
    PRIMARY KEY (firm_id, id),
    FOREIGN KEY (firm_id, client_id) REFERENCES clients (firm_id, id),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id)
);
CREATE INDEX leads_by_creation ON leads (firm_id, quarantined, created_at, id);
CREATE INDEX leads_by_status ON leads (firm_id, status, created_at, id) WHERE NOT quarantined;
CREATE INDEX leads_by_change ON leads (firm_id, changed_at, id);
CREATE INDEX leads_by_email ON leads (firm_id, email_key) WHERE email_key IS NOT NULL;
CREATE INDEX leads_by_phone ON leads (firm_id, phone) WHERE phone IS NOT NULL;
CREATE INDEX leads_by_client ON leads (firm_id, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX leads_by_matter ON leads (firm_id, matter_id) WHERE matter_id IS NOT NULL;
CREATE TRIGGER leads_changed_at BEFORE INSERT OR UPDATE ON leads
    FOR EACH ROW EXECUTE FUNCTION note_change();

CREATE VIEW lead_retention AS
    SELECT lead.firm_id, lead.id AS lead_id, schedule.id AS schedule_id, dated.closed_on,
           (dated.closed_on + make_interval(months => CASE WHEN lead.quarantined
                THEN coalesce(schedule.quarantine_months, schedule.months) ELSE schedule.months END))::date AS destroy_after
    FROM leads lead
    JOIN firms firm ON firm.id = lead.firm_id
    CROSS JOIN LATERAL (SELECT (coalesce(lead.closed_at, lead.updated_at)
                                AT TIME ZONE firm.timezone)::date AS closed_on) dated
    JOIN LATERAL (SELECT * FROM retention_schedules candidate
                  WHERE candidate.firm_id = lead.firm_id AND candidate.kind = 'leads'
                    AND coalesce(candidate.practice_area, lead.practice_area) = lead.practice_area
                  ORDER BY candidate.practice_area NULLS LAST LIMIT 1) schedule ON true
    WHERE (lead.quarantined OR lead.status IN ('declined', 'lost')) AND lead.client_id IS NULL
      AND lead.matter_id IS NULL;

CREATE TABLE lead_parties (
    id         text NOT NULL,
    firm_id    text NOT NULL REFERENCES firms,
    lead_id    text NOT NULL,
    position   integer NOT NULL,
    name       text NOT NULL,
    kind       text NOT NULL CHECK (kind IN ('person', 'company')),
    role       text NOT NULL,
    aliases    jsonb NOT NULL DEFAULT '[]',
    relation   text,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id),
    CONSTRAINT lead_parties_position_unique UNIQUE (firm_id, lead_id, position),
    FOREIGN KEY (firm_id, lead_id) REFERENCES leads (firm_id, id) ON DELETE CASCADE
);

-- Messages to leads; and their prospects at a platform, which become the matters' there.
CREATE TABLE lead_messages (
    id            text NOT NULL,
    firm_id       text NOT NULL REFERENCES firms,
    lead_id       text NOT NULL,
    channel       text NOT NULL CHECK (channel IN ('email')),
    "to"          text NOT NULL,
    language      text NOT NULL DEFAULT 'en',
    subject       text,
    message       text NOT NULL,
    status        text NOT NULL CHECK (status IN ('queued', 'sent', 'delivered', 'failed')),
    automatic     boolean NOT NULL DEFAULT false,  -- not an answer of the firm
    sending_since timestamptz,
    provider_id   text,
    error         text,
    sent_at       timestamptz,
    created_at    timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id),
    FOREIGN KEY (firm_id, lead_id) REFERENCES leads (firm_id, id) ON DELETE CASCADE
);
CREATE INDEX lead_messages_by_lead ON lead_messages (firm_id, lead_id, created_at, id);

CREATE TABLE lead_links (
    id             text NOT NULL,
    firm_id        text NOT NULL REFERENCES firms,
    lead_id        text NOT NULL,
    integration_id text NOT NULL,
    contact_id     text,
    external_id    text,
    created_at     timestamptz NOT NULL,
    error_code     text,  -- why the platform refused the lead, and what it said
    platform_said  text,
    PRIMARY KEY (firm_id, id),
    CONSTRAINT lead_links_once UNIQUE (firm_id, lead_id, integration_id),
    FOREIGN KEY (firm_id, lead_id) REFERENCES leads (firm_id, id) ON DELETE CASCADE,
    FOREIGN KEY (firm_id, integration_id) REFERENCES integrations (firm_id, id)
);


-- Parties and conflict checks --------------------------------------------------------------------------------------

-- A person or company of a matter beside its client.
CREATE TABLE matter_parties (
    id           text NOT NULL,
    firm_id      text NOT NULL REFERENCES firms,
    matter_id    text NOT NULL,
    name         text NOT NULL,
    kind         text NOT NULL CHECK (kind IN ('person', 'company')),
    role         text NOT NULL,
    aliases      jsonb NOT NULL DEFAULT '[]',
    former_names jsonb NOT NULL DEFAULT '[]',
    relation     text,
    email        text,
    phone        text,
    address      jsonb,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id) ON DELETE CASCADE
);
CREATE INDEX matter_parties_by_matter ON matter_parties (firm_id, matter_id, created_at, id);

-- What the firm writes down about a matter for itself.
CREATE TABLE matter_notes (
    id           text NOT NULL,
    firm_id      text NOT NULL REFERENCES firms,
    matter_id    text NOT NULL,
    kind         text NOT NULL CHECK (kind IN ('note', 'call', 'meeting')),
    text         text NOT NULL,
    happened_at  timestamptz CHECK ((kind = 'note') = (happened_at IS NULL)),
    actor_type   text NOT NULL,
    actor_id     text,
    created_at   timestamptz NOT NULL,
    edited_at    timestamptz,
    search_key   text NOT NULL DEFAULT '',
    updated_at   timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (firm_id, id),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id) ON DELETE CASCADE
);
CREATE INDEX matter_notes_by_matter ON matter_notes (firm_id, matter_id, created_at, id);
CREATE INDEX matter_notes_by_update ON matter_notes (firm_id, updated_at, id);

-- Every name, e-mail address, telephone number and address of a record. A key is a number made of the firm and of what
-- is left of the name (intake/engagement/conflicts/keys.py). A client who was merged into another one stays here under
-- the other's id as parent_id, also when the row of the merged one is removed.
CREATE TABLE conflict_names (
    firm_id    text NOT NULL REFERENCES firms,
    kind       text NOT NULL CHECK (kind IN ('client', 'merged_client', 'party', 'lead', 'lead_party')),
    record_id  text NOT NULL,
    position   integer NOT NULL,
    parent_id  text,
    part       text NOT NULL CHECK (part IN ('name', 'alias', 'former_name', 'email', 'phone', 'address')),
    text       text NOT NULL,
    is_company boolean NOT NULL,
    keys       bigint[] NOT NULL,
    PRIMARY KEY (firm_id, kind, record_id, position)
);
CREATE INDEX conflict_names_by_key ON conflict_names USING gin (keys) WITH (fastupdate = off);
CREATE INDEX conflict_names_merged ON conflict_names (firm_id, parent_id) WHERE kind = 'merged_client';

-- Which records of firms with an index are to be indexed again: a check does so before it searches.
CREATE TABLE conflict_queue (
    id        bigint GENERATED ALWAYS AS IDENTITY,
    firm_id   text NOT NULL REFERENCES firms,
    kind      text NOT NULL,
    record_id text NOT NULL,
    PRIMARY KEY (firm_id, id)
);

-- The firms with an index: all records were put into the queue once, and since then those that change.
CREATE TABLE conflict_indexes (
    firm_id    text PRIMARY KEY REFERENCES firms,
    created_at timestamptz NOT NULL
);

CREATE FUNCTION queue_conflict_names() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    firm text := CASE WHEN TG_OP = 'DELETE' THEN OLD.firm_id ELSE NEW.firm_id END;
BEGIN
    IF TG_ARGV[1] IS NULL AND NOT EXISTS (SELECT FROM conflict_indexes WHERE firm_id = firm) THEN
        -- Whoever begins the index waits for this transaction, or this one for them and sees the index.
        PERFORM pg_advisory_xact_lock_shared(hashtext('conflict_index'), hashtext(firm));
        IF NOT EXISTS (SELECT FROM conflict_indexes WHERE firm_id = firm) THEN
            RETURN NULL;
        END IF;
    END IF;
    INSERT INTO conflict_queue (firm_id, kind, record_id)
        VALUES (firm, TG_ARGV[0], CASE WHEN TG_OP = 'DELETE' THEN OLD.id ELSE NEW.id END);
    RETURN NULL;
END $$;

CREATE FUNCTION keep_merged_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.merged_into IS NULL THEN
        DELETE FROM conflict_names
            WHERE firm_id = OLD.firm_id AND kind = 'merged_client' AND parent_id = OLD.id;
        PERFORM pg_advisory_xact_lock_shared(hashtext('conflict_index'), hashtext(OLD.firm_id));
        INSERT INTO conflict_queue (firm_id, kind, record_id)
            SELECT OLD.firm_id, 'client', OLD.id FROM conflict_indexes WHERE firm_id = OLD.firm_id;
    ELSE
        UPDATE conflict_names SET parent_id = OLD.merged_into
            WHERE firm_id = OLD.firm_id AND kind = 'merged_client' AND parent_id = OLD.id;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER clients_named AFTER INSERT OR UPDATE OF first_name, last_name, email, phone, address, merged_into ON clients
    FOR EACH ROW EXECUTE FUNCTION queue_conflict_names('client');
CREATE TRIGGER clients_merged AFTER UPDATE OF merged_into ON clients
    FOR EACH ROW WHEN (NEW.merged_into IS NOT NULL) EXECUTE FUNCTION queue_conflict_names('client', 'always');
CREATE TRIGGER clients_unnamed AFTER DELETE ON clients
    FOR EACH ROW EXECUTE FUNCTION keep_merged_names();
CREATE TRIGGER matter_parties_named AFTER INSERT OR UPDATE OR DELETE ON matter_parties
    FOR EACH ROW EXECUTE FUNCTION queue_conflict_names('party');
CREATE TRIGGER leads_named AFTER INSERT OR DELETE OR UPDATE OF first_name, last_name, email, phone ON leads
    FOR EACH ROW EXECUTE FUNCTION queue_conflict_names('lead');
CREATE TRIGGER lead_parties_named AFTER INSERT OR UPDATE OR DELETE ON lead_parties
    FOR EACH ROW EXECUTE FUNCTION queue_conflict_names('lead_party');

-- The conflict checks: terms, thresholds and hits. matter_id and lead_id are no foreign keys, because a check outlives
-- those records.
CREATE TABLE conflict_checks (
    id          text NOT NULL,
    firm_id     text NOT NULL REFERENCES firms,
    matter_id   text,
    lead_id     text,
    previous_id text,
    names       jsonb NOT NULL,
    sought      jsonb NOT NULL,
    hits        jsonb NOT NULL,
    complete    boolean NOT NULL,
    versions    jsonb NOT NULL,
    actor_type  text NOT NULL,
    actor_id    text,
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id),
    FOREIGN KEY (firm_id, previous_id) REFERENCES conflict_checks (firm_id, id)
);
CREATE INDEX conflict_checks_newest ON conflict_checks (firm_id, created_at, id);
CREATE INDEX conflict_checks_by_matter ON conflict_checks (firm_id, matter_id, created_at) WHERE matter_id IS NOT NULL;
CREATE INDEX conflict_checks_by_lead ON conflict_checks (firm_id, lead_id, created_at) WHERE lead_id IS NOT NULL;
CREATE INDEX conflict_checks_by_previous ON conflict_checks (firm_id, previous_id) WHERE previous_id IS NOT NULL;

CREATE TABLE conflict_decisions (
    id          text NOT NULL,  -- of the check
    firm_id     text NOT NULL REFERENCES firms,
    decision    text NOT NULL CHECK (decision IN ('clear', 'waived', 'screened', 'conflict')),
    note        text,
    document_id text,
    actor_type  text NOT NULL,
    actor_id    text,
    created_at  timestamptz NOT NULL,
    CONSTRAINT conflict_decisions_once PRIMARY KEY (firm_id, id),
    CHECK (decision <> 'waived' OR document_id IS NOT NULL),
    FOREIGN KEY (firm_id, id) REFERENCES conflict_checks (firm_id, id)
);

-- The value of a check's column after an erasure: the same, with a mark in place of some texts.
CREATE FUNCTION is_emptied(old_value jsonb, new_value jsonb) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    IF old_value IS NOT DISTINCT FROM new_value THEN
        RETURN true;
    ELSIF jsonb_typeof(old_value) <> jsonb_typeof(new_value) THEN
        RETURN false;
    ELSIF jsonb_typeof(old_value) = 'string' THEN
        RETURN new_value #>> '{}' = '[…]';
    ELSIF jsonb_typeof(old_value) = 'array' THEN
        RETURN jsonb_array_length(old_value) = jsonb_array_length(new_value) AND NOT EXISTS (
            SELECT FROM generate_series(0, jsonb_array_length(old_value) - 1) AS place
            WHERE NOT is_emptied(old_value -> place, new_value -> place));
    ELSIF jsonb_typeof(old_value) = 'object' THEN
        RETURN ARRAY(SELECT jsonb_object_keys(old_value) ORDER BY 1) = ARRAY(
            SELECT jsonb_object_keys(new_value) ORDER BY 1) AND NOT EXISTS (
            SELECT FROM jsonb_each(old_value) AS each WHERE NOT is_emptied(each.value, new_value -> each.key));
    END IF;
    RETURN false;
END $$;

-- An erasure replaces texts by the mark. That of a whole firm, which has been confirmed, deletes the rows; only the
-- transactions that do so name it.
CREATE FUNCTION protect_conflict_checks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    texts CONSTANT text[] := '{names,sought,hits,note}';
    emptied jsonb;
    kept jsonb := to_jsonb(OLD);
BEGIN
    IF current_setting('intake.erased_firm', true) = OLD.firm_id
            AND (EXISTS (SELECT FROM erasures WHERE firm_id = OLD.firm_id AND kind = 'firm')
                OR EXISTS (SELECT FROM firm_imports WHERE firm_id = OLD.firm_id AND step < 0)) THEN
        RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
    ELSIF TG_OP = 'UPDATE' THEN
        emptied := to_jsonb(NEW);
        IF emptied - texts = kept - texts AND NOT EXISTS (
                SELECT FROM unnest(texts) AS name WHERE NOT is_emptied(kept -> name, emptied -> name)) THEN
            RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION 'a conflict check is never changed';
END $$;
CREATE TRIGGER conflict_checks_protected BEFORE UPDATE OR DELETE ON conflict_checks
    FOR EACH ROW EXECUTE FUNCTION protect_conflict_checks();
CREATE TRIGGER conflict_decisions_protected BEFORE UPDATE OR DELETE ON conflict_decisions
    FOR EACH ROW EXECUTE FUNCTION protect_conflict_checks();


-- The sandbox ---------------------------------------------------------------------------------------------------------

-- The mails and SMS that a sandbox keeps instead of sending them, with the error that a magic recipient caused.
CREATE TABLE sandbox_messages (
    firm_id    text NOT NULL REFERENCES firms,
    id         text NOT NULL,
    channel    text NOT NULL,
    recipient  text NOT NULL,
    sender     text,
    reply_to   text,
    subject    text,
    text       text NOT NULL,
    html       text,
    error      text,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id)
);
CREATE INDEX sandbox_messages_by_creation ON sandbox_messages (firm_id, created_at, id);


-- Records that are erased for good --------------------------------------------------------------------------------------

CREATE TABLE erasures (
    id              text NOT NULL,
    firm_id         text NOT NULL REFERENCES firms,
    kind            text NOT NULL CHECK (kind IN ('client', 'matter', 'document', 'lead', 'firm')),
    record_id       text NOT NULL,
    reason          text,  -- as it was typed, until it is done
    status          text NOT NULL CHECK (status IN ('proposed', 'running', 'failed', 'done')),
    goes            jsonb NOT NULL DEFAULT '[]',  -- when it was asked for
    stays           jsonb NOT NULL DEFAULT '[]',
    erased          jsonb NOT NULL DEFAULT '{}',  -- the number of rows by table, so far
    digests         jsonb NOT NULL DEFAULT '{}',
    elsewhere       jsonb NOT NULL DEFAULT '[]',  -- the linked records at connected platforms
    asked_by        text,
    asked_by_person text,  -- the person, or the one who made the key
    confirmed_by    text,
    confirmed_at    timestamptz,
    finished_at     timestamptz,
    certificate     jsonb,
    created_at      timestamptz NOT NULL,
    mail_to         jsonb NOT NULL DEFAULT '[]',  -- the recipients of a firm's certificate: [address, language]
    destroy_after   date,  -- the day after which a retention schedule lets the record go; null: somebody asked for it
    PRIMARY KEY (firm_id, id)
);
CREATE INDEX erasures_newest ON erasures (firm_id, created_at, id);
CREATE UNIQUE INDEX erasures_open_once ON erasures (firm_id, record_id) WHERE status <> 'done';
CREATE INDEX erasures_of_firms ON erasures (firm_id) WHERE kind = 'firm';

-- The ids that an erasure deletes, by table, as long as copies may still turn up.
CREATE TABLE erasure_items (
    firm_id    text NOT NULL REFERENCES firms,
    erasure_id text NOT NULL,
    record_id  text NOT NULL,
    kind       text NOT NULL,
    PRIMARY KEY (firm_id, erasure_id, kind, record_id),
    FOREIGN KEY (firm_id, erasure_id) REFERENCES erasures (firm_id, id) ON DELETE CASCADE
);


-- Exports -------------------------------------------------------------------------------------------------------------

-- Everything of a firm, or of one of its clients, as a file that is kept for 7 days. It is written in parts; `state` has
-- its progress, so that the next attempt continues with the following part.
CREATE TABLE exports (
    id           text NOT NULL,
    firm_id      text NOT NULL REFERENCES firms,
    client_id    text,  -- null: of the whole firm
    user_id      text,  -- the person who asked for it; null: a key
    api_key_id   text,
    language     text NOT NULL,
    status       text NOT NULL CHECK (status IN ('pending', 'running', 'ready', 'failed', 'cancelled')),
    progress     integer NOT NULL,
    run          text,  -- the attempt that is writing it; an earlier one that still runs notices this and ends
    state        jsonb NOT NULL DEFAULT '{}',
    files        integer,
    size_bytes   bigint,
    storage_key  text,
    ready_at     timestamptz,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id),
    FOREIGN KEY (firm_id, client_id) REFERENCES clients (firm_id, id) ON DELETE CASCADE,
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id),
    FOREIGN KEY (firm_id, api_key_id) REFERENCES api_keys (firm_id, id)
);
CREATE INDEX exports_newest ON exports (firm_id, created_at, id);
CREATE INDEX exports_by_client ON exports (firm_id, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX exports_oldest ON exports (created_at);

-- A part of an export in storage, with the data about its entries for the end of the file.
CREATE TABLE export_parts (
    firm_id   text NOT NULL REFERENCES firms,
    export_id text NOT NULL,
    number    integer NOT NULL,
    etag      text NOT NULL,
    directory bytea NOT NULL,  -- of the entries that end in this part: their records in the table of contents
    sums      text NOT NULL,   -- their checksums
    listing   text NOT NULL,   -- their lines of files.jsonl
    PRIMARY KEY (firm_id, export_id, number),
    FOREIGN KEY (firm_id, export_id) REFERENCES exports (firm_id, id) ON DELETE CASCADE
);

-- A firm that is being imported from an export. It is suspended until that is complete, and then has no row here.
CREATE TABLE firm_imports (
    firm_id    text PRIMARY KEY REFERENCES firms ON DELETE CASCADE,
    sums       text NOT NULL,    -- the digest of the export's checksums, which identifies it
    step       integer NOT NULL DEFAULT 0,  -- the number of steps that are done; -1: the import is being undone
    rows       bigint NOT NULL DEFAULT 0,   -- the number of lines of the next step that are done
    suspended_at timestamptz,    -- as the firm was when it was exported
    created_at timestamptz NOT NULL
);


-- Engagement letters -----------------------------------------------------------------------------------------------

-- Engagement letters: templates of a firm, letters of its matters, who signs them, and what happened to each.
CREATE TABLE letter_templates (
    id         text NOT NULL,
    firm_id    text NOT NULL REFERENCES firms,
    built_in   text,
    name       text NOT NULL,
    text       jsonb NOT NULL,
    removed_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id),
    CONSTRAINT letter_templates_built_in_once UNIQUE (firm_id, built_in)
);

CREATE TABLE letters (
    id              text NOT NULL,
    firm_id         text NOT NULL REFERENCES firms,
    matter_id       text NOT NULL,
    template_id     text,
    title           text NOT NULL,
    language        text NOT NULL,
    text            text NOT NULL,
    field_values    jsonb NOT NULL DEFAULT '{}',
    status          text NOT NULL CHECK (status IN ('draft', 'sent', 'viewed', 'signed', 'countersigned', 'declined',
                                                    'voided', 'expired')),
    expires_in_days integer NOT NULL,
    document_digest text,
    document_size   integer,
    pages           jsonb NOT NULL DEFAULT '[]',
    sent_at         timestamptz,
    expires_at      timestamptz,
    countersigner_id text,
    sealed_digest   text,
    sealed_size     integer,
    sealed_at       timestamptz,
    void_reason     text,
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id),
    FOREIGN KEY (firm_id, template_id) REFERENCES letter_templates (firm_id, id),
    FOREIGN KEY (firm_id, countersigner_id) REFERENCES users (firm_id, id)
);
CREATE INDEX letters_by_matter ON letters (firm_id, matter_id, created_at, id);
CREATE INDEX letters_that_run ON letters (expires_at) WHERE status IN ('sent', 'viewed');

CREATE TABLE letter_signers (
    id           text NOT NULL,
    firm_id      text NOT NULL REFERENCES firms,
    letter_id    text NOT NULL,
    place        integer NOT NULL,
    name         text NOT NULL,
    email        text NOT NULL,
    language     text NOT NULL,
    is_client    boolean NOT NULL DEFAULT false,
    public_part  text NOT NULL,
    status       text NOT NULL CHECK (status IN ('waiting', 'invited', 'consented', 'read', 'signed', 'declined')),
    invited_at   timestamptz,
    mailed_at    timestamptz,
    mail_error   text,
    reminders    integer NOT NULL DEFAULT 0,
    consented_at timestamptz,
    consent_digest text,
    read_at      timestamptz,
    signed_at    timestamptz,
    signature    jsonb,
    declined_reason text,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id),
    CONSTRAINT letter_signers_places UNIQUE (firm_id, letter_id, place),
    CONSTRAINT letter_signers_public_part_key UNIQUE (public_part),
    FOREIGN KEY (firm_id, letter_id) REFERENCES letters (firm_id, id) ON DELETE CASCADE
);

CREATE TABLE letter_events (
    firm_id   text NOT NULL REFERENCES firms,
    letter_id text NOT NULL,
    number    integer NOT NULL,
    type      text NOT NULL,
    at        text NOT NULL,
    actor     text NOT NULL,
    address   text,
    details   jsonb NOT NULL,
    digest    text NOT NULL,
    PRIMARY KEY (firm_id, letter_id, number),
    FOREIGN KEY (firm_id, letter_id) REFERENCES letters (firm_id, id) ON DELETE CASCADE
);

-- The certificate with which this installation seals letters, made at first use; its key is encrypted.
CREATE TABLE signing_certificates (
    id          text PRIMARY KEY,
    certificate text NOT NULL,
    sealed_key  text NOT NULL,
    created_at  timestamptz NOT NULL
);


-- The closing of a firm. `paused` has the ids of the endpoints and connections that it turned off, by table, so that
-- cancelling it turns them on again.
CREATE TABLE closings (
    id            text NOT NULL,
    firm_id       text NOT NULL REFERENCES firms,
    user_id       text,  -- the person who asked for it; null: a key
    export_id     text,  -- of an export that may be gone
    paused        jsonb NOT NULL,
    erase_at      timestamptz NOT NULL,
    taken_back_at timestamptz,
    ended_at      timestamptz,  -- when its time was over, and the erasure began
    created_at    timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id),
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id)
);
CREATE UNIQUE INDEX closings_open_once ON closings (firm_id) WHERE taken_back_at IS NULL;
CREATE INDEX closings_due ON closings (erase_at) WHERE taken_back_at IS NULL AND ended_at IS NULL;

-- There is no foreign key to the client, and none to the export or the erasure: the request stays when they are gone.
-- An erasure of the client empties the columns that are nullable and have texts.
CREATE TABLE privacy_requests (
    id               text NOT NULL,
    firm_id          text NOT NULL REFERENCES firms,
    client_id        text,  -- null: erased
    kind             text NOT NULL CHECK (kind IN ('access', 'correction', 'deletion', 'portability')),
    source           text NOT NULL CHECK (source IN ('portal', 'email', 'phone', 'letter', 'in_person')),
    status           text NOT NULL CHECK (status IN ('received', 'verifying', 'in_progress', 'answered', 'refused')),
    note             text,  -- what the person wrote or said
    verification     text,  -- how the identity was verified: 'link', 'link_and_code', or the firm's own words
    received_on      date NOT NULL,
    due_on           date NOT NULL,
    extended_at      timestamptz,
    extension_reason text,
    reason           text,  -- why it was refused
    answer           text,  -- the firm's addition to the mail
    mailed           boolean NOT NULL,  -- whether the answer or refusal was mailed
    export_id        text,
    erasure_id       text,
    reminded_days    integer,  -- the number of days before the due day at which the admins were last reminded
    closed_at        timestamptz,
    created_at       timestamptz NOT NULL,
    updated_at       timestamptz NOT NULL,
    verified_at      timestamptz,  -- when it was verified; null with 'link' alone
    verified_by      text,  -- the person or key of the firm; null: the client, by a code
    PRIMARY KEY (firm_id, id)
);
CREATE INDEX privacy_requests_by_due ON privacy_requests (firm_id, due_on, id);
CREATE INDEX privacy_requests_by_client ON privacy_requests (firm_id, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX privacy_requests_to_remind_of ON privacy_requests (due_on) WHERE closed_at IS NULL;


-- Words in titles and names -------------------------------------------------------------------------------------------

-- What the indexes of searches have: of each character of the texts, with the two that follow it in its word, if any. All
-- begin with the end of the firm's id, so that a firm's searches read only what its own records have. The planner keeps no
-- statistics of them: it takes each for rare then, as the words are that they are asked for (intake/core/rare_words.py).
CREATE FUNCTION word_parts(firm_id text, VARIADIC texts text[]) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
COST 1000 AS $$
DECLARE
    firm text := right(firm_id, 8);
    word text;
    parts text[] := '{}';
BEGIN
    FOREACH word IN ARRAY string_to_array(array_to_string(texts, ' '), ' ') LOOP
        FOR place IN 1..length(word) LOOP
            parts := parts || (firm || substr(word, place, 3));
        END LOOP;
    END LOOP;
    RETURN array_to_tsvector(parts);
END $$;

CREATE INDEX matters_by_word_parts ON matters USING gin (word_parts(firm_id, title_key))
    WITH (gin_pending_list_limit = 256);
CREATE INDEX clients_by_word_parts ON clients USING gin (word_parts(firm_id, search_key, phone))
    WITH (gin_pending_list_limit = 256);
CREATE INDEX document_requests_by_word_parts ON document_requests USING gin (word_parts(firm_id, name_key))
    WITH (gin_pending_list_limit = 256);
CREATE INDEX matter_notes_by_word_parts ON matter_notes USING gin (word_parts(firm_id, search_key))
    WITH (gin_pending_list_limit = 256);
ALTER INDEX matters_by_word_parts ALTER COLUMN 1 SET STATISTICS 0;
ALTER INDEX clients_by_word_parts ALTER COLUMN 1 SET STATISTICS 0;
ALTER INDEX document_requests_by_word_parts ALTER COLUMN 1 SET STATISTICS 0;
ALTER INDEX matter_notes_by_word_parts ALTER COLUMN 1 SET STATISTICS 0;
