-- What the platforms tell us, and the secrets with which they sign it.

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
