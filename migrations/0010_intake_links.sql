-- Intake links and the forms that clients fill in. What was sent is counted by the links, which are kept longer than the
-- events that told of it.

CREATE TABLE intake_links (
    id           text PRIMARY KEY,
    firm_id      text NOT NULL REFERENCES firms,
    matter_id    text NOT NULL,
    client_id    text NOT NULL,
    public_part  text NOT NULL UNIQUE,
    sent_by      jsonb NOT NULL DEFAULT '[]',
    expires_at   timestamptz NOT NULL,
    sent_at      timestamptz,
    completed_at timestamptz,
    expired_at   timestamptz,
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
DROP INDEX events_intake_links_sent;

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
