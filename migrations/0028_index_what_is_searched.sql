-- Searches walk through a list's own index until they have found a page, and read no row that does not match. Where
-- the tables are large, make these three beforehand, CONCURRENTLY, as CHANGELOG.md says: then this takes no time.
CREATE INDEX IF NOT EXISTS matters_listed_by_creation ON matters (firm_id, created_at, id)
    INCLUDE (status, practice_area, title_key);
CREATE INDEX IF NOT EXISTS matters_listed_by_update ON matters (firm_id, updated_at, id)
    INCLUDE (status, practice_area, title_key);
CREATE INDEX IF NOT EXISTS document_requests_by_update ON document_requests (firm_id, updated_at, id)
    INCLUDE (name_key);
DROP INDEX IF EXISTS matters_by_creation, matters_by_update, document_requests_by_name;
