"""Migrations rewrite intake links that were stored in clear, and count stored files."""

import pytest

from intake.cases.matters.link_tokens import link_url, new_public_part
from intake.core.clock import now
from intake.core.migrations import migrate
from tests.source import ROOT
from tests.test_architecture_database import ask, change, new_database

ROWS = """
INSERT INTO firms (id, name, slug, email, created_at, updated_at)
    VALUES ('firm', 'F', 'f', 'f@example.com', {now}, {now});
INSERT INTO clients (id, firm_id, first_name, last_name, search_key, last_name_key, created_at, updated_at)
    VALUES ('cli', 'firm', 'Ana', 'Silva', 'ana silva', 'silva', {now}, {now});
INSERT INTO matters
    (id, firm_id, title, title_key, status, practice_area, client_id, intake_link, created_at, updated_at) VALUES
           ('mat', 'firm', 'M', 'm', 'active', 'other', 'cli', {url}, {now}, {now}),
           ('revoked', 'firm', 'N', 'n', 'active', 'other', 'cli', NULL, {now}, {now});
INSERT INTO intake_links (id, firm_id, matter_id, client_id, public_part, expires_at, revoked_at, created_at) VALUES
    ('link', 'firm', 'mat', 'cli', {part}, {now}, NULL, {now}),
    ('old', 'firm', 'revoked', 'cli', 'revoked', {now}, {now}, {now});
INSERT INTO communications (id, firm_id, matter_id, channel, direction, "to", message, status, created_at) VALUES
    ('sent', 'firm', 'mat', 'email', 'outbound', 'a@example.com', 'Open: ' || {url} || E'\\n\\nBye', 'sent', {now}),
    ('read', 'firm', 'mat', 'sms', 'inbound', '+1518', 'What is ' || {url} || '?', 'delivered', {now}),
    ('other', 'firm', 'mat', 'email', 'outbound', 'a@example.com', 'Look: https://example.com/p/1', 'sent', {now});
INSERT INTO events (id, firm_id, type, data, created_at) VALUES
    ('evt', 'firm', 'matter.updated', jsonb_build_object('id', 'mat', 'intake_link', {url}), {now});
INSERT INTO document_requests (id, firm_id, matter_id, name, name_key, status, created_at, updated_at)
    VALUES ('doc', 'firm', 'mat', 'Deed', 'deed', 'pending', {now}, {now});
INSERT INTO uploads (id, firm_id, document_id, filename, content_type, file_size_bytes, status, incoming_key,
                     url_expires_at, created_at)
    SELECT status, 'firm', 'doc', 'a.pdf', 'application/pdf', 100, status, 'incoming', {now}, {now}
    FROM unnest('{{issued,pending,approved,rejected}}'::text[]) AS status;
INSERT INTO webhooks (id, firm_id, url, events, secret, created_at, updated_at)
    VALUES ('wh', 'firm', 'https://example.com', '[]', '', {now}, {now});
INSERT INTO deliveries (id, firm_id, webhook_id, event_id, status, due_at, created_at)
    VALUES ('del', 'firm', 'wh', 'evt', 'delivered', {now}, {now});
INSERT INTO delivery_attempts (id, firm_id, delivery_id, attempted_at, duration_ms, response_body, created_at)
    VALUES ('att', 'firm', 'del', {now}, 1, '{{"intake_link": "' || replace({url}, '/', '\\/') || '"}}', {now});
"""


@pytest.fixture(scope="module")
def public_part(app):
    with app.app_context():
        return new_public_part()


@pytest.fixture(scope="module")
def migrated(app, services, public_part):
    """A database with a link in every place where earlier versions stored it, migrated to the present schema."""
    with new_database(services) as url:
        change(url, (ROOT / "migrations" / "0001_initial.sql").read_text(encoding="utf-8"))
        with app.app_context():
            stored = {"now": now().isoformat(), "url": link_url(public_part), "part": public_part}
        change(url, ROWS.format(**{name: f"'{value}'" for name, value in stored.items()}))
        change(url, "CREATE TABLE schema_migrations (name text PRIMARY KEY, applied_at timestamptz DEFAULT now());"
                    "INSERT INTO schema_migrations VALUES ('0001_initial.sql')")
        assert "0004_links_and_storage.sql" in migrate(url)
        yield url


def test_no_token_is_left(migrated, public_part):
    token = link_url(public_part).rpartition("/")[2]
    tables = ask(migrated, "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'")
    assert not [name for name, in tables
                if ask(migrated, f'SELECT 1 FROM "{name}" AS whole WHERE strpos(whole::text, %s) > 0', token)]


def test_open_links_and_messages_keep_their_public_part(migrated, public_part):
    assert ask(migrated, "SELECT id, link_public_part FROM matters ORDER BY id") == [
        ("mat", public_part), ("revoked", None)]
    assert ask(migrated, "SELECT id, link_public_part, message FROM communications ORDER BY id") == [
        ("other", None, "Look: https://example.com/p/1"), ("read", None, "What is [intake link]?"),
        ("sent", public_part, "Open: [intake link]\n\nBye")]


def test_an_event_keeps_the_rest(migrated):
    assert ask(migrated, "SELECT data FROM events") == [({"id": "mat", "intake_link": None},)]


def test_confirmed_files_are_counted(migrated):
    assert ask(migrated, "SELECT firm_id, bytes FROM storage_used") == [("firm", 300)]
