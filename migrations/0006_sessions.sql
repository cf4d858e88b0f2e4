-- Signing in: sessions, the second factor, forgotten passwords, and the brake on guessing.

-- A browser in which somebody is signed in; of its cookie only the digest is kept. A session that is over has no row.
CREATE TABLE sessions (
    id           text PRIMARY KEY,
    firm_id      text NOT NULL REFERENCES firms,
    user_id      text NOT NULL,
    token_digest text NOT NULL UNIQUE,
    seen_at      timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL,
    user_agent   text NOT NULL,
    address      text NOT NULL,
    created_at   timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id)
);
CREATE INDEX sessions_by_user ON sessions (firm_id, user_id, created_at);

-- Whoever is suspended is signed out for good: a session does not come back when they are reinstated.
CREATE FUNCTION end_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM sessions WHERE firm_id = NEW.firm_id AND user_id = NEW.id;
    RETURN NULL;
END $$;
CREATE TRIGGER users_signed_out AFTER UPDATE OF status ON users
    FOR EACH ROW WHEN (NEW.status = 'suspended') EXECUTE FUNCTION end_sessions();

-- What an authenticator app shares with us. It counts once confirmed_at is set; no code of last_step or before it is
-- taken any more.
CREATE TABLE second_factors (
    id            text PRIMARY KEY,
    firm_id       text NOT NULL REFERENCES firms,
    user_id       text NOT NULL,
    sealed_secret text NOT NULL,
    confirmed_at  timestamptz,
    last_step     integer NOT NULL DEFAULT 0,
    created_at    timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    CONSTRAINT second_factors_user_unique UNIQUE (firm_id, user_id),
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id)
);

-- Stands in for the app, each once; a code that was used has no row.
CREATE TABLE recovery_codes (
    id          text PRIMARY KEY,
    firm_id     text NOT NULL REFERENCES firms,
    user_id     text NOT NULL,
    code_digest text NOT NULL UNIQUE,
    created_at  timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id)
);
CREATE INDEX recovery_codes_by_user ON recovery_codes (firm_id, user_id);

-- The newest link with which somebody may choose another password; the sealed token waits for the mail.
CREATE TABLE password_resets (
    id           text PRIMARY KEY,
    firm_id      text NOT NULL REFERENCES firms,
    user_id      text NOT NULL,
    token_digest text NOT NULL UNIQUE,
    sealed_token text,
    expires_at   timestamptz NOT NULL,
    created_at   timestamptz NOT NULL,
    UNIQUE (firm_id, id),
    CONSTRAINT password_resets_user_unique UNIQUE (firm_id, user_id),
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id)
);

-- How far somebody's attempts reach ahead of the clock. The subject is a digest: it may be an address nobody has here.
CREATE TABLE sign_in_attempts (
    subject    text PRIMARY KEY,
    settled_at timestamptz NOT NULL
);
