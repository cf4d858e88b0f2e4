-- The run of a connection that ended last is asked for by every look at its status.
CREATE INDEX sync_logs_by_end ON sync_logs (firm_id, integration_id, finished_at)
    WHERE run_id IS NULL AND finished_at IS NOT NULL;
