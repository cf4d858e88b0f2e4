-- Keeps the rows of a file until its matters are open, so that the worker can open thousands of them.
-- Locks: firms and users, for a moment.

CREATE TABLE matter_imports (
    id              text NOT NULL,
    firm_id         text NOT NULL REFERENCES firms,
    user_id         text NOT NULL,
    status          text NOT NULL CHECK (status IN ('checked', 'opening')),
    sealed_content  text NOT NULL,  -- the rows that are not open, encrypted
    opened          jsonb NOT NULL,  -- the ids of the matters that are
    total           integer NOT NULL,  -- of the rows that are being opened
    done            integer NOT NULL,  -- of these; counted in the transaction that opens one
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id),
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id)
);
CREATE INDEX matter_imports_newest ON matter_imports (firm_id, created_at);
CREATE INDEX matter_imports_oldest ON matter_imports (created_at);
