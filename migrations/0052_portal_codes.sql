-- A code in front of an intake link, and the browsers in which one was entered.

CREATE TABLE portal_codes (
    id         text PRIMARY KEY,  -- the digits are computed from it
    firm_id    text NOT NULL REFERENCES firms,
    link_id    text NOT NULL,
    channel    text NOT NULL CHECK (channel IN ('email', 'sms')),
    tries      integer NOT NULL DEFAULT 0,
    used_at    timestamptz,
    created_at timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, link_id) REFERENCES intake_links (firm_id, id)
);
CREATE INDEX portal_codes_by_link ON portal_codes (firm_id, link_id, created_at);
CREATE INDEX portal_codes_by_age ON portal_codes (created_at);

CREATE TABLE portal_devices (
    firm_id      text NOT NULL REFERENCES firms,
    link_id      text NOT NULL,
    token_digest text NOT NULL,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (firm_id, link_id, token_digest),
    FOREIGN KEY (firm_id, link_id) REFERENCES intake_links (firm_id, id)
);
CREATE INDEX portal_devices_by_token ON portal_devices (token_digest);
CREATE INDEX portal_devices_by_age ON portal_devices (created_at);
CREATE INDEX intake_links_of_client ON intake_links (firm_id, client_id) WHERE revoked_at IS NULL;
