-- The worker's rows: what is to be relayed, done, delivered and repeated.

ALTER TABLE events ADD COLUMN relayed_at timestamptz;
CREATE INDEX events_to_relay ON events (id) WHERE relayed_at IS NULL;
CREATE INDEX events_age ON events (created_at);

-- Something the worker is to do: a function of listeners.py and its arguments. The lease returns it when its worker dies.
CREATE TABLE tasks (
    id           text PRIMARY KEY,
    firm_id      text NOT NULL REFERENCES firms,
    name         text NOT NULL,
    arguments    jsonb NOT NULL,
    attempts     integer NOT NULL DEFAULT 0,
    due_at       timestamptz NOT NULL,
    leased_by    text,
    leased_until timestamptz,
    done_at      timestamptz,
    failed_at    timestamptz,
    error        text,
    created_at   timestamptz NOT NULL,
    UNIQUE (firm_id, id)
);
CREATE INDEX tasks_due ON tasks (due_at) WHERE done_at IS NULL AND failed_at IS NULL;

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
