-- What is written to leads, and their prospects at a platform.
-- Locks: nothing but firms and integrations for the moment in which the foreign keys are made.

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
    automatic     boolean NOT NULL DEFAULT false,
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
    PRIMARY KEY (firm_id, id),
    CONSTRAINT lead_links_once UNIQUE (firm_id, lead_id, integration_id),
    FOREIGN KEY (firm_id, lead_id) REFERENCES leads (firm_id, id) ON DELETE CASCADE,
    FOREIGN KEY (firm_id, integration_id) REFERENCES integrations (firm_id, id)
);
