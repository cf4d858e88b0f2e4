-- Counts the runs of a connection that wait before another one.
-- Locks: none; the index is built beside the requests.

CREATE INDEX CONCURRENTLY sync_logs_pending ON sync_logs (firm_id, integration_id, created_at, id)
    WHERE status = 'pending' AND run_id IS NULL;
