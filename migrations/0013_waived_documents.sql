-- Document requests that a firm takes as done without a file.

ALTER TABLE document_requests ADD COLUMN waived_reason text;
