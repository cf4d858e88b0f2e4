-- Every version of a firm's templates.

ALTER TABLE matter_templates ADD COLUMN version integer NOT NULL DEFAULT 1;

CREATE TABLE template_versions (
    id          text PRIMARY KEY,
    firm_id     text NOT NULL REFERENCES firms,
    template_id text NOT NULL,
    number      integer NOT NULL,
    content     jsonb NOT NULL,
    actor_type  text NOT NULL,
    actor_id    text,
    created_at  timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    UNIQUE (firm_id, template_id, number),
    FOREIGN KEY (firm_id, template_id) REFERENCES matter_templates (firm_id, id)
);

INSERT INTO template_versions (id, firm_id, template_id, number, content, actor_type, created_at)
SELECT replace(id, 'tmpl_', 'tver_'), firm_id, id, 1, jsonb_build_object(
           'name', name, 'case_type', case_type, 'practice_area', practice_area, 'state', state,
           'description', description, 'form', form, 'documents', documents, 'translations', translations),
       'system', updated_at
FROM matter_templates WHERE deleted_at IS NULL;

CREATE INDEX matters_by_template ON matters (firm_id, intake_template_id) WHERE intake_template_id IS NOT NULL;
