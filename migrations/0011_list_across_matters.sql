-- The lists of the document requests, deadlines and messages of all matters.

CREATE INDEX document_requests_by_creation ON document_requests (firm_id, created_at, id)
    INCLUDE (status, required, matter_id);
CREATE INDEX deadlines_by_date ON deadlines (firm_id, due_date, id) INCLUDE (completed, matter_id);
CREATE INDEX communications_by_creation ON communications (firm_id, created_at, id)
    INCLUDE (channel, direction, status, matter_id);
