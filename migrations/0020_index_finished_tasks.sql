-- Finished tasks are purged by age; without this every purge read the whole table.
CREATE INDEX tasks_finished ON tasks (created_at) WHERE done_at IS NOT NULL OR failed_at IS NOT NULL;
