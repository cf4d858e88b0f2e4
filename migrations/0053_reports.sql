-- Reports that were asked for, and those that are made every week or month.

CREATE TABLE report_schedules (
    id          text NOT NULL,
    firm_id     text NOT NULL REFERENCES firms,
    user_id     text,  -- as whom its reports are made; else as the key
    api_key_id  text,
    type        text NOT NULL,
    format      text NOT NULL,
    frequency   text NOT NULL CHECK (frequency IN ('weekly', 'monthly')),
    recipients  jsonb NOT NULL,
    filters     jsonb NOT NULL,
    language    text NOT NULL,
    next_at     timestamptz NOT NULL,
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id),
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id),
    FOREIGN KEY (firm_id, api_key_id) REFERENCES api_keys (firm_id, id)
);
CREATE INDEX report_schedules_newest ON report_schedules (firm_id, created_at, id);
CREATE INDEX report_schedules_due ON report_schedules (next_at);

CREATE TABLE reports (
    id           text NOT NULL,
    firm_id      text NOT NULL REFERENCES firms,
    user_id      text,
    api_key_id   text,
    schedule_id  text,  -- of a schedule that may be gone
    recipients   jsonb NOT NULL,
    type         text NOT NULL,
    format       text NOT NULL CHECK (format IN ('csv', 'pdf')),
    filters      jsonb NOT NULL,
    first_day    date,
    last_day     date,
    language     text NOT NULL,
    status       text NOT NULL CHECK (status IN ('pending', 'running', 'ready', 'failed', 'cancelled')),
    progress     integer NOT NULL,
    rows         integer,
    size_bytes   bigint,
    run          text,  -- the attempt that is writing it: an earlier one, should it still run, notices and ends
    storage_key  text,
    ready_at     timestamptz,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id),
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id),
    FOREIGN KEY (firm_id, api_key_id) REFERENCES api_keys (firm_id, id)
);
CREATE INDEX reports_newest ON reports (firm_id, created_at, id);
CREATE INDEX reports_unfinished ON reports (firm_id) WHERE status IN ('pending', 'running');
CREATE INDEX reports_oldest ON reports (created_at);

-- What takes minutes has a queue of its own.
ALTER TABLE tasks DROP CONSTRAINT tasks_queue_check;
ALTER TABLE tasks ADD CONSTRAINT tasks_queue_check CHECK (queue IN ('urgent', 'default', 'files', 'long'));
