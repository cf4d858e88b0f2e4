-- Finds the active matters that are ready to close: those of which all documents are approved, and those with optional ones.
-- Locks: none; the indexes are built beside the requests.

CREATE INDEX CONCURRENTLY matters_complete ON matters (firm_id)
    WHERE status = 'active' AND documents_count > 0 AND documents_complete = documents_count;
CREATE INDEX CONCURRENTLY document_requests_optional ON document_requests (firm_id, matter_id)
    WHERE NOT required AND status <> 'approved';
