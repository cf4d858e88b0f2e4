-- Pages far from both ends of the lists by the client's activity and by the next deadline are found in an index alone:
-- Postgres leaves the table out only if the index also has the columns of its expression.
-- Locks: none; the indexes are built beside the requests.

CREATE INDEX CONCURRENTLY matters_listed_by_activity ON matters (firm_id, coalesce(client_active_at, created_at), id)
    INCLUDE (status, practice_area, client_active_at, created_at);
CREATE INDEX CONCURRENTLY matters_listed_by_deadline ON matters (firm_id, coalesce(next_deadline, '9999-12-31'), id)
    INCLUDE (status, practice_area, next_deadline);
DROP INDEX CONCURRENTLY IF EXISTS matters_by_client_activity;
DROP INDEX CONCURRENTLY IF EXISTS matters_by_next_deadline;
