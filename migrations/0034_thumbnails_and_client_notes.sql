-- Thumbnails of previews, and what clients write about a document request that they cannot answer.

ALTER TABLE previews ADD COLUMN has_thumbnail boolean NOT NULL DEFAULT false;
ALTER TABLE document_requests
    ADD COLUMN client_note text,  -- why the client cannot hand it in, in their words
    ADD COLUMN client_noted_at timestamptz;
