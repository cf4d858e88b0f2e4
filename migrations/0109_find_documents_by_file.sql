-- The document whose file a file is, for deleting files: without it every file that goes reads all documents of the firm.
-- Locks: none that keeps anything waiting.

CREATE INDEX CONCURRENTLY document_requests_by_upload ON document_requests (firm_id, upload_id)
    WHERE upload_id IS NOT NULL;
