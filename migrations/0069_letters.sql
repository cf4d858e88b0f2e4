-- Engagement letters: templates of a firm, letters of its matters, who signs them, and what happened to each.
-- Locks: nothing, the tables are new.

CREATE TABLE letter_templates (
    id         text NOT NULL,
    firm_id    text NOT NULL REFERENCES firms,
    built_in   text,
    name       text NOT NULL,
    text       jsonb NOT NULL,
    removed_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id),
    CONSTRAINT letter_templates_built_in_once UNIQUE (firm_id, built_in)
);

CREATE TABLE letters (
    id              text NOT NULL,
    firm_id         text NOT NULL REFERENCES firms,
    matter_id       text NOT NULL,
    template_id     text,
    title           text NOT NULL,
    language        text NOT NULL,
    text            text NOT NULL,
    field_values    jsonb NOT NULL DEFAULT '{}',
    status          text NOT NULL CHECK (status IN ('draft', 'sent', 'viewed', 'signed', 'countersigned', 'declined',
                                                    'voided', 'expired')),
    expires_in_days integer NOT NULL,
    document_digest text,
    document_size   integer,
    pages           jsonb NOT NULL DEFAULT '[]',
    sent_at         timestamptz,
    expires_at      timestamptz,
    countersigner_id text,
    sealed_digest   text,
    sealed_size     integer,
    sealed_at       timestamptz,
    void_reason     text,
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id),
    FOREIGN KEY (firm_id, template_id) REFERENCES letter_templates (firm_id, id),
    FOREIGN KEY (firm_id, countersigner_id) REFERENCES users (firm_id, id)
);
CREATE INDEX letters_by_matter ON letters (firm_id, matter_id, created_at, id);
CREATE INDEX letters_that_run ON letters (expires_at) WHERE status IN ('sent', 'viewed');

CREATE TABLE letter_signers (
    id           text NOT NULL,
    firm_id      text NOT NULL REFERENCES firms,
    letter_id    text NOT NULL,
    place        integer NOT NULL,
    name         text NOT NULL,
    email        text NOT NULL,
    language     text NOT NULL,
    is_client    boolean NOT NULL DEFAULT false,
    public_part  text NOT NULL,
    status       text NOT NULL CHECK (status IN ('waiting', 'invited', 'consented', 'read', 'signed', 'declined')),
    invited_at   timestamptz,
    mailed_at    timestamptz,
    mail_error   text,
    reminders    integer NOT NULL DEFAULT 0,
    consented_at timestamptz,
    consent_digest text,
    read_at      timestamptz,
    signed_at    timestamptz,
    signature    jsonb,
    declined_reason text,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id),
    CONSTRAINT letter_signers_places UNIQUE (firm_id, letter_id, place),
    CONSTRAINT letter_signers_public_part_key UNIQUE (public_part),
    FOREIGN KEY (firm_id, letter_id) REFERENCES letters (firm_id, id) ON DELETE CASCADE
);

CREATE TABLE letter_events (
    firm_id   text NOT NULL REFERENCES firms,
    letter_id text NOT NULL,
    number    integer NOT NULL,
    type      text NOT NULL,
    at        text NOT NULL,
    actor     text NOT NULL,
    address   text,
    details   jsonb NOT NULL,
    digest    text NOT NULL,
    PRIMARY KEY (firm_id, letter_id, number),
    FOREIGN KEY (firm_id, letter_id) REFERENCES letters (firm_id, id) ON DELETE CASCADE
);

-- The certificate with which this installation seals letters, made at first use; its key is encrypted.
CREATE TABLE signing_certificates (
    id          text PRIMARY KEY,
    certificate text NOT NULL,
    sealed_key  text NOT NULL,
    created_at  timestamptz NOT NULL
);
