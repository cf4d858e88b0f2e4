-- The feed of a firm's public events. An event gets its position after its transaction was committed, when the feed is
-- read, so that what is committed later comes later. Internal events get 0, which the feed does not show.

CREATE TABLE event_feeds (
    firm_id       text PRIMARY KEY REFERENCES firms,
    last_position bigint NOT NULL DEFAULT 0
);

ALTER TABLE events ADD COLUMN position bigint;
CREATE UNIQUE INDEX events_by_position ON events (firm_id, position) WHERE position > 0;
CREATE INDEX events_without_position ON events (firm_id, id) WHERE position IS NULL;
