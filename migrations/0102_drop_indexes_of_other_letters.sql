-- What other letters than Latin ones a text has, its short parts say.
-- Locks: none that keeps anything waiting.

DROP INDEX CONCURRENTLY IF EXISTS matters_with_other_letters;
DROP INDEX CONCURRENTLY IF EXISTS clients_with_other_letters;
DROP INDEX CONCURRENTLY IF EXISTS document_requests_with_other_letters;
