-- Names are queued for the conflict search only in firms whose names are indexed: the others are indexed whole at their
-- first check, or when they merge clients, since the names of merged clients outlive their rows.
-- Locks: writes to clients for a moment.

CREATE OR REPLACE FUNCTION queue_conflict_names() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    firm text := CASE WHEN TG_OP = 'DELETE' THEN OLD.firm_id ELSE NEW.firm_id END;
BEGIN
    IF TG_ARGV[1] IS NULL AND NOT EXISTS (SELECT FROM conflict_indexes WHERE firm_id = firm) THEN
        -- Whoever begins the index waits for this transaction, or this one for them and sees the index.
        PERFORM pg_advisory_xact_lock_shared(hashtext('conflict_index'), hashtext(firm));
        IF NOT EXISTS (SELECT FROM conflict_indexes WHERE firm_id = firm) THEN
            RETURN NULL;
        END IF;
    END IF;
    INSERT INTO conflict_queue (firm_id, kind, record_id)
        VALUES (firm, TG_ARGV[0], CASE WHEN TG_OP = 'DELETE' THEN OLD.id ELSE NEW.id END);
    RETURN NULL;
END $$;

CREATE TRIGGER clients_merged AFTER UPDATE OF merged_into ON clients
    FOR EACH ROW WHEN (NEW.merged_into IS NOT NULL) EXECUTE FUNCTION queue_conflict_names('client', 'always');

CREATE OR REPLACE FUNCTION keep_merged_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.merged_into IS NULL THEN
        DELETE FROM conflict_names
            WHERE firm_id = OLD.firm_id AND kind = 'merged_client' AND parent_id = OLD.id;
        PERFORM pg_advisory_xact_lock_shared(hashtext('conflict_index'), hashtext(OLD.firm_id));
        INSERT INTO conflict_queue (firm_id, kind, record_id)
            SELECT OLD.firm_id, 'client', OLD.id FROM conflict_indexes WHERE firm_id = OLD.firm_id;
    ELSE
        UPDATE conflict_names SET parent_id = OLD.merged_into
            WHERE firm_id = OLD.firm_id AND kind = 'merged_client' AND parent_id = OLD.id;
    END IF;
    RETURN NULL;
END $$;
