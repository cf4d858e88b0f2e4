"""Postgres's plans for large tables: `flask db plan-check`, and every line of the schedule."""

from contextlib import closing

import psycopg2
import pytest

from app import create_app
from bench.scale_rows import Sizes, fill
from config.settings import Settings
from intake.accounts.firms.models import Firm
from intake.cases.matters.models import Matter
from intake.cases.matters.states import READY
from intake.cases.uploads.models import Upload
from intake.core.db import connect_to, db
from intake.core.migrations import migrate
from intake.core.query_plans import large_tables, recording
from intake.records.exports.resources import uploads_of
from intake.schedule import SCHEDULE
from tests.stand_ins.stripe_account import SETTINGS as BILLED
from tests.test_architecture_database import CATALOG, ask, change, new_database

ROWS = 100_000

LARGE = {
    "clients", "matters", "document_requests", "events", "deliveries", "uploads", "intake_links", "reminders",
    "deadlines", "notifications", "tasks", "audit_log", "idempotency_records", "inbound_events", "firm_messages",
    "leads", "conflict_names", "conflict_queue", "conflict_checks", "letters", "letter_signers", "legal_holds",
    "retention_steps", "exports", "closings", "privacy_requests", "erasures"}

FURTHER = """
    INSERT INTO idempotency_records (holder, key, firm_id, fingerprint, status, body, created_at)
    SELECT 'key', n, (SELECT min(id) FROM firms), '', 200, '', now() FROM generate_series(1, 100) AS n;
    INSERT INTO inbound_events (id, platform, event_type, payload, identity, created_at)
    SELECT n, 'clio', 'matter', '{}', n, now() FROM generate_series(1, 100) AS n;
    INSERT INTO firm_messages (id, firm_id, occasion, channel, "to", message, status, created_at)
    SELECT n, (SELECT min(id) FROM firms), n, 'email', '', '', 'sent', now() FROM generate_series(1, 100) AS n;
    CREATE TEMPORARY VIEW hundred AS
        SELECT row_number() OVER (ORDER BY id) AS n, firm_id, id AS matter_id FROM matters ORDER BY id LIMIT 100;
    INSERT INTO leads (id, firm_id, status, practice_area, first_name, last_name, search_key, quarantined, created_at,
                       updated_at)
    SELECT n, firm_id, 'new', 'other', 'A', n, 'a ' || n, n = 1, now(), now() FROM hundred;
    INSERT INTO conflict_names (firm_id, kind, record_id, position, part, text, is_company, keys)
    SELECT firm_id, 'lead', n, 1, 'name', n, false, ARRAY[n] FROM hundred;
    INSERT INTO conflict_queue (firm_id, kind, record_id) SELECT firm_id, 'lead', n FROM hundred;
    INSERT INTO conflict_checks (id, firm_id, matter_id, names, sought, hits, complete, versions, actor_type,
                                 created_at)
    SELECT n, firm_id, matter_id, '[]', '[]', '[]', true, '{}', 'system', now() FROM hundred;
    INSERT INTO letters (id, firm_id, matter_id, title, language, text, status, expires_in_days, sent_at, expires_at,
                         created_at, updated_at)
    SELECT n, firm_id, matter_id, '', 'en', '', CASE n WHEN 1 THEN 'sent' ELSE 'countersigned' END, 30, now(),
           now() + interval '30 days', now(), now() FROM hundred;
    INSERT INTO letter_signers (id, firm_id, letter_id, place, name, email, language, public_part, status, invited_at,
                                mailed_at, created_at)
    SELECT n, firm_id, n, 1, '', '', 'en', n, CASE n WHEN 1 THEN 'invited' ELSE 'signed' END, now(), now(), now()
    FROM hundred;
    INSERT INTO legal_holds (id, firm_id, matter_id, reason, until, actor_type, lifted_at, created_at, updated_at)
    SELECT n, firm_id, matter_id, '', now(), 'system', CASE n WHEN 1 THEN NULL ELSE now() END, now(), now()
    FROM hundred;
    INSERT INTO retention_schedules (id, firm_id, name, years, automatic, created_at, updated_at)
    SELECT DISTINCT ON (firm_id) n, firm_id, '', 7, n = 1, now(), now() FROM hundred;
    INSERT INTO retention_schedules (id, firm_id, kind, name, months, quarantine_months, automatic, created_at,
                                     updated_at)
    SELECT DISTINCT ON (firm_id) 'l' || n, firm_id, 'leads', '', 24, 3, n = 1, now(), now() FROM hundred;
    INSERT INTO retention_schedules (id, firm_id, kind, name, years, created_at, updated_at)
    SELECT DISTINCT ON (firm_id) 'c' || n, firm_id, 'clients', '', 7, now(), now() FROM hundred;
    INSERT INTO retention_steps (firm_id, matter_id, destroy_after, created_at)
    SELECT firm_id, matter_id, now(), now() FROM hundred;
    INSERT INTO exports (id, firm_id, language, status, progress, created_at)
    SELECT n, firm_id, 'en', 'ready', 100, now() FROM hundred;
    INSERT INTO closings (id, firm_id, paused, erase_at, taken_back_at, created_at)
    SELECT n, firm_id, '{}', now(), now(), now() FROM hundred;
    INSERT INTO privacy_requests (id, firm_id, kind, source, status, received_on, due_on, mailed, closed_at, created_at,
                                  updated_at)
    SELECT n, firm_id, 'access', 'email', 'answered', now(), now(), false, now(), now(), now() FROM hundred;
    INSERT INTO erasures (id, firm_id, kind, record_id, status, created_at)
    SELECT n, firm_id, 'matter', n, 'done', now() FROM hundred;
    ANALYZE"""

MADE_LARGE = """
    SELECT pg_restore_relation_stats('schemaname', 'public', 'relname', relname::text, 'relpages', relpages,
                                     'reltuples', (reltuples * 100000)::real)
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i') AND reltuples >= 10"""
"""Makes the planner assume a hundred thousand rows per table, without inserting any."""


@pytest.fixture(scope="module")
def seeded(services):
    with new_database(services) as url:
        migrate(url)
        fill(url, Sizes(900, ordinary=100))
        change(url, FURTHER)
        change(url, MADE_LARGE)
        yield url


def test_seeded_tables_are_those_of_the_schema(seeded, services):
    """With statistics that an installation lacks, the planner would take parts of words for more frequent."""
    with new_database(services) as url:
        migrate(url)
        for part in ("indexes", "statistics", "triggers"):
            assert sorted(ask(seeded, CATALOG[part]), key=repr) == sorted(ask(url, CATALOG[part]), key=repr), part


@pytest.fixture(scope="module")
def lacking(seeded, services):
    """A copy of the database without the indexes of reminders that are due and of letters that run."""
    with new_database(services, template=seeded.rpartition("/")[2]) as url:
        change(url, "DROP INDEX reminders_due, reminders_upcoming, reminders_by_matter, letters_that_run")
        yield url


@pytest.fixture
def fully_read_tables(app, services, settings):
    """Run lines of the schedule on a database; return `{line: large tables that it reads completely}`, if any."""

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
                if tables := explained.fully_read_tables(ROWS):
                    found[line] = tables
        db.close()
        return found

    yield run
    db.close()
    connect_to(settings.database_url)


def test_frequent_statements_use_indexes(flask, seeded):
    result = flask("db", "plan-check", "--json", DATABASE_URL=seeded)

    assert result.code == 0, result.err
    assert len(result.json["statements"]) >= 35
    assert {row["result"] for row in result.json["statements"]} == {"uses indexes"}


def test_a_missing_index_is_noticed_where_the_table_is_large(flask, lacking):
    error = flask("db", "plan-check", DATABASE_URL=lacking).error

    assert error.startswith("Read as a whole: reminders for due reminders; letters for ended letters;")
    ran = flask("db", "plan-check", "--json", DATABASE_URL=lacking)
    results = {row["statement"]: row["result"] for row in ran.json["statements"]}
    assert (ran.code, results["due reminders"]) == (1, "reads as a whole: reminders")
    assert "uses indexes" in results.values()
    assert flask("db", "plan-check", "--rows", "1000000000", DATABASE_URL=lacking).code == 0


def test_no_line_of_the_schedule_reads_a_large_table_as_a_whole(seeded, fully_read_tables):
    assert fully_read_tables(seeded, SCHEDULE) == {}


def test_a_line_that_reads_a_large_table_is_noticed(lacking, fully_read_tables):
    found = fully_read_tables(lacking, ["remind_clients", "follow_letters"])
    assert found["remind_clients"] == {"reminders"}
    assert "letters" in found["follow_letters"]


def test_the_files_of_a_clients_export_are_found_by_their_documents(seeded):
    with closing(psycopg2.connect(seeded)) as connection, connection.cursor() as cursor:
        cursor.execute("SELECT firm_id, client_id FROM matters WHERE client_id IS NOT NULL LIMIT 1")
        firm_id, client_id = cursor.fetchone()
        statement, parameters = uploads_of(Upload.of(Firm(id=firm_id)), client_id).sql()
        cursor.execute(f"EXPLAIN {statement}", parameters)
        plan = "\n".join(line for (line,) in cursor)
    assert "AND (document_id = " in plan, plan


def test_matters_that_are_ready_are_found_by_their_own_indexes(seeded):
    with closing(psycopg2.connect(seeded)) as connection, connection.cursor() as cursor:
        cursor.execute("SELECT min(firm_id) FROM matters")
        firm = Firm(id=cursor.fetchone()[0], timezone="UTC")
        ready = Matter.of(firm, Matter.id).where(Matter.focused(firm, {"focus": READY, "days": 7}))
        statement, parameters = ready.order_by(*Matter.order("updated_at", "desc").sorting_terms).limit(50).sql()
        cursor.execute(f"EXPLAIN {statement}", parameters)
        plan = "\n".join(line for (line,) in cursor)
    for index in ("matters_complete", "document_requests_optional", "document_requests_open"):
        assert f" {index} " in plan or plan.endswith(index), plan


def test_a_negative_number_of_rows_is_refused(flask):
    ran = flask("db", "plan-check", "--rows", "-1")

    assert (ran.code, ran.out) == (2, "")
    assert "-1 is not in the range x>=0" in ran.err
