-- When each row was last written, by the clock of the database, for programs that keep copies of the lists.

CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_current_xact_id();  -- before the clock is read, so that readers see that this transaction writes
    NEW.changed_at := clock_timestamp();
    RETURN NEW;
END $$;

ALTER TABLE clients ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX clients_by_change ON clients (firm_id, changed_at, id);
CREATE TRIGGER clients_changed_at BEFORE INSERT OR UPDATE ON clients
    FOR EACH ROW EXECUTE FUNCTION note_change();

ALTER TABLE matters ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX matters_by_change ON matters (firm_id, changed_at, id);
CREATE TRIGGER matters_changed_at BEFORE INSERT OR UPDATE ON matters
    FOR EACH ROW EXECUTE FUNCTION note_change();

ALTER TABLE document_requests ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX document_requests_by_change ON document_requests (firm_id, changed_at, id);
CREATE TRIGGER document_requests_changed_at BEFORE INSERT OR UPDATE ON document_requests
    FOR EACH ROW EXECUTE FUNCTION note_change();

ALTER TABLE uploads ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX uploads_by_change ON uploads (firm_id, changed_at, id);
CREATE TRIGGER uploads_changed_at BEFORE INSERT OR UPDATE ON uploads
    FOR EACH ROW EXECUTE FUNCTION note_change();

ALTER TABLE deadlines ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX deadlines_by_change ON deadlines (firm_id, changed_at, id);
CREATE TRIGGER deadlines_changed_at BEFORE INSERT OR UPDATE ON deadlines
    FOR EACH ROW EXECUTE FUNCTION note_change();

ALTER TABLE communications ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX communications_by_change ON communications (firm_id, changed_at, id);
CREATE TRIGGER communications_changed_at BEFORE INSERT OR UPDATE ON communications
    FOR EACH ROW EXECUTE FUNCTION note_change();
