-- Addresses of the console that people keep by a name.

-- A list of the console with its filters and order. A shared one belongs to the whole firm; one that no person has was
-- made with an API key.
CREATE TABLE saved_views (
    id         text NOT NULL,
    firm_id    text NOT NULL REFERENCES firms,
    user_id    text,
    name       text NOT NULL,
    page       text NOT NULL,
    shared     boolean NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id),
    CHECK (shared OR user_id IS NOT NULL),
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id) ON DELETE CASCADE
);
