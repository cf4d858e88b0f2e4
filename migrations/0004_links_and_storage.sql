-- The address of an intake link is stored nowhere any more but computed from the link's public part.

ALTER TABLE matters ADD COLUMN link_public_part text;
UPDATE matters SET link_public_part = link.public_part FROM intake_links AS link
    WHERE link.firm_id = matters.firm_id AND link.matter_id = matters.id AND link.revoked_at IS NULL;
ALTER TABLE matters DROP COLUMN intake_link;

ALTER TABLE communications ADD COLUMN link_public_part text;
UPDATE communications SET
    link_public_part = CASE direction WHEN 'outbound' THEN substring(message from '/p/([A-Za-z0-9]{12})[a-z2-7]{26}') END,
    message = regexp_replace(message, 'https?://\S*/p/[A-Za-z0-9]{12}[a-z2-7]{26}', '[intake link]', 'g')
    WHERE message ~ '/p/[A-Za-z0-9]{12}[a-z2-7]{26}';

UPDATE events SET data = data || '{"intake_link": null}' WHERE data ->> 'intake_link' IS NOT NULL;

-- What an endpoint answered may repeat what it was sent.
UPDATE delivery_attempts SET
    response_body = regexp_replace(response_body, '(p\\?/[A-Za-z0-9]{12})[a-z2-7]{26}', '\1', 'g')
    WHERE response_body ~ 'p\\?/[A-Za-z0-9]{12}[a-z2-7]{26}';

-- How many bytes of confirmed files a firm has in storage, kept by a trigger.

CREATE TABLE storage_used (
    firm_id           text PRIMARY KEY REFERENCES firms ON DELETE CASCADE,
    bytes             bigint NOT NULL,
    limit_reported_at timestamptz
);

CREATE FUNCTION count_stored_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO storage_used AS used (firm_id, bytes)
    SELECT change.firm_id, sum(change.bytes)
    FROM (SELECT OLD.firm_id, -OLD.file_size_bytes AS bytes WHERE TG_OP <> 'INSERT' AND OLD.status <> 'issued'
          UNION ALL
          SELECT NEW.firm_id, NEW.file_size_bytes WHERE TG_OP <> 'DELETE' AND NEW.status <> 'issued') AS change
    GROUP BY change.firm_id
    HAVING sum(change.bytes) <> 0
    ON CONFLICT (firm_id) DO UPDATE SET bytes = used.bytes + EXCLUDED.bytes;
    RETURN NULL;
END $$;

CREATE TRIGGER uploads_counted AFTER INSERT OR DELETE OR UPDATE OF status, file_size_bytes ON uploads
    FOR EACH ROW EXECUTE FUNCTION count_stored_bytes();

INSERT INTO storage_used (firm_id, bytes)
    SELECT firm_id, sum(file_size_bytes) FROM uploads WHERE status <> 'issued' GROUP BY firm_id;

-- It included the size for the sum that storage_used replaces.
DROP INDEX uploads_stored;
CREATE INDEX uploads_stored ON uploads (firm_id, uploaded_at) WHERE status <> 'issued';
