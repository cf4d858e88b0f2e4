-- Replaces the indexes of trigrams and of short parts, which needed extensions and grew with all firms' records.
-- Locks: none; the indexes are built beside the requests.

CREATE INDEX CONCURRENTLY matters_by_word_parts ON matters USING gin (word_parts(firm_id, title_key))
    WITH (gin_pending_list_limit = 256);
CREATE INDEX CONCURRENTLY clients_by_word_parts ON clients USING gin (word_parts(firm_id, search_key, phone))
    WITH (gin_pending_list_limit = 256);
CREATE INDEX CONCURRENTLY document_requests_by_word_parts ON document_requests USING gin (word_parts(firm_id, name_key))
    WITH (gin_pending_list_limit = 256);
DROP INDEX CONCURRENTLY IF EXISTS matters_by_words;
DROP INDEX CONCURRENTLY IF EXISTS clients_by_words;
DROP INDEX CONCURRENTLY IF EXISTS document_requests_by_words;
DROP INDEX CONCURRENTLY IF EXISTS matters_by_short_parts;
DROP INDEX CONCURRENTLY IF EXISTS clients_by_short_parts;
DROP INDEX CONCURRENTLY IF EXISTS document_requests_by_short_parts;
