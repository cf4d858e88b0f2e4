-- Who did what, when and from where. A row is inserted in the transaction of the act and chained a moment later: it gets
-- its position in the firm's chain, the hash of the row before it, and its own hash over that and its columns. Rows hold
-- ids and the names of fields, never contents.
CREATE TABLE audit_log (
    id            text NOT NULL,
    firm_id       text NOT NULL REFERENCES firms,
    action        text NOT NULL,
    actor_type    text NOT NULL
                  CHECK (actor_type IN ('person', 'api_key', 'application', 'client', 'operator', 'system')),
    actor_id      text,
    record_type   text NOT NULL,
    record_id     text NOT NULL,
    address       text,
    request_id    text,
    details       jsonb NOT NULL,
    created_at    timestamptz NOT NULL,
    position      bigint,
    previous_hash text,
    hash          text,
    PRIMARY KEY (firm_id, id),
    CHECK ((position IS NULL) = (hash IS NULL) AND (position IS NULL) = (previous_hash IS NULL)),
    CONSTRAINT audit_log_position_unique UNIQUE (firm_id, position)
);
CREATE INDEX audit_log_to_chain ON audit_log (firm_id, id) WHERE position IS NULL;
CREATE INDEX audit_log_by_actor ON audit_log (firm_id, actor_id, id);
CREATE INDEX audit_log_by_record ON audit_log (firm_id, record_id, id);
CREATE INDEX audit_log_by_action ON audit_log (firm_id, action, id);

-- Both ends of a firm's chain, kept apart from its rows so that rows missing at either end are noticed. Rows before
-- first_position were removed because their retention was over; anchor_hash is the hash of the last of them.
CREATE TABLE audit_chains (
    firm_id        text PRIMARY KEY REFERENCES firms,
    first_position bigint NOT NULL DEFAULT 1,
    anchor_hash    text NOT NULL DEFAULT '',
    last_position  bigint NOT NULL DEFAULT 0,
    last_hash      text NOT NULL DEFAULT '',
    last_id        text
);

CREATE FUNCTION protect_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    chained CONSTANT text[] := '{position,previous_hash,hash}';
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.position IS NULL AND to_jsonb(NEW) - chained = to_jsonb(OLD) - chained THEN
        RETURN NEW;
    ELSIF TG_OP = 'DELETE'
            AND OLD.position < (SELECT first_position FROM audit_chains WHERE firm_id = OLD.firm_id) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the audit log is append-only';
END $$;

CREATE TRIGGER audit_log_protected BEFORE UPDATE OR DELETE ON audit_log
    FOR EACH ROW EXECUTE FUNCTION protect_audit_log();
