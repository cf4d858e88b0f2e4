-- A client who is locked because a matter is to refer to them can be counted meanwhile: each of two transactions that
-- exchange the clients of matters held what the other one waited for.
CREATE OR REPLACE FUNCTION count_matters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        PERFORM add_to_matter_count(OLD.firm_id, OLD.status, OLD.practice_area, -1);
        UPDATE clients SET matters_count = matters_count - 1 WHERE id = OLD.client_id;
        RETURN NULL;
    END IF;
    IF (NEW.status, NEW.practice_area) <> (OLD.status, OLD.practice_area) THEN
        PERFORM add_to_matter_count(OLD.firm_id, OLD.status, OLD.practice_area, -1);
        PERFORM add_to_matter_count(NEW.firm_id, NEW.status, NEW.practice_area, 1);
    END IF;
    IF NEW.client_id IS DISTINCT FROM OLD.client_id THEN
        -- Rows are touched in one order, so that two transactions never wait for each other; other transactions may
        -- hold a client whom their matter refers to.
        UPDATE clients SET matters_count = matters_count + CASE WHEN id = NEW.client_id THEN 1 ELSE -1 END
        WHERE id IN (SELECT id FROM clients WHERE id IN (OLD.client_id, NEW.client_id) ORDER BY id
                     FOR NO KEY UPDATE);
    END IF;
    RETURN NULL;
END $$;
