-- Open deadlines of all firms are read in batches: each begins behind the last one of the batch before.
CREATE INDEX IF NOT EXISTS deadlines_due ON deadlines (due_date, id) WHERE NOT completed;
DROP INDEX IF EXISTS deadlines_open;
