-- Keeps which of many matters an action is still to be applied to, so that the worker can do thousands of them.
-- Locks: firms and users, for a moment.

CREATE TABLE bulk_runs (
    id           text NOT NULL,
    firm_id      text NOT NULL REFERENCES firms,
    user_id      text NOT NULL,
    action       text NOT NULL,
    assigned_to  text,
    status       text NOT NULL CHECK (status IN ('asked', 'running', 'done')),
    ids          jsonb NOT NULL,  -- of the matters, in order
    undo         jsonb NOT NULL,  -- the ids of those that were active before
    failures     jsonb NOT NULL,  -- pairs of a matter's id and why nothing was done
    done         integer NOT NULL,  -- how many of the ids; counted in the transaction that changes them
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id),
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id)
);
CREATE INDEX bulk_runs_oldest ON bulk_runs (created_at);
