-- The parties of matters, beside their clients.
-- Locks: nothing but firms and matters for the moment in which the foreign keys are made.

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
