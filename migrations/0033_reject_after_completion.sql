-- A rejection withdraws the completion of an intake, which is announced once all the same, and reaches the client.

ALTER TABLE intake_links ADD COLUMN announced_at timestamptz;  -- when its completion was first recorded
UPDATE intake_links SET announced_at = completed_at WHERE completed_at IS NOT NULL;

-- Rejections of a matter's documents that the client is told of together.
CREATE TABLE rejection_notices (
    id         text PRIMARY KEY,
    firm_id    text NOT NULL REFERENCES firms,
    matter_id  text NOT NULL,
    settled_at timestamptz,  -- null while more may be gathered
    created_at timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id)
);
CREATE UNIQUE INDEX rejection_notices_pending ON rejection_notices (firm_id, matter_id) WHERE settled_at IS NULL;
CREATE INDEX rejection_notices_by_matter ON rejection_notices (firm_id, matter_id, created_at);
