-- A filled form can be removed although it was synced, and the files of the firm's own forms count as stored.

ALTER TABLE integration_links DROP CONSTRAINT integration_links_firm_id_upload_id_fkey,
    ADD FOREIGN KEY (firm_id, upload_id) REFERENCES uploads (firm_id, id) ON DELETE CASCADE;
ALTER TABLE sync_logs DROP CONSTRAINT sync_logs_firm_id_upload_id_fkey,
    ADD FOREIGN KEY (firm_id, upload_id) REFERENCES uploads (firm_id, id) ON DELETE CASCADE;

UPDATE court_forms SET file_size_bytes = 0 WHERE removed_at IS NOT NULL;
CREATE TRIGGER court_forms_counted AFTER INSERT OR DELETE OR UPDATE OF status, file_size_bytes ON court_forms
    FOR EACH ROW EXECUTE FUNCTION count_stored_bytes();
INSERT INTO storage_changes (firm_id, bytes)
    SELECT firm_id, sum(file_size_bytes) FROM court_forms WHERE status <> 'issued' GROUP BY firm_id;
