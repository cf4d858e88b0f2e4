-- Erasing a client, a matter or a document for good, and what the audit log keeps of its rows.
-- Locks: audit_log, for a moment.

CREATE TABLE erasures (
    id              text NOT NULL,
    firm_id         text NOT NULL REFERENCES firms,
    kind            text NOT NULL CHECK (kind IN ('client', 'matter', 'document', 'firm')),
    record_id       text NOT NULL,
    reason          text,
    status          text NOT NULL CHECK (status IN ('proposed', 'running', 'failed', 'done')),
    goes            jsonb NOT NULL DEFAULT '[]',
    stays           jsonb NOT NULL DEFAULT '[]',
    erased          jsonb NOT NULL DEFAULT '{}',
    digests         jsonb NOT NULL DEFAULT '{}',
    elsewhere       jsonb NOT NULL DEFAULT '[]',
    asked_by        text,
    asked_by_person text,
    confirmed_by    text,
    confirmed_at    timestamptz,
    finished_at     timestamptz,
    certificate     jsonb,
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id)
);
CREATE INDEX erasures_newest ON erasures (firm_id, created_at, id);
CREATE UNIQUE INDEX erasures_open_once ON erasures (firm_id, record_id) WHERE status <> 'done';

CREATE TABLE erasure_items (
    firm_id    text NOT NULL REFERENCES firms,
    erasure_id text NOT NULL,
    record_id  text NOT NULL,
    kind       text NOT NULL,
    PRIMARY KEY (firm_id, erasure_id, kind, record_id),
    FOREIGN KEY (firm_id, erasure_id) REFERENCES erasures (firm_id, id) ON DELETE CASCADE
);

ALTER TABLE audit_log ADD COLUMN sealed_by text;

CREATE OR REPLACE FUNCTION protect_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    chained CONSTANT text[] := '{position,previous_hash,hash}';
    sealed CONSTANT text[] := '{address,request_id,details,sealed_by}';
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.position IS NULL AND to_jsonb(NEW) - chained = to_jsonb(OLD) - chained THEN
        RETURN NEW;
    ELSIF TG_OP = 'UPDATE' AND OLD.position IS NOT NULL AND OLD.sealed_by IS NULL AND NEW.sealed_by IS NOT NULL
            AND NEW.address IS NULL AND NEW.request_id IS NULL AND NEW.details = '{}'
            AND to_jsonb(NEW) - sealed = to_jsonb(OLD) - sealed THEN
        RETURN NEW;
    ELSIF TG_OP = 'DELETE'
            AND OLD.position < (SELECT first_position FROM audit_chains WHERE firm_id = OLD.firm_id) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the audit log is append-only';
END $$;
