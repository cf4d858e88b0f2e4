-- Intake templates, and what their checklists leave with the document requests they make.

-- A firm's own template. One that was deleted is kept for the matters that it was applied to.
CREATE TABLE matter_templates (
    id            text PRIMARY KEY,
    firm_id       text NOT NULL REFERENCES firms,
    name          text NOT NULL,
    name_key      text NOT NULL,
    case_type     text,
    practice_area text,
    state         text,
    description   text,
    form          jsonb NOT NULL DEFAULT '[]',
    documents     jsonb NOT NULL DEFAULT '[]',
    translations  jsonb NOT NULL DEFAULT '{}',
    deleted_at    timestamptz,
    created_at    timestamptz NOT NULL,
    updated_at    timestamptz NOT NULL,
    UNIQUE (firm_id, id)
);
CREATE INDEX matter_templates_by_firm ON matter_templates (firm_id, created_at, id) WHERE deleted_at IS NULL;

-- The heading under which the client sees the request, and its texts in other languages than they were given in.
ALTER TABLE document_requests
    ADD COLUMN category     text,
    ADD COLUMN translations jsonb NOT NULL DEFAULT '{}';
