-- The names that conflict checks search, and which records' names have changed since they were indexed.
-- Locks: writes to clients for a moment.

-- Every name, e-mail address, telephone number and address of a record. A key is a number made of the firm and of what
-- is left of the name (intake/engagement/conflicts/keys.py). A client who was merged into another one stays here under
-- the other's id as parent_id, also when the row of the merged one is removed.
CREATE TABLE conflict_names (
    firm_id    text NOT NULL REFERENCES firms,
    kind       text NOT NULL CHECK (kind IN ('client', 'merged_client', 'party', 'lead', 'lead_party')),
    record_id  text NOT NULL,
    position   integer NOT NULL,
    parent_id  text,
    part       text NOT NULL CHECK (part IN ('name', 'alias', 'former_name', 'email', 'phone', 'address')),
    text       text NOT NULL,
    is_company boolean NOT NULL,
    keys       bigint[] NOT NULL,
    PRIMARY KEY (firm_id, kind, record_id, position)
);
CREATE INDEX conflict_names_by_key ON conflict_names USING gin (keys) WITH (fastupdate = off);
CREATE INDEX conflict_names_merged ON conflict_names (firm_id, parent_id) WHERE kind = 'merged_client';

-- Which records are to be indexed again: a check does so before it searches.
CREATE TABLE conflict_queue (
    id        bigint GENERATED ALWAYS AS IDENTITY,
    firm_id   text NOT NULL REFERENCES firms,
    kind      text NOT NULL,
    record_id text NOT NULL,
    PRIMARY KEY (firm_id, id)
);

-- The firms whose records from before the queue were put into it.
CREATE TABLE conflict_indexes (
    firm_id    text PRIMARY KEY REFERENCES firms,
    created_at timestamptz NOT NULL
);

CREATE FUNCTION queue_conflict_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        INSERT INTO conflict_queue (firm_id, kind, record_id) VALUES (OLD.firm_id, TG_ARGV[0], OLD.id);
    ELSE
        INSERT INTO conflict_queue (firm_id, kind, record_id) VALUES (NEW.firm_id, TG_ARGV[0], NEW.id);
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION keep_merged_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.merged_into IS NULL THEN
        DELETE FROM conflict_names
            WHERE firm_id = OLD.firm_id AND kind = 'merged_client' AND parent_id = OLD.id;
        INSERT INTO conflict_queue (firm_id, kind, record_id) VALUES (OLD.firm_id, 'client', OLD.id);
    ELSE
        UPDATE conflict_names SET parent_id = OLD.merged_into
            WHERE firm_id = OLD.firm_id AND kind = 'merged_client' AND parent_id = OLD.id;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER clients_named AFTER INSERT OR UPDATE OF first_name, last_name, email, phone, address, merged_into ON clients
    FOR EACH ROW EXECUTE FUNCTION queue_conflict_names('client');
CREATE TRIGGER clients_unnamed AFTER DELETE ON clients
    FOR EACH ROW EXECUTE FUNCTION keep_merged_names();
CREATE TRIGGER matter_parties_named AFTER INSERT OR UPDATE OR DELETE ON matter_parties
    FOR EACH ROW EXECUTE FUNCTION queue_conflict_names('party');
CREATE TRIGGER leads_named AFTER INSERT OR DELETE OR UPDATE OF first_name, last_name, email, phone ON leads
    FOR EACH ROW EXECUTE FUNCTION queue_conflict_names('lead');
CREATE TRIGGER lead_parties_named AFTER INSERT OR UPDATE OR DELETE ON lead_parties
    FOR EACH ROW EXECUTE FUNCTION queue_conflict_names('lead_party');
