-- The attempts at backups; the time of the latest that is complete is watched.
CREATE TABLE backup_runs (
    id          text PRIMARY KEY,
    finished_at timestamptz,
    error       text,
    created_at  timestamptz NOT NULL
);
