-- The first shape of the database.
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
    logo_url    text,
    settings    jsonb NOT NULL DEFAULT '{}',
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
    UNIQUE (firm_id, id)
);


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
-- scanned and what is served.
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
    created_at      timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, document_id) REFERENCES document_requests (firm_id, id) ON DELETE CASCADE
);
CREATE INDEX uploads_by_document ON uploads (firm_id, document_id, created_at);
CREATE INDEX uploads_never_confirmed ON uploads (created_at) WHERE status = 'issued';
ALTER TABLE document_requests ADD FOREIGN KEY (firm_id, upload_id) REFERENCES uploads (firm_id, id);

CREATE TABLE deadlines (
    id         text PRIMARY KEY,
    firm_id    text NOT NULL REFERENCES firms,
    matter_id  text NOT NULL,
    title      text NOT NULL,
    due_date   date NOT NULL,
    type       text NOT NULL CHECK (type IN ('filing', 'hearing', 'statute', 'other')),
    notes      text,
    completed  boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id)
);
CREATE INDEX deadlines_by_matter ON deadlines (firm_id, matter_id, due_date, id);

CREATE TABLE communications (
    id         text PRIMARY KEY,
    firm_id    text NOT NULL REFERENCES firms,
    matter_id  text NOT NULL,
    channel    text NOT NULL CHECK (channel IN ('email', 'sms')),
    direction  text NOT NULL CHECK (direction IN ('outbound', 'inbound')),
    "to"       text NOT NULL,
    subject    text,
    message    text NOT NULL,
    status     text NOT NULL CHECK (status IN ('queued', 'sent', 'delivered', 'failed')),
    sent_at    timestamptz,
    created_at timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id)
);
CREATE INDEX communications_by_matter ON communications (firm_id, matter_id, created_at, id);


-- Substring search, where the server can ----------------------------------------------------------------------------

DO $$
BEGIN
    IF (SELECT count(*) FROM pg_extension WHERE extname IN ('pg_trgm', 'btree_gin')) = 2 THEN
        CREATE INDEX matters_by_words ON matters USING gin (firm_id, title_key gin_trgm_ops);
        CREATE INDEX clients_by_words ON clients USING gin (firm_id, search_key gin_trgm_ops, phone gin_trgm_ops);
        CREATE INDEX document_requests_by_words ON document_requests USING gin (firm_id, name_key gin_trgm_ops);
    END IF;
END $$;
