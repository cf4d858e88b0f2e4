-- Exports of a firm's records, and firms that are read from one.
--
-- Locks: firms, clients, users and api_keys, for a moment.

-- Everything of a firm, or of one of its clients, as a file that is kept for 7 days. It is written in parts; `state` says
-- how far it is, so that whoever goes on begins with the part that follows.
CREATE TABLE exports (
    id           text NOT NULL,
    firm_id      text NOT NULL REFERENCES firms,
    client_id    text,  -- null: of the whole firm
    user_id      text,  -- who asked for it; else a key
    api_key_id   text,
    language     text NOT NULL,
    status       text NOT NULL CHECK (status IN ('pending', 'running', 'ready', 'failed', 'cancelled')),
    progress     integer NOT NULL,
    run          text,  -- the attempt that is writing it: an earlier one, should it still run, notices and ends
    state        jsonb NOT NULL DEFAULT '{}',
    files        integer,
    size_bytes   bigint,
    storage_key  text,
    ready_at     timestamptz,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id),
    FOREIGN KEY (firm_id, client_id) REFERENCES clients (firm_id, id) ON DELETE CASCADE,
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id),
    FOREIGN KEY (firm_id, api_key_id) REFERENCES api_keys (firm_id, id)
);
CREATE INDEX exports_newest ON exports (firm_id, created_at, id);
CREATE INDEX exports_by_client ON exports (firm_id, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX exports_oldest ON exports (created_at);

-- A part of an export as the storage has it, and what the end of the file will say of the entries in it.
CREATE TABLE export_parts (
    firm_id   text NOT NULL REFERENCES firms,
    export_id text NOT NULL,
    number    integer NOT NULL,
    etag      text NOT NULL,
    directory bytea NOT NULL,  -- of the entries that end in this part: their records in the table of contents
    sums      text NOT NULL,   -- their checksums
    listing   text NOT NULL,   -- their lines of files.jsonl
    PRIMARY KEY (firm_id, export_id, number),
    FOREIGN KEY (firm_id, export_id) REFERENCES exports (firm_id, id) ON DELETE CASCADE
);

-- A firm that is being read from an export: it is suspended until everything is there, and then has no row here.
CREATE TABLE firm_imports (
    firm_id    text PRIMARY KEY REFERENCES firms ON DELETE CASCADE,
    sums       text NOT NULL,    -- the digest of the checksums: which export it is
    step       integer NOT NULL DEFAULT 0,  -- of the steps of an import, how many are done
    rows       bigint NOT NULL DEFAULT 0,   -- of the step that follows, how many lines are done
    suspended_at timestamptz,    -- as the firm was when it was exported
    created_at timestamptz NOT NULL
);
