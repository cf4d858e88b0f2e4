-- What must not be lost until the hold on it is lifted: of a client, of a matter, or of all matters that a search finds.
-- Locks: firms, clients and matters, for a moment.

CREATE TABLE legal_holds (
    id             text NOT NULL,
    firm_id        text NOT NULL REFERENCES firms,
    client_id      text,
    matter_id      text,
    search         jsonb,  -- as it was given; the next three columns are what is compared
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
