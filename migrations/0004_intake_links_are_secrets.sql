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
