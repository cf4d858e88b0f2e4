-- Leads: people who wrote to a firm and are not its clients yet, and who else is involved.
-- Locks: nothing but firms, clients and matters for the moment in which the foreign keys are made.

CREATE TABLE leads (
    id                  text NOT NULL,
    firm_id             text NOT NULL REFERENCES firms,
    status              text NOT NULL CHECK (status IN (
                            'new', 'checking', 'cleared', 'offered', 'engaged', 'declined', 'lost')),
    practice_area       text NOT NULL,
    first_name          text NOT NULL,
    last_name           text NOT NULL,
    email               text,
    email_key           text,
    phone               text,
    contact_preferences jsonb,
    language            text,
    message             text,
    source              jsonb NOT NULL DEFAULT '{}',
    source_key          text,
    spam_score          integer NOT NULL DEFAULT 0,
    spam_reasons        jsonb NOT NULL DEFAULT '[]',
    quarantined         boolean NOT NULL DEFAULT false,
    assigned_to         text,
    conflict_check_id   text,
    client_id           text,
    matter_id           text,
    declined_reason     text,
    search_key          text NOT NULL,
    answered_at         timestamptz,
    cleared_at          timestamptz,
    engaged_at          timestamptz,
    created_at          timestamptz NOT NULL,
    updated_at          timestamptz NOT NULL,
    changed_at          timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (firm_id, id),
    FOREIGN KEY (firm_id, client_id) REFERENCES clients (firm_id, id),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id)
);
CREATE INDEX leads_by_creation ON leads (firm_id, quarantined, created_at, id);
CREATE INDEX leads_by_status ON leads (firm_id, status, created_at, id) WHERE NOT quarantined;
CREATE INDEX leads_by_change ON leads (firm_id, changed_at, id);
CREATE INDEX leads_by_email ON leads (firm_id, email_key) WHERE email_key IS NOT NULL;
CREATE INDEX leads_by_phone ON leads (firm_id, phone) WHERE phone IS NOT NULL;
CREATE INDEX leads_by_client ON leads (firm_id, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX leads_by_matter ON leads (firm_id, matter_id) WHERE matter_id IS NOT NULL;
CREATE TRIGGER leads_changed_at BEFORE INSERT OR UPDATE ON leads
    FOR EACH ROW EXECUTE FUNCTION note_change();

CREATE TABLE lead_parties (
    id         text NOT NULL,
    firm_id    text NOT NULL REFERENCES firms,
    lead_id    text NOT NULL,
    position   integer NOT NULL,
    name       text NOT NULL,
    kind       text NOT NULL CHECK (kind IN ('person', 'company')),
    role       text NOT NULL,
    aliases    jsonb NOT NULL DEFAULT '[]',
    relation   text,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id),
    CONSTRAINT lead_parties_position_unique UNIQUE (firm_id, lead_id, position),
    FOREIGN KEY (firm_id, lead_id) REFERENCES leads (firm_id, id) ON DELETE CASCADE
);
