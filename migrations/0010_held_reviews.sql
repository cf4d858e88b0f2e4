-- Decisions about files that can be undone for some seconds.

-- A reviewer's decision about the upload with this id, until it can no longer be undone.
CREATE TABLE held_reviews (
    id             text PRIMARY KEY,
    firm_id        text NOT NULL REFERENCES firms,
    user_id        text NOT NULL,
    status         text NOT NULL CHECK (status IN ('approved', 'rejected')),
    reviewer_notes text,
    due_at         timestamptz NOT NULL,
    created_at     timestamptz NOT NULL,
    FOREIGN KEY (firm_id, id) REFERENCES uploads (firm_id, id) ON DELETE CASCADE,
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id) ON DELETE CASCADE
);
