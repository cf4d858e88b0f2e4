-- Messages that are really sent, reminders, what the firm itself is told, and its notifications feed.

-- sending_since is the claim of whoever hands the message over; nobody else may while it stands.
ALTER TABLE communications
    ADD COLUMN sender        text,
    ADD COLUMN language      text NOT NULL DEFAULT 'en',
    ADD COLUMN sending_since timestamptz,
    ADD COLUMN provider_id   text CONSTRAINT communications_provider_id_unique UNIQUE,
    ADD COLUMN error         text,
    ADD COLUMN reminder_id   text;
CREATE INDEX communications_by_number ON communications ("to", created_at)
    WHERE channel = 'sms' AND direction = 'outbound';

-- A reminder of what a client has still to do, so many days after the intake link was sent.
CREATE TABLE reminders (
    id         text PRIMARY KEY,
    firm_id    text NOT NULL REFERENCES firms,
    matter_id  text NOT NULL,
    link_id    text NOT NULL,
    days       integer NOT NULL,
    due_at     timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    settled_at timestamptz,
    created_at timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    CONSTRAINT reminders_once UNIQUE (firm_id, link_id, days),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id)
);
CREATE INDEX reminders_due ON reminders (due_at) WHERE settled_at IS NULL;
CREATE INDEX reminders_by_matter ON reminders (firm_id, matter_id);
ALTER TABLE communications
    ADD FOREIGN KEY (firm_id, reminder_id) REFERENCES reminders (firm_id, id),
    ADD CONSTRAINT communications_remind_once UNIQUE (firm_id, reminder_id, channel);

-- Numbers that want no SMS from this installation, whichever firm's: they all are sent from one number.
CREATE TABLE sms_opt_outs (
    number     text PRIMARY KEY,
    created_at timestamptz NOT NULL
);
CREATE INDEX clients_by_phone ON clients (phone) WHERE phone IS NOT NULL;

-- What a firm is told itself: one row for each recipient, once for each occasion.
CREATE TABLE firm_messages (
    id            text PRIMARY KEY,
    firm_id       text NOT NULL REFERENCES firms,
    occasion      text NOT NULL,
    channel       text NOT NULL CHECK (channel IN ('email', 'sms')),
    "to"          text NOT NULL,
    language      text NOT NULL DEFAULT 'en',
    subject       text,
    message       text NOT NULL,
    status        text NOT NULL CHECK (status IN ('queued', 'sent', 'delivered', 'failed')),
    sending_since timestamptz,
    provider_id   text,
    error         text,
    sent_at       timestamptz,
    created_at    timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    CONSTRAINT firm_messages_once UNIQUE (firm_id, occasion, channel, "to")
);
CREATE INDEX firm_messages_age ON firm_messages (created_at);

-- The feed. While awaits_alert the firm has not been told by mail or SMS yet, should it want to be.
CREATE TABLE notifications (
    id           text PRIMARY KEY,
    firm_id      text NOT NULL REFERENCES firms,
    type         text NOT NULL,
    occasion     text NOT NULL,
    message      text NOT NULL,
    data         jsonb NOT NULL,
    awaits_alert boolean NOT NULL,
    read_at      timestamptz,
    created_at   timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    CONSTRAINT notifications_once UNIQUE (firm_id, type, occasion)
);
CREATE INDEX notifications_by_creation ON notifications (firm_id, created_at, id);
CREATE INDEX notifications_unread ON notifications (firm_id) WHERE read_at IS NULL;
CREATE INDEX notifications_awaiting_alert ON notifications (firm_id, type) WHERE awaits_alert;
CREATE INDEX notifications_age ON notifications (created_at);

-- Since when a deadline has its present date: alerts tell of what was known before they were due.
ALTER TABLE deadlines ADD COLUMN dated_at timestamptz;
UPDATE deadlines SET dated_at = created_at;
ALTER TABLE deadlines ALTER COLUMN dated_at SET NOT NULL;
CREATE INDEX deadlines_open ON deadlines (due_date) WHERE NOT completed;
