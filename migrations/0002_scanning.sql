-- What the worker finds out about a file after its confirmation.

ALTER TABLE uploads
    ADD COLUMN scan_status    text NOT NULL DEFAULT 'pending'
        CHECK (scan_status IN ('pending', 'clean', 'infected', 'skipped', 'failed')),
    ADD COLUMN scan_signature text,
    ADD COLUMN scanned_at     timestamptz,
    ADD COLUMN sha256         text,
    ADD COLUMN detected_type  text,
    ADD COLUMN page_count     integer,
    ADD COLUMN quarantined_at timestamptz;
CREATE INDEX uploads_awaiting_scan ON uploads (uploaded_at) WHERE status <> 'issued' AND scan_status = 'pending';
