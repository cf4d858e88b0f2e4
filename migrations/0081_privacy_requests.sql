-- What people ask about the data that a firm has of them, and until when it has to answer.
--
-- Locks: firms, for a moment.

-- There is no foreign key to the client, and none to the export or the erasure: the request stays when they are gone.
-- An erasure of the client empties the columns that are nullable and have texts.
CREATE TABLE privacy_requests (
    id               text NOT NULL,
    firm_id          text NOT NULL REFERENCES firms,
    client_id        text,  -- null: erased
    kind             text NOT NULL CHECK (kind IN ('access', 'correction', 'deletion', 'portability')),
    source           text NOT NULL CHECK (source IN ('portal', 'email', 'phone', 'letter', 'in_person')),
    status           text NOT NULL CHECK (status IN ('received', 'verifying', 'in_progress', 'answered', 'refused')),
    note             text,  -- what the person wrote or said
    verification     text,  -- how it was made sure who asks: 'link', 'link_and_code', or the firm's own words
    received_on      date NOT NULL,
    due_on           date NOT NULL,
    extended_at      timestamptz,
    extension_reason text,
    reason           text,  -- why it was refused
    answer           text,  -- what the firm added to the mail
    mailed           boolean NOT NULL,  -- whether the last word went by mail
    export_id        text,
    erasure_id       text,
    reminded_days    integer,  -- how long before the day the admins were reminded last
    closed_at        timestamptz,
    created_at       timestamptz NOT NULL,
    updated_at       timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id)
);
CREATE INDEX privacy_requests_by_due ON privacy_requests (firm_id, due_on, id);
CREATE INDEX privacy_requests_by_client ON privacy_requests (firm_id, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX privacy_requests_to_remind_of ON privacy_requests (due_on) WHERE closed_at IS NULL;
