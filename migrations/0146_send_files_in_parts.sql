-- A file that its sender's browser stores in parts: the storage's id of this multipart upload.
-- Locks: uploads, for a moment.
ALTER TABLE uploads ADD COLUMN multipart_id text;
