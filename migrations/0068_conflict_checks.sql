-- Conflict checks and what was decided about them; neither is ever changed.
-- Locks: nothing but firms for the moment in which the foreign keys are made.

-- What was searched, with what, and what was found. matter_id and lead_id refer to records that may be gone one day,
-- which the check outlives.
CREATE TABLE conflict_checks (
    id          text NOT NULL,
    firm_id     text NOT NULL REFERENCES firms,
    matter_id   text,
    lead_id     text,
    previous_id text,
    names       jsonb NOT NULL,
    sought      jsonb NOT NULL,
    hits        jsonb NOT NULL,
    complete    boolean NOT NULL,
    versions    jsonb NOT NULL,
    actor_type  text NOT NULL,
    actor_id    text,
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id),
    FOREIGN KEY (firm_id, previous_id) REFERENCES conflict_checks (firm_id, id)
);
CREATE INDEX conflict_checks_newest ON conflict_checks (firm_id, created_at, id);
CREATE INDEX conflict_checks_by_matter ON conflict_checks (firm_id, matter_id, created_at) WHERE matter_id IS NOT NULL;
CREATE INDEX conflict_checks_by_lead ON conflict_checks (firm_id, lead_id, created_at) WHERE lead_id IS NOT NULL;

CREATE TABLE conflict_decisions (
    id          text NOT NULL,  -- of the check
    firm_id     text NOT NULL REFERENCES firms,
    decision    text NOT NULL CHECK (decision IN ('clear', 'waived', 'screened', 'conflict')),
    note        text,
    document_id text,
    actor_type  text NOT NULL,
    actor_id    text,
    created_at  timestamptz NOT NULL,
    CONSTRAINT conflict_decisions_once PRIMARY KEY (firm_id, id),
    CHECK (decision <> 'waived' OR document_id IS NOT NULL),
    FOREIGN KEY (firm_id, id) REFERENCES conflict_checks (firm_id, id)
);

CREATE FUNCTION protect_conflict_checks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a conflict check is never changed';
END $$;
CREATE TRIGGER conflict_checks_protected BEFORE UPDATE OR DELETE ON conflict_checks
    FOR EACH ROW EXECUTE FUNCTION protect_conflict_checks();
CREATE TRIGGER conflict_decisions_protected BEFORE UPDATE OR DELETE ON conflict_decisions
    FOR EACH ROW EXECUTE FUNCTION protect_conflict_checks();
