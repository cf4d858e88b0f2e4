-- Gives one firm a file that waits for review for each of its first 10,000 matters, messages, deadlines and notifications.

ALTER TABLE document_requests DISABLE TRIGGER document_requests_counted;
UPDATE document_requests SET status = 'uploaded' WHERE firm_id = %(firm)s;
ALTER TABLE document_requests ENABLE TRIGGER document_requests_counted;

INSERT INTO uploads (id, firm_id, document_id, filename, content_type, file_size_bytes, status, scan_status, url_expires_at,
                     incoming_key, storage_key, uploaded_at, created_at)
SELECT 'upl_' || substr(id, 5), firm_id, id, 'page.pdf', 'application/pdf', 50000, 'pending', 'skipped', created_at,
       'incoming/' || id, 'files/' || id, created_at, created_at
FROM (SELECT * FROM document_requests WHERE firm_id = %(firm)s ORDER BY id LIMIT 10000) AS first;

INSERT INTO communications (id, firm_id, matter_id, channel, direction, "to", message, status, sent_at, created_at)
SELECT 'comm_' || substr(id, 5), firm_id, id, 'sms', 'outbound', '+15185550100', 'Please call us.', 'delivered', created_at,
       created_at
FROM matters WHERE firm_id = %(firm)s AND client_id IS NOT NULL;

INSERT INTO deadlines (id, firm_id, matter_id, title, due_date, type, dated_at, created_at)
SELECT 'dl_' || substr(id, 5), firm_id, id, 'Answer', created_at::date, 'filing', created_at, created_at
FROM matters WHERE firm_id = %(firm)s AND client_id IS NOT NULL;

INSERT INTO notifications (id, firm_id, type, occasion, message, data, awaits_alert, created_at)
SELECT 'ntf_' || substr(id, 5), firm_id, 'intake_completed', id, 'The client has completed the intake of “' || title || '”.',
       jsonb_build_object('matter_id', id), false, created_at
FROM matters WHERE firm_id = %(firm)s;
