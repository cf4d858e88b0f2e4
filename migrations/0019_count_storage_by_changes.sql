-- A firm's stored bytes as changes that are added up, so that its confirmations do not wait for each other.

CREATE TABLE storage_changes (
    firm_id text NOT NULL REFERENCES firms ON DELETE CASCADE,
    id      bigint GENERATED ALWAYS AS IDENTITY,
    bytes   bigint NOT NULL,
    PRIMARY KEY (firm_id, id)
);

CREATE OR REPLACE FUNCTION count_stored_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    firm text := coalesce(NEW.firm_id, OLD.firm_id);
    step bigint := 0;
    change bigint;
BEGIN
    IF TG_OP <> 'INSERT' AND OLD.status <> 'issued' THEN
        step := step - OLD.file_size_bytes;
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.status <> 'issued' THEN
        step := step + NEW.file_size_bytes;
    END IF;
    IF step = 0 THEN
        RETURN NULL;
    END IF;
    INSERT INTO storage_changes (firm_id, bytes) VALUES (firm, step) RETURNING id INTO change;
    -- If another transaction adds them up at this moment, that is left to it.
    IF change % 32 = 0 AND pg_try_advisory_xact_lock(hashtextextended(firm, 19)) THEN
        WITH added AS (DELETE FROM storage_changes WHERE firm_id = firm RETURNING storage_changes.bytes)
        INSERT INTO storage_used AS used (firm_id, bytes) SELECT firm, sum(added.bytes) FROM added
        ON CONFLICT (firm_id) DO UPDATE SET bytes = used.bytes + EXCLUDED.bytes;
    END IF;
    RETURN NULL;
END $$;
