-- Duplicates of a client are merged into one of them.

ALTER TABLE clients
    ADD COLUMN merged_into text,  -- the client who stays; this one is hidden, and removed when nothing refers to it
    ADD FOREIGN KEY (firm_id, merged_into) REFERENCES clients (firm_id, id);

DROP INDEX clients_by_creation;
DROP INDEX clients_by_name;
DROP INDEX clients_by_update;
CREATE INDEX clients_by_creation ON clients (firm_id, created_at, id) WHERE merged_into IS NULL;
CREATE INDEX clients_by_name ON clients (firm_id, last_name_key, id) WHERE merged_into IS NULL;
CREATE INDEX clients_by_update ON clients (firm_id, updated_at, id) INCLUDE (search_key, phone) WHERE merged_into IS NULL;
CREATE INDEX clients_merged ON clients (firm_id, merged_into) WHERE merged_into IS NOT NULL;

-- That a client was merged into another one, as long as it can be undone. moved has the ids of the rows that changed
-- hands, by table; changed the fields of the client who stays, each as it was and as it became.
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
