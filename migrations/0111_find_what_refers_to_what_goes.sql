-- What refers to a row that is deleted is found by an index; without one, every row that goes reads all of the firm's.
-- Locks: none that keeps anything waiting.

CREATE INDEX CONCURRENTLY answer_changes_by_matter ON answer_changes (firm_id, matter_id);
CREATE INDEX CONCURRENTLY conflict_checks_by_previous ON conflict_checks (firm_id, previous_id)
    WHERE previous_id IS NOT NULL;
CREATE INDEX CONCURRENTLY court_form_fills_by_document ON court_form_fills (firm_id, document_id)
    WHERE document_id IS NOT NULL;
CREATE INDEX CONCURRENTLY integration_links_by_client ON integration_links (firm_id, client_id)
    WHERE client_id IS NOT NULL;
CREATE INDEX CONCURRENTLY integration_links_by_matter ON integration_links (firm_id, matter_id)
    WHERE matter_id IS NOT NULL;
CREATE INDEX CONCURRENTLY intake_forms_by_client ON intake_forms (firm_id, client_id);
CREATE INDEX CONCURRENTLY intake_links_by_client ON intake_links (firm_id, client_id);
CREATE INDEX CONCURRENTLY message_reads_by_matter ON message_reads (firm_id, matter_id);
CREATE INDEX CONCURRENTLY reminders_by_matter ON reminders (firm_id, matter_id, due_at);
DROP INDEX CONCURRENTLY IF EXISTS intake_links_of_client;
DROP INDEX CONCURRENTLY IF EXISTS reminders_open;
