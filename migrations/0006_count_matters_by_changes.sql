-- Counts of matters as rows that are added up, so that the writers of a firm do not wait for each other.

ALTER TABLE matter_counts DROP CONSTRAINT matter_counts_pkey;
ALTER TABLE matter_counts ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY;
ALTER TABLE matter_counts ADD PRIMARY KEY (firm_id, status, practice_area, id);

CREATE FUNCTION add_to_matter_count(firm text, state text, area text, step integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    change bigint;
BEGIN
    INSERT INTO matter_counts (firm_id, status, practice_area, total) VALUES (firm, state, area, step)
    RETURNING id INTO change;
    IF change % 32 = 0 THEN
        -- Rows that another transaction replaces at this moment are left to it.
        WITH replaced AS (
            DELETE FROM matter_counts WHERE (firm_id, status, practice_area) = (firm, state, area) AND id IN
                (SELECT id FROM matter_counts WHERE (firm_id, status, practice_area) = (firm, state, area)
                 FOR UPDATE SKIP LOCKED)
            RETURNING total)
        INSERT INTO matter_counts (firm_id, status, practice_area, total)
        SELECT firm, state, area, sum(total) FROM replaced HAVING sum(total) <> 0;
    END IF;
END $$;

CREATE FUNCTION count_new_matters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- One change for all rows of the statement. Clients are touched in one order.
    PERFORM add_to_matter_count(firm_id, status, practice_area, count(*)::integer)
    FROM inserted GROUP BY firm_id, status, practice_area;
    UPDATE clients SET matters_count = matters_count + added.count
    FROM (SELECT client_id, count(*) FROM inserted WHERE client_id IS NOT NULL GROUP BY client_id ORDER BY client_id)
        AS added
    WHERE clients.id = added.client_id;
    RETURN NULL;
END $$;

CREATE TRIGGER matters_added AFTER INSERT ON matters
    REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_new_matters();

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
        -- Rows are touched in one order, so that two transactions never wait for each other.
        UPDATE clients SET matters_count = matters_count + CASE WHEN id = NEW.client_id THEN 1 ELSE -1 END
        WHERE id IN (SELECT id FROM clients WHERE id IN (OLD.client_id, NEW.client_id) ORDER BY id FOR UPDATE);
    END IF;
    RETURN NULL;
END $$;

DROP TRIGGER matters_counted ON matters;
CREATE TRIGGER matters_counted AFTER DELETE OR UPDATE OF status, practice_area, client_id ON matters
    FOR EACH ROW EXECUTE FUNCTION count_matters();
