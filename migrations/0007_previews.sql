-- Rendered pages of uploaded files.

-- The pages of an upload as images, beside its file in storage. `pages` are the sizes of those that are rendered; `wanted`
-- is the last one that was asked for.
CREATE TABLE previews (
    id         text PRIMARY KEY,
    firm_id    text NOT NULL REFERENCES firms,
    status     text NOT NULL CHECK (status IN ('ready', 'unavailable')),
    problem    text,
    page_count integer,
    pages      jsonb NOT NULL DEFAULT '[]',
    wanted     integer NOT NULL,
    rotation   integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    FOREIGN KEY (firm_id, id) REFERENCES uploads (firm_id, id) ON DELETE CASCADE
);
