-- When a matter's client last did something, and its next open deadline: lists are sorted and filtered by them.

ALTER TABLE matters ADD COLUMN client_active_at timestamptz;
ALTER TABLE matters ADD COLUMN next_deadline date;

UPDATE matters SET client_active_at = seen.last
FROM (SELECT matter_id, max(moment) AS last
      FROM (SELECT matter_id, greatest(saved_at, submitted_at) AS moment FROM intake_forms
            UNION ALL
            SELECT matter_id, created_at FROM communications WHERE direction = 'inbound'
            UNION ALL
            SELECT document_requests.matter_id, uploads.uploaded_at
            FROM uploads JOIN document_requests ON document_requests.id = uploads.document_id) AS act
      WHERE moment IS NOT NULL GROUP BY matter_id) AS seen
WHERE matters.id = seen.matter_id;

UPDATE matters SET next_deadline = next.due_date
FROM (SELECT matter_id, min(due_date) AS due_date FROM deadlines WHERE NOT completed GROUP BY matter_id) AS next
WHERE matters.id = next.matter_id;

CREATE INDEX matters_by_client_activity ON matters (firm_id, coalesce(client_active_at, created_at), id)
    INCLUDE (status, practice_area);
CREATE INDEX matters_by_next_deadline ON matters (firm_id, coalesce(next_deadline, '9999-12-31'), id)
    INCLUDE (status, practice_area);
CREATE INDEX document_requests_open ON document_requests (firm_id, matter_id) INCLUDE (status, required)
    WHERE status <> 'approved';

CREATE FUNCTION keep_next_deadline() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changed CONSTANT text := coalesce(NEW.matter_id, OLD.matter_id);
BEGIN
    -- Whoever changes another deadline of the matter waits here, and then reads this one as it is.
    PERFORM FROM matters WHERE id = changed FOR NO KEY UPDATE;
    UPDATE matters SET next_deadline = next.due_date
    FROM (SELECT min(due_date) AS due_date FROM deadlines
          WHERE firm_id = coalesce(NEW.firm_id, OLD.firm_id) AND matter_id = changed AND NOT completed) AS next
    WHERE matters.id = changed AND matters.next_deadline IS DISTINCT FROM next.due_date;
    RETURN NULL;
END $$;

CREATE TRIGGER deadlines_changed AFTER INSERT OR DELETE OR UPDATE OF due_date, completed ON deadlines
    FOR EACH ROW EXECUTE FUNCTION keep_next_deadline();

-- The activity of a matter: its links, and the entries of what was deleted from it.
CREATE INDEX intake_links_by_matter ON intake_links (firm_id, matter_id);
CREATE INDEX audit_log_deleted ON audit_log (firm_id, (details ->> 'matter_id')) INCLUDE (record_id)
    WHERE action IN ('document.deleted', 'deadline.deleted');
