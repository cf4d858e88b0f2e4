-- Documents, matters and next deadlines are counted once for a statement: what deletes or moves thousands of them took
-- longer than a statement may, so that a large matter could not be erased, nor a client with many be merged.
-- Locks: writes to document_requests, deadlines and matters for a moment.

CREATE FUNCTION count_new_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE matters SET documents_count = documents_count + change.requests,
                       documents_complete = documents_complete + change.complete
    FROM (SELECT matter_id, count(*) AS requests, count(*) FILTER (WHERE status = 'approved') AS complete
          FROM inserted GROUP BY matter_id ORDER BY matter_id) AS change
    WHERE matters.id = change.matter_id;
    RETURN NULL;
END $$;

CREATE FUNCTION count_removed_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE matters SET documents_count = documents_count - change.requests,
                       documents_complete = documents_complete - change.complete
    FROM (SELECT matter_id, count(*) AS requests, count(*) FILTER (WHERE status = 'approved') AS complete
          FROM removed GROUP BY matter_id ORDER BY matter_id) AS change
    WHERE matters.id = change.matter_id;
    RETURN NULL;
END $$;

CREATE TRIGGER document_requests_added AFTER INSERT ON document_requests
    REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_new_documents();
CREATE TRIGGER document_requests_removed AFTER DELETE ON document_requests
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_documents();

CREATE OR REPLACE FUNCTION count_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE matters SET documents_complete = documents_complete + CASE NEW.status WHEN 'approved' THEN 1 ELSE -1 END
    WHERE id = NEW.matter_id;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER document_requests_counted AFTER UPDATE OF status ON document_requests
    FOR EACH ROW WHEN ((OLD.status = 'approved') <> (NEW.status = 'approved')) EXECUTE FUNCTION count_documents();

CREATE FUNCTION count_removed_matters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM add_to_matter_count(firm_id, status, practice_area, -count(*)::integer)
    FROM removed GROUP BY firm_id, status, practice_area;
    UPDATE clients SET matters_count = matters_count - gone.count
    FROM (SELECT client_id, count(*) FROM removed WHERE client_id IS NOT NULL GROUP BY client_id ORDER BY client_id)
        AS gone
    WHERE clients.id = gone.client_id;
    RETURN NULL;
END $$;

CREATE TRIGGER matters_removed AFTER DELETE ON matters
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_matters();

CREATE OR REPLACE FUNCTION count_matters() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    ids text[];
    steps integer[];
BEGIN
    PERFORM add_to_matter_count(firm_id, status, practice_area, sum(step)::integer)
    FROM (SELECT firm_id, status, practice_area, -1 AS step FROM before
          UNION ALL SELECT firm_id, status, practice_area, 1 FROM after) AS change
    GROUP BY firm_id, status, practice_area HAVING sum(step) <> 0;
    SELECT array_agg(client_id), array_agg(step) INTO ids, steps
    FROM (SELECT client_id, sum(step)::integer AS step
          FROM (SELECT client_id, -1 AS step FROM before UNION ALL SELECT client_id, 1 FROM after) AS change
          WHERE client_id IS NOT NULL GROUP BY client_id HAVING sum(step) <> 0) AS moved;
    IF ids IS NOT NULL THEN
        PERFORM FROM clients WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
        UPDATE clients SET matters_count = matters_count + moved.step
        FROM unnest(ids, steps) AS moved (id, step) WHERE clients.id = moved.id;
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER matters_counted AFTER UPDATE ON matters
    REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_matters();

CREATE OR REPLACE TRIGGER deadlines_changed AFTER INSERT OR UPDATE OF due_date, completed ON deadlines
    FOR EACH ROW EXECUTE FUNCTION keep_next_deadline();

CREATE FUNCTION keep_next_deadline_of_others() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changed CONSTANT text[] := (SELECT array_agg(DISTINCT matter_id) FROM removed);
BEGIN
    PERFORM FROM matters WHERE id = ANY (changed) ORDER BY id FOR NO KEY UPDATE;
    UPDATE matters SET next_deadline = next.due_date
    FROM (SELECT matter.id, (SELECT min(due_date) FROM deadlines WHERE firm_id = matter.firm_id
                             AND matter_id = matter.id AND NOT completed) AS due_date
          FROM matters AS matter WHERE matter.id = ANY (changed)) AS next
    WHERE matters.id = next.id AND matters.next_deadline IS DISTINCT FROM next.due_date;
    RETURN NULL;
END $$;

CREATE TRIGGER deadlines_removed AFTER DELETE ON deadlines
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_next_deadline_of_others();
