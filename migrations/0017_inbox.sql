-- What each person has read of what clients write, calendars that other programs read, and matters without reminders.

-- Until when a person has read what the client of a matter wrote.
CREATE TABLE message_reads (
    firm_id   text NOT NULL REFERENCES firms,
    user_id   text NOT NULL,
    matter_id text NOT NULL,
    read_at   timestamptz NOT NULL,
    PRIMARY KEY (firm_id, user_id, matter_id),
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id) ON DELETE CASCADE,
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id) ON DELETE CASCADE
);
CREATE INDEX communications_received ON communications (firm_id, created_at) INCLUDE (matter_id)
    WHERE direction = 'inbound';

-- The secret address at which a person's calendar program reads deadlines. Only a digest of its token is kept.
CREATE TABLE calendar_feeds (
    id            text PRIMARY KEY,
    firm_id       text NOT NULL REFERENCES firms,
    user_id       text NOT NULL,
    token_digest  text NOT NULL UNIQUE,
    only_assigned boolean NOT NULL,
    created_at    timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    CONSTRAINT calendar_feeds_one_each UNIQUE (firm_id, user_id),
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id) ON DELETE CASCADE
);

ALTER TABLE matters ADD COLUMN reminders_paused boolean NOT NULL DEFAULT false;
DROP INDEX reminders_by_matter;
CREATE INDEX reminders_open ON reminders (firm_id, matter_id, due_at) WHERE settled_at IS NULL;
