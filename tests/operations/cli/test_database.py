"""A database that got text search later, or whose role lacks rights: `flask db`, `flask doctor`, and the start."""

import os
import subprocess
import sys
from contextlib import closing

import psycopg2
import pytest
from psycopg2.errors import LockNotAvailable

from intake.cases.clients.models import Client
from intake.cases.matters.models import Matter
from intake.core.migrations import migrate, prepare
from intake.core.text_search import contains
from local import ROOT
from local.application import environment
from tests.builders import a_client, a_lead, a_matter
from tests.core.answers import ids, refusal
from tests.stand_ins.debian_postgres import running
from tests.test_architecture_database import ask, change, new_database

INDEXES = "SELECT indexdef FROM pg_indexes WHERE indexdef ~ 'USING gin .firm_id, ' ORDER BY 1"


@pytest.fixture
def url(services):
    """The URL of a database owned by the role."""
    with new_database(services) as url:
        yield url


@pytest.fixture(scope="module")
def debian():
    with running() as postgres:
        yield postgres


@pytest.fixture
def debian_url(debian):
    """The URL of an empty database on a server that has the extensions."""
    url = debian.url.replace("/postgres", "/intake")
    change(url, "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    return url


@pytest.fixture
def start(services):
    """Start `wsgi.py` or `worker.py` with a database, and return the exit code and the output."""

    def run(url, *command):
        done = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, timeout=60,
                              env=os.environ | environment(services) | {"DATABASE_URL": url})
        return done.returncode, done.stdout + done.stderr

    return run


def test_upgrade_applies_what_is_missing_and_can_be_repeated(flask, url):
    newest = max((ROOT / "migrations").glob("[0-9]*.sql")).name

    assert flask("db", "upgrade", "--json", DATABASE_URL=url).json == {"last_migration": newest}
    assert ask(url, "SELECT count(*) FROM matters") == ask(url, "SELECT 0::bigint")
    assert newest in flask("db", "upgrade", DATABASE_URL=url).out
    assert flask("db", "upgrade", DATABASE_URL=url.replace("127.0.0.1", "127.0.0.2")).error


def test_missing_extension_is_named_with_what_to_run(flask, url):
    error = flask("db", "reindex-search", DATABASE_URL=url).error

    assert error.startswith('0 names and titles were updated, but search has no indexes: extension "pg_trgm" is not')
    assert "CREATE EXTENSION IF NOT EXISTS pg_trgm; CREATE EXTENSION IF NOT EXISTS btree_gin" in error


def test_indexes_of_search_are_created_when_the_extensions_appear_later(flask, debian_url):
    change(debian_url, "REVOKE CREATE ON DATABASE intake FROM intake")
    migrate(debian_url)
    assert ask(debian_url, INDEXES) == []
    assert "`flask db reindex-search`" in flask("doctor", DATABASE_URL=debian_url).out
    assert "CREATE EXTENSION" in flask("db", "reindex-search", DATABASE_URL=debian_url).error

    change(debian_url, "GRANT CREATE ON DATABASE intake TO intake")
    change(debian_url, "CREATE EXTENSION pg_trgm; CREATE EXTENSION btree_gin")
    created = flask("db", "reindex-search", "--json", DATABASE_URL=debian_url).json["created"]

    indexes = ask(debian_url, INDEXES)
    assert len(indexes) == created > 0
    assert "reindex-search" not in flask("doctor", DATABASE_URL=debian_url).out
    assert flask("db", "reindex-search", "--json", DATABASE_URL=debian_url).json == {"created": 0, "names": 0}
    change(debian_url, "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    migrate(debian_url)
    assert ask(debian_url, INDEXES) == indexes


def test_index_whose_creation_was_interrupted_is_created_again(flask, debian_url):
    migrate(debian_url)
    indexes = ask(debian_url, INDEXES)
    with closing(psycopg2.connect(debian_url)) as writer, closing(psycopg2.connect(debian_url)) as other:
        other.autocommit = True
        other.cursor().execute("DROP INDEX matters_by_words; SET lock_timeout = '50ms'")
        writer.cursor().execute("LOCK TABLE matters IN ROW EXCLUSIVE MODE")
        with pytest.raises(LockNotAvailable):
            other.cursor().execute("CREATE INDEX CONCURRENTLY matters_by_words ON matters (title)")
    assert "`flask db reindex-search`" in flask("doctor", DATABASE_URL=debian_url).out

    assert flask("db", "reindex-search", "--json", DATABASE_URL=debian_url).json == {"created": 1, "names": 0}

    assert ask(debian_url, INDEXES) == indexes


@pytest.mark.parametrize(("word", "by_words", "found"), [("qz", 3, 3), ("7/", 0, 1), ("/", 0, 1), ("合", 0, 1)])
def test_all_parts_of_the_condition_for_short_words_have_indexes(debian_url, word, by_words, found):
    migrate(debian_url)
    change(debian_url, """
        INSERT INTO firms (id, name, slug, email, plan, created_at, updated_at)
        VALUES ('firm_1', 'First', 'first', 'office@example.com', 'enterprise', now(), now());
        INSERT INTO matters (id, firm_id, title, title_key, status, practice_area, created_at, updated_at)
        SELECT 'mat_' || n, 'firm_1', n, CASE n WHEN 1 THEN 'iraqz' WHEN 2 THEN 'qz 7/é' WHEN 3 THEN 'qz合'
            ELSE 'custody ' || n END, 'active', 'other', now(), now() FROM generate_series(1, 300) AS n;
        ANALYZE matters""")
    statement, given = Matter.select(Matter.id).where(contains(word, Matter.title_key, rare=frozenset({word}))).sql()

    with closing(psycopg2.connect(debian_url)) as connection, connection.cursor() as cursor:
        cursor.execute("SET enable_seqscan = off; SET enable_indexscan = off; SET enable_indexonlyscan = off")
        cursor.execute(f"EXPLAIN (ANALYZE, COSTS off, TIMING off) {statement}", given)
        plan = "\n".join(row[0] for row in cursor.fetchall())

    assert plan.count("Bitmap Index Scan on matters_by_words") == by_words, plan
    assert plan.count("Bitmap Index Scan on matters_by_short_parts") == 1, plan
    assert f"(actual rows={found} " in plan.splitlines()[0], plan
    assert "Rows Removed by Index Recheck" not in plan, "the index returns rows without the pair"


@pytest.mark.parametrize("command", [["-c", "import wsgi"], ["worker.py"]], ids=["web", "worker"])
def test_start_without_the_right_to_create_tables_names_it(start, url, command):
    change(url, "REVOKE ALL ON SCHEMA public FROM PUBLIC, pg_database_owner")

    code, printed = start(url, *command)

    assert code == 1
    assert "GRANT USAGE, CREATE ON SCHEMA public" in printed
    assert "Traceback" not in printed


def test_database_of_a_sandbox_whose_clock_was_moved_is_refused(start, flask, url):
    migrate(url)
    prepare(url, in_sandbox=False)
    change(url, "INSERT INTO test_clock (ahead) VALUES (interval '2 days')")
    for command in (["-c", "import wsgi"], ["worker.py"]):
        code, printed = start(url, *command)
        assert code == 1
        assert "cannot start, the database cannot be used: It is a sandbox's" in printed
        assert "Traceback" not in printed
    advice = flask("doctor", "--json", DATABASE_URL=url).json["checks"]["database"]
    assert advice.startswith("It is a sandbox's")

    prepare(url, in_sandbox=True)
    change(url, "UPDATE test_clock SET ahead = interval '0'")
    prepare(url, in_sandbox=False)


def test_doctor_and_commands_name_the_missing_right(flask, url, address):
    change(url, "REVOKE ALL ON SCHEMA public FROM PUBLIC, pg_database_owner")

    ran = flask("doctor", "--json", DATABASE_URL=url)

    assert ran.code == 1
    assert "GRANT USAGE, CREATE ON SCHEMA public" in ran.json["checks"]["database"]
    assert "GRANT USAGE, CREATE ON SCHEMA public" in flask(
        "firm", "create", "First", "--email", address(), DATABASE_URL=url).error


def test_tables_of_another_role_are_named(flask, url, start):
    migrate(url)
    change(url, "REVOKE ALL ON schema_migrations FROM intake")

    assert "REASSIGN OWNED" in flask("doctor", "--json", DATABASE_URL=url).json["checks"]["database"]
    code, printed = start(url, "-c", "import wsgi")
    assert code == 1
    assert "permission denied for table schema_migrations" in printed
    assert "Traceback" not in printed


def test_names_that_were_stored_before_are_found_without_accents(flask, api, firm):
    client, lead = (make(firm, first_name="Zoë", last_name="Núñez") for make in (a_client, a_lead))
    matter, taken = a_matter(firm, title="Zoë Núñez"), {"title": "Zoë NÚÑEZ", "practice_area": "other"}
    for each, column in ((client, "search_key"), (lead, "search_key"), (matter, "title_key")):
        each.change(**{column: "zoë núñez"})

    def found():
        return [ids(api.get(path, query_string={"search": "zoe nunez"})) for path in ("/clients", "/leads", "/matters")]

    client.change(last_name_key="núñez")
    named = a_client(firm, last_name="O'Dea")
    named.change(search_key="o'dea")
    assert found() == [[], [], []]
    assert refusal(api.post("/matters", taken)) == (422, "duplicate_matter")
    assert "pg_trgm" in flask("db", "reindex-search").error  # which this server lacks
    assert found() == [[client.id], [lead.id], [matter.id]]
    assert Client.fetch(firm, client.id).last_name_key == "nunez  zoe"
    assert Matter.fetch(firm, matter.id).title_key == "zoe nunez   zoë núñez"
    assert ids(api.get("/clients?search=odea")) == [named.id]
    assert refusal(api.post("/matters", taken)) == (422, "duplicate_matter")
    assert api.patch(f"/matters/{matter.id}", {"title": "ZOË Núñez"}).status_code == 200
    assert api.post("/matters", {"title": "Zoe Nunez", "practice_area": "other"}).status_code == 201
