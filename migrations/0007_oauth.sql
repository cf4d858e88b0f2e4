-- OAuth 2.0: applications that act for a firm's people, and what those let them do.

-- An application that the firm knows. A public one cannot keep a secret and has none; of a secret that was replaced the
-- digest stays for a day, so that the application can be given the new one.
CREATE TABLE oauth_clients (
    id                     text PRIMARY KEY,
    firm_id                text NOT NULL REFERENCES firms,
    name                   text NOT NULL,
    redirect_uris          jsonb NOT NULL,
    scopes                 jsonb NOT NULL,
    public                 boolean NOT NULL,
    secret_digest          text,
    previous_secret_digest text,
    previous_secret_until  timestamptz,
    created_by             text,
    created_at             timestamptz NOT NULL,
    updated_at             timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    CHECK (public = (secret_digest IS NULL)),
    FOREIGN KEY (firm_id, created_by) REFERENCES users (firm_id, id)
);
CREATE INDEX oauth_clients_by_creation ON oauth_clients (firm_id, created_at, id);

-- Somebody lets an application act for them. Consent that is withdrawn has no row, and nothing below it either.
CREATE TABLE oauth_consents (
    id           text PRIMARY KEY,
    firm_id      text NOT NULL REFERENCES firms,
    client_id    text NOT NULL,
    user_id      text NOT NULL,
    scopes       jsonb NOT NULL,
    last_used_at timestamptz,
    created_at   timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    CONSTRAINT oauth_consents_once UNIQUE (firm_id, client_id, user_id),
    FOREIGN KEY (firm_id, client_id) REFERENCES oauth_clients (firm_id, id) ON DELETE CASCADE,
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id)
);
CREATE INDEX oauth_consents_by_user ON oauth_consents (firm_id, user_id);

-- One way through the consent page: its code, and the family of all tokens that the code led to. A family that is
-- revoked has no row, and its tokens have none.
CREATE TABLE oauth_grants (
    id              text PRIMARY KEY,
    firm_id         text NOT NULL REFERENCES firms,
    consent_id      text NOT NULL,
    scopes          jsonb NOT NULL,
    redirect_uri    text NOT NULL,
    code_digest     text NOT NULL UNIQUE,
    code_challenge  text,
    code_expires_at timestamptz NOT NULL,
    code_used_at    timestamptz,
    expires_at      timestamptz NOT NULL,  -- however often its tokens are refreshed
    created_at      timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, consent_id) REFERENCES oauth_consents (firm_id, id) ON DELETE CASCADE
);
CREATE INDEX oauth_grants_by_consent ON oauth_grants (firm_id, consent_id);

-- A used one stays until it expires: who shows it again has stolen it, or was stolen from. Its successor is derived from
-- it and the salt, so that whoever lost the answer gets the same one once more.
CREATE TABLE oauth_refresh_tokens (
    digest     text PRIMARY KEY,
    firm_id    text NOT NULL REFERENCES firms,
    grant_id   text NOT NULL,
    salt       text NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at    timestamptz,
    FOREIGN KEY (firm_id, grant_id) REFERENCES oauth_grants (firm_id, id) ON DELETE CASCADE
);
CREATE INDEX oauth_refresh_tokens_by_grant ON oauth_refresh_tokens (firm_id, grant_id);
CREATE INDEX oauth_refresh_tokens_age ON oauth_refresh_tokens (expires_at);

-- An expired one stays for a while, so that it can be told from one that never was. Whose it is stands in the grant's
-- consent as well; here it is found in one step. client_id refers to nothing: whoever makes a token holds the grant, and
-- would wait for the client that is being deleted while its deletion waits for the grant.
CREATE TABLE oauth_access_tokens (
    digest     text PRIMARY KEY,
    firm_id    text NOT NULL REFERENCES firms,
    grant_id   text NOT NULL,
    client_id  text NOT NULL,
    user_id    text NOT NULL,
    scopes     jsonb NOT NULL,
    expires_at timestamptz NOT NULL,
    FOREIGN KEY (firm_id, grant_id) REFERENCES oauth_grants (firm_id, id) ON DELETE CASCADE,
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id)
);
CREATE INDEX oauth_access_tokens_by_grant ON oauth_access_tokens (firm_id, grant_id);
CREATE INDEX oauth_access_tokens_by_client ON oauth_access_tokens (firm_id, client_id);
CREATE INDEX oauth_access_tokens_age ON oauth_access_tokens (expires_at);

-- Who is suspended has no tokens any more, whoever suspends them and however; not even when they are reinstated.
CREATE FUNCTION end_oauth_grants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM oauth_grants WHERE firm_id = NEW.firm_id AND consent_id IN (
        SELECT id FROM oauth_consents WHERE firm_id = NEW.firm_id AND user_id = NEW.id);
    RETURN NULL;
END $$;

CREATE TRIGGER users_suspended AFTER UPDATE OF status ON users
    FOR EACH ROW WHEN (NEW.status = 'suspended') EXECUTE FUNCTION end_oauth_grants();
