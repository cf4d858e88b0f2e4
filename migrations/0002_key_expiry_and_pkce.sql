-- API keys may end at a moment, and the age of a secret is known apart from that of its key. Confidential applications
-- may be registered to need PKCE; those that exist stay as they are.

ALTER TABLE api_keys
    ADD COLUMN issued_at  timestamptz NOT NULL DEFAULT now(),
    ADD COLUMN expires_at timestamptz;
UPDATE api_keys SET issued_at = created_at;

ALTER TABLE oauth_clients
    ADD COLUMN pkce text NOT NULL DEFAULT 'optional',
    ADD CONSTRAINT oauth_clients_pkce_check CHECK (pkce IN ('required', 'optional'));
UPDATE oauth_clients SET pkce = 'required' WHERE public;
