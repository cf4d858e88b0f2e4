-- Lists of document requests by their status, and reminders by when they are due, begin where they are asked for. Where
-- the tables are large, make both beforehand, CONCURRENTLY, as CHANGELOG.md says: then this takes no time.
CREATE INDEX IF NOT EXISTS document_requests_by_status ON document_requests (firm_id, status, created_at, id)
    INCLUDE (required);
CREATE INDEX IF NOT EXISTS reminders_upcoming ON reminders (firm_id, due_at, link_id, id)
    WHERE settled_at IS NULL;
