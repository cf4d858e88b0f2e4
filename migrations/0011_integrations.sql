-- Connections to practice-management platforms, what was synced there, and the log of it.

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
