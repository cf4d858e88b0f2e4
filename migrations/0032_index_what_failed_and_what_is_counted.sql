-- The syncs that failed, which the pages of integrations show.
CREATE INDEX sync_logs_failed ON sync_logs (firm_id, integration_id, created_at, id)
    WHERE status = 'failed' AND run_id IS NULL AND matter_id IS NOT NULL;
