-- A firm's own PDF forms, how their fields are filled from its records, and what was filled.

ALTER TABLE document_requests ADD COLUMN from_firm boolean NOT NULL DEFAULT false;

CREATE TABLE court_forms (
    id              text NOT NULL,
    firm_id         text NOT NULL REFERENCES firms,
    name            text NOT NULL,
    number          text,
    state           text,
    practice_area   text,
    court_type      text,
    search_key      text NOT NULL,
    filename        text NOT NULL,
    content_type    text NOT NULL,
    file_size_bytes bigint NOT NULL,
    status          text NOT NULL CHECK (status IN ('issued', 'pending', 'ready', 'failed')),
    problem         text,
    incoming_key    text NOT NULL,
    storage_key     text,
    url_expires_at  timestamptz NOT NULL,
    page_count      integer,
    fields          jsonb,
    mapping_version integer NOT NULL DEFAULT 0,
    removed_at      timestamptz,
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id)
);
CREATE INDEX court_forms_by_creation ON court_forms (firm_id, created_at, id) WHERE removed_at IS NULL;

CREATE TABLE court_form_mappings (
    firm_id    text NOT NULL REFERENCES firms,
    form_id    text NOT NULL,
    version    integer NOT NULL,
    fields     jsonb NOT NULL,
    actor_type text NOT NULL,
    actor_id   text,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (firm_id, form_id, version),
    FOREIGN KEY (firm_id, form_id) REFERENCES court_forms (firm_id, id) ON DELETE CASCADE
);

CREATE TABLE court_form_fills (
    id              text NOT NULL,
    firm_id         text NOT NULL REFERENCES firms,
    matter_id       text NOT NULL,
    form_id         text NOT NULL,
    mapping_version integer NOT NULL,
    flatten         boolean NOT NULL,
    allow_missing   boolean NOT NULL,
    status          text NOT NULL CHECK (status IN ('pending', 'ready', 'missing', 'failed')),
    problem         text,
    missing         jsonb NOT NULL DEFAULT '[]',
    upload_key      text NOT NULL,
    document_id     text,
    asked_at        timestamptz,
    finished_at     timestamptz,
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id),
    FOREIGN KEY (firm_id, form_id) REFERENCES court_forms (firm_id, id),
    FOREIGN KEY (firm_id, document_id) REFERENCES document_requests (firm_id, id) ON DELETE CASCADE
);
CREATE INDEX court_form_fills_by_matter ON court_form_fills (firm_id, matter_id, created_at, id);
