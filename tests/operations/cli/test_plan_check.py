"""What Postgres plans when tables are large: `flask db plan-check`, and every line of the schedule."""

import pytest

from app import create_app
from bench.scale_rows import Sizes, fill
from config.settings import Settings
from intake.core.db import connect_to, db
from intake.core.migrations import migrate
from intake.core.plans import large_tables, recording
from intake.schedule import SCHEDULE
from tests.stand_ins.stripe_account import SETTINGS as BILLED
from tests.test_architecture_database import change, new_database

ROWS = 100_000

LARGE = {
    "clients", "matters", "document_requests", "events", "deliveries", "uploads", "intake_links", "reminders",
    "deadlines", "notifications", "tasks", "audit_log", "idempotency_records", "inbound_events", "firm_messages"}

FURTHER = """
    INSERT INTO idempotency_records (holder, key, firm_id, fingerprint, status, body, created_at)
    SELECT 'key', n, (SELECT min(id) FROM firms), '', 200, '', now() FROM generate_series(1, 100) AS n;
    INSERT INTO inbound_events (id, platform, event_type, payload, identity, created_at)
    SELECT n, 'clio', 'matter', '{}', n, now() FROM generate_series(1, 100) AS n;
    INSERT INTO firm_messages (id, firm_id, occasion, channel, "to", message, status, created_at)
    SELECT n, (SELECT min(id) FROM firms), n, 'email', '', '', 'sent', now() FROM generate_series(1, 100) AS n;
    ANALYZE"""

MADE_LARGE = """
    SELECT pg_restore_relation_stats('schemaname', 'public', 'relname', relname::text, 'relpages', relpages,
                                     'reltuples', (reltuples * 100000)::real)
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i') AND reltuples >= 10"""
"""The planner believes in a hundred thousand rows for each: what it decides then costs the tests no rows."""


@pytest.fixture(scope="module")
def seeded(services):
    with new_database(services) as url:
        migrate(url)
        fill(url, Sizes(900, ordinary=100))
        change(url, FURTHER)
        change(url, MADE_LARGE)
        yield url


@pytest.fixture(scope="module")
def lacking(seeded, services):
    """A copy of the database without the indexes of reminders that are due."""
    with new_database(services, template=seeded.rpartition("/")[2]) as url:
        change(url, "DROP INDEX reminders_due, reminders_upcoming, reminders_open")
        yield url


@pytest.fixture
def whole_tables(app, services, settings):
    """Run lines of the schedule on a database; `{line: the large tables that it reads as a whole}`, if any."""

    def run(url, lines):
        db.close()
        settings = services.env | BILLED | {"LOG_LEVEL": "WARNING", "DATABASE_URL": url}
        used, found = create_app(Settings.load(settings)), {}
        with used.app_context():
            assert large_tables(ROWS) >= LARGE
            for line in lines:
                with recording() as explained:
                    SCHEDULE[line].function()
                assert explained.sent
                if tables := explained.whole_tables(ROWS):
                    found[line] = tables
        db.close()
        return found

    yield run
    db.close()
    connect_to(settings.database_url)


def test_frequent_statements_use_indexes(flask, seeded):
    result = flask("db", "plan-check", "--json", DATABASE_URL=seeded)

    assert result.code == 0, result.err
    assert len(result.json["statements"]) >= 20
    assert {row["result"] for row in result.json["statements"]} == {"uses indexes"}


def test_a_missing_index_is_noticed_where_the_table_is_large(flask, lacking):
    error = flask("db", "plan-check", DATABASE_URL=lacking).error

    assert error.startswith("Read as a whole: reminders for due reminders.")
    assert flask("db", "plan-check", "--rows", "1000000000", DATABASE_URL=lacking).code == 0


def test_no_line_of_the_schedule_reads_a_large_table_as_a_whole(seeded, whole_tables):
    assert whole_tables(seeded, SCHEDULE) == {}


def test_a_line_that_reads_a_large_table_is_noticed(lacking, whole_tables):
    assert whole_tables(lacking, ["remind_clients"]) == {"remind_clients": {"reminders"}}
