-- Reasons for rejecting files, which reviewers choose and clients read.

CREATE TABLE review_reasons (
    id         text PRIMARY KEY,
    firm_id    text NOT NULL REFERENCES firms,
    built_in   text,  -- the name of the built-in reason that it began as
    text       jsonb NOT NULL,  -- by language
    position   integer NOT NULL,
    removed_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    CONSTRAINT review_reasons_built_in_once UNIQUE (firm_id, built_in)
);

ALTER TABLE uploads ADD COLUMN review_reason jsonb;
