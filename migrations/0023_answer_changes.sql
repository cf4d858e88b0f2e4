-- What changed in submitted answers, and when each person of the firm has last looked at them.

CREATE TABLE answer_changes (
    id          text PRIMARY KEY,
    firm_id     text NOT NULL REFERENCES firms,
    matter_id   text NOT NULL,
    form_id     text NOT NULL,
    question_id text NOT NULL,
    before      jsonb,  -- null where it was not answered
    after       jsonb,
    reason      text,  -- why the firm corrected it
    actor_type  text NOT NULL,
    actor_id    text,
    created_at  timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id),
    FOREIGN KEY (firm_id, form_id) REFERENCES intake_forms (firm_id, id)
);
CREATE INDEX answer_changes_by_form ON answer_changes (firm_id, form_id, created_at, id);

CREATE TABLE answer_views (
    firm_id text NOT NULL REFERENCES firms,
    form_id text NOT NULL,
    user_id text NOT NULL,
    seen_at timestamptz NOT NULL,
    PRIMARY KEY (firm_id, form_id, user_id),
    FOREIGN KEY (firm_id, form_id) REFERENCES intake_forms (firm_id, id),
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id)
);
