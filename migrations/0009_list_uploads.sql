-- The list of the files of all matters, and of those that await their review.

DROP INDEX uploads_stored;
CREATE INDEX uploads_by_upload ON uploads (firm_id, uploaded_at, id) INCLUDE (scan_status) WHERE status <> 'issued';
CREATE INDEX uploads_awaiting_review ON uploads (firm_id, uploaded_at, id) WHERE status = 'pending';
