-- Which clients a matter had until when, so that one whom it gets again sees what they handed in before.
-- Locks: firms, matters and clients, for a moment.

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
