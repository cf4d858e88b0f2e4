-- The order of a matter's document requests, and messages that are sent later or again.

ALTER TABLE document_requests ADD COLUMN position integer NOT NULL DEFAULT 0;  -- equal ones stand by creation
ALTER TABLE communications
    ADD COLUMN send_at timestamptz,
    ADD COLUMN retry_of text,
    ADD CONSTRAINT communications_retried_once UNIQUE (firm_id, retry_of),
    ADD FOREIGN KEY (firm_id, retry_of) REFERENCES communications (firm_id, id);
