-- A practice area has a schedule for each kind of record. Until the index before is dropped, it has one in all.
-- Locks: none that keeps anything waiting.

CREATE UNIQUE INDEX CONCURRENTLY retention_schedules_once_of_kind
    ON retention_schedules (firm_id, kind, coalesce(practice_area, ''));
DROP INDEX CONCURRENTLY IF EXISTS retention_schedules_once;
