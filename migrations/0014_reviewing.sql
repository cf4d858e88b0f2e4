-- Held decisions keep their reason, and files that evidently are not of their declared type can be listed.

ALTER TABLE held_reviews ADD COLUMN review_reason jsonb;

ALTER TABLE uploads ADD COLUMN type_mismatch boolean NOT NULL DEFAULT false;

-- As `types_conflict` of intake/core/content_types.py decides when a file is processed.
WITH aliases (alias, name) AS (VALUES
    ('application/vnd.rar', 'application/x-rar-compressed'), ('application/x-gzip', 'application/gzip'),
    ('application/x-pdf', 'application/pdf'), ('application/x-zip', 'application/zip'),
    ('application/x-zip-compressed', 'application/zip'), ('audio/mp3', 'audio/mpeg'), ('audio/wav', 'audio/x-wav'),
    ('audio/wave', 'audio/x-wav'), ('audio/x-m4a', 'audio/mp4'), ('image/heif', 'image/heic'),
    ('image/jpg', 'image/jpeg'), ('image/pjpeg', 'image/jpeg'), ('image/x-ms-bmp', 'image/bmp'),
    ('text/rtf', 'application/rtf')
), looks (found, declared) AS (VALUES
    ('text/plain', '(text/.*|message/.*|application/(json|xml|yaml|x-yaml|javascript|sql)|.*\+(xml|json))'),
    ('application/zip', '(.*\+zip|application/(vnd\.(openxmlformats|oasis|ms-|apple).*|java-archive))'),
    ('application/msword', 'application/(msword|vnd\.(ms-|visio).*|x-msi)'),
    ('application/vnd.ms-excel', 'application/(msword|vnd\.(ms-|visio).*|x-msi)'),
    ('application/vnd.ms-powerpoint', 'application/(msword|vnd\.(ms-|visio).*|x-msi)')
), plain AS (
    SELECT id, lower(trim(split_part(content_type, ';', 1))) AS declared, detected_type AS found
    FROM uploads WHERE detected_type IS NOT NULL
), canonical AS (
    SELECT plain.id, coalesce(d.name, declared) AS declared, coalesce(f.name, found) AS found
    FROM plain LEFT JOIN aliases AS d ON d.alias = declared LEFT JOIN aliases AS f ON f.alias = found
)
UPDATE uploads SET type_mismatch = true FROM canonical WHERE uploads.id = canonical.id
    AND canonical.declared <> canonical.found
    AND canonical.declared NOT IN ('', 'application/octet-stream', 'binary/octet-stream')
    AND canonical.found NOT IN ('', 'application/octet-stream', 'binary/octet-stream')
    AND NOT EXISTS (SELECT FROM looks WHERE looks.found = canonical.found
                    AND canonical.declared ~ ('^' || looks.declared || '$'));
