-- What a sandbox has beside a live installation: a clock that is ahead, and the mails and SMS that it keeps.
-- Locks: nothing.

CREATE TABLE test_clock (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    ahead   interval NOT NULL CHECK (ahead >= interval '0')
);

CREATE OR REPLACE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_current_xact_id();  -- before the clock is read, so that readers see that this transaction writes
    NEW.changed_at := clock_timestamp() + coalesce((SELECT ahead FROM test_clock), interval '0');
    RETURN NEW;
END $$;

CREATE TABLE sandbox_messages (
    firm_id    text NOT NULL REFERENCES firms,
    id         text NOT NULL,
    channel    text NOT NULL,
    recipient  text NOT NULL,
    sender     text,
    reply_to   text,
    subject    text,
    text       text NOT NULL,
    html       text,
    error      text,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id)
);
CREATE INDEX sandbox_messages_by_creation ON sandbox_messages (firm_id, created_at, id);
