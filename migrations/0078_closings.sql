-- A firm can leave: it is read-only for 30 days, and then erased.
--
-- Locks: firms and users, for a moment.

ALTER TABLE firms ADD COLUMN leaving_since timestamptz;

-- That a firm leaves, and when it is erased. `paused` has the ids of the endpoints and connections that were turned off,
-- by table, so that taking it back turns them on again.
CREATE TABLE closings (
    id            text NOT NULL,
    firm_id       text NOT NULL REFERENCES firms,
    user_id       text,  -- who asked for it; else a key
    export_id     text,  -- of an export that may be gone
    paused        jsonb NOT NULL,
    erase_at      timestamptz NOT NULL,
    taken_back_at timestamptz,
    ended_at      timestamptz,  -- when its time was over, and the erasure began
    created_at    timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id),
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id)
);
CREATE UNIQUE INDEX closings_open_once ON closings (firm_id) WHERE taken_back_at IS NULL;
CREATE INDEX closings_due ON closings (erase_at) WHERE taken_back_at IS NULL AND ended_at IS NULL;
