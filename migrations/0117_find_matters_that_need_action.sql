-- Finds the matters of which a file waits for review, or a client for an answer: few of a firm's requests.
-- Locks: none; the index is built beside the requests.

CREATE INDEX CONCURRENTLY document_requests_awaiting_firm ON document_requests (firm_id, matter_id)
    INCLUDE (client_noted_at) WHERE status = 'uploaded' OR (status = 'pending' AND client_noted_at IS NOT NULL);
