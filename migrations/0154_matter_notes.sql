-- What the firm writes down about a matter for itself: notes, calls and meetings.
-- Locks: nothing but firms and matters for the moment in which the foreign keys are made.

CREATE TABLE matter_notes (
    id           text NOT NULL,
    firm_id      text NOT NULL REFERENCES firms,
    matter_id    text NOT NULL,
    kind         text NOT NULL CHECK (kind IN ('note', 'call', 'meeting')),
    text         text NOT NULL,
    happened_at  timestamptz CHECK ((kind = 'note') = (happened_at IS NULL)),
    actor_type   text NOT NULL,
    actor_id     text,
    created_at   timestamptz NOT NULL,
    edited_at    timestamptz,
    PRIMARY KEY (firm_id, id),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id) ON DELETE CASCADE
);
CREATE INDEX matter_notes_by_matter ON matter_notes (firm_id, matter_id, created_at, id);
