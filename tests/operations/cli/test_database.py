"""A database that lacks migrations, or whose role lacks rights: `flask db`, and the start."""

import pytest

from intake.cases.clients.models import Client
from intake.cases.matters.models import Matter
from intake.core.migrations import DatabaseUnusable, migrate
from local import ROOT
from local.application import environment
from tests.builders import a_client, a_lead, a_matter
from tests.core.answers import ids, refusal
from tests.preloaded import start as forked
from tests.test_architecture_database import ask, change, new_database


@pytest.fixture
def url(services):
    """The URL of a database owned by the role."""
    with new_database(services) as url:
        yield url


@pytest.fixture
def start(services, tmp_path):
    """Start `wsgi.py` or `worker.py` with a database, and return the exit code and the output."""

    def run(url, *command, **settings):
        with (tmp_path / "output").open("w+") as output:
            process = forked(command, env=environment(services) | {"DATABASE_URL": url} | settings, stdout=output,
                             stderr=output)
            code = process.wait(60)
            output.seek(0)
            return code, output.read()

    return run


def test_upgrade_applies_what_is_missing_and_can_be_repeated(flask, url):
    newest = max((ROOT / "migrations").glob("[0-9]*.sql")).name

    assert flask("db", "upgrade", "--json", DATABASE_URL=url).json == {"last_migration": newest}
    assert ask(url, "SELECT count(*) FROM matters") == ask(url, "SELECT 0::bigint")
    assert newest in flask("db", "upgrade", DATABASE_URL=url).out
    assert flask("db", "upgrade", DATABASE_URL=url.replace("127.0.0.1", "127.0.0.2")).error


@pytest.mark.parametrize("command", [["-c", "import wsgi"], ["worker.py"]], ids=["web", "worker"])
def test_start_without_the_right_to_create_tables_names_it(start, url, command):
    change(url, "REVOKE ALL ON SCHEMA public FROM PUBLIC, pg_database_owner")

    code, printed = start(url, *command)

    assert code == 1
    assert "GRANT USAGE, CREATE ON SCHEMA public" in printed
    assert "Traceback" not in printed


@pytest.mark.parametrize(("kind", "other", "sentence"), [
    ("live", "sandbox", "It is a live installation's"), ("sandbox", "live", "It is a sandbox's"),
])
def test_database_of_the_other_kind_of_installation_is_refused(start, flask, url, kind, other, sentence):
    create = ["firm", "create", "First", "--email", "office@example.com"]
    assert flask(*create, DATABASE_URL=url, ENVIRONMENT=kind).code == 0

    for command in (["-c", "import wsgi"], ["worker.py"]):
        code, printed = start(url, *command, ENVIRONMENT=other)
        assert code == 1
        assert f"cannot start, the database cannot be used: {sentence}" in printed
        assert "Traceback" not in printed
    assert sentence in flask(*create, DATABASE_URL=url, ENVIRONMENT=other).error
    advice = flask("doctor", "--json", DATABASE_URL=url, ENVIRONMENT=other).json["checks"]["database"]
    assert advice.startswith(sentence)
    migrate(url, in_sandbox=kind == "sandbox")


def test_database_without_firms_is_for_both_kinds(url):
    for in_sandbox in (False, True, False, True):
        migrate(url, in_sandbox)
        assert ask(url, "SELECT count(*) FROM test_clock") == ask(url, f"SELECT {int(in_sandbox)}::bigint")
    change(url, "UPDATE test_clock SET ahead = interval '2 days'")

    with pytest.raises(DatabaseUnusable, match=r"^It is a sandbox's"):
        migrate(url, in_sandbox=False)


def test_sandbox_migrates_nothing_of_a_live_installation(url):
    """Versions up to 0.2.0 knew no sandbox, so that their databases have no mark."""
    change(url, "CREATE TABLE schema_migrations (name text PRIMARY KEY); CREATE TABLE firms (id text); "
                "INSERT INTO firms VALUES ('firm_1')")

    with pytest.raises(DatabaseUnusable, match=r"^It is a live installation's"):
        migrate(url, in_sandbox=True)

    assert ask(url, "SELECT count(*) FROM schema_migrations") == ask(url, "SELECT 0::bigint")


@pytest.mark.parametrize("left", [
    "INSERT INTO sandbox_messages (firm_id, id, channel, recipient, text, created_at) "
    "SELECT id, 'com_1', 'email', 'ana@example.com', 'Hello', now() FROM firms",
    "INSERT INTO test_clock (ahead) VALUES ('0')",
], ids=["used before there was a mark", "made from a copy"])
def test_sandbox_with_firms_starts(url, flask, left):
    assert flask("firm", "create", "First", "--email", "office@example.com", DATABASE_URL=url).code == 0
    change(url, left)

    migrate(url, in_sandbox=True)

    assert ask(url, "SELECT ahead FROM test_clock") == ask(url, "SELECT interval '0'")


def test_doctor_notices_that_the_system_sorts_text_in_another_order(services, flask):
    with new_database(services, "template0 COLLATION_VERSION '0'") as url:
        migrate(url)
        assert "REINDEX DATABASE" in flask("doctor", "--json", DATABASE_URL=url).json["checks"]["database"]


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
    flask("db", "reindex-search")  # those that earlier tests left
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
    assert flask("db", "reindex-search", "--json").json == {"names": 5}
    assert found() == [[client.id], [lead.id], [matter.id]]
    assert Client.fetch(firm, client.id).last_name_key == "nunez  zoe"
    assert Matter.fetch(firm, matter.id).title_key == "zoe nunez   zoë núñez"
    assert ids(api.get("/clients?search=odea")) == [named.id]
    assert refusal(api.post("/matters", taken)) == (422, "duplicate_matter")
    assert api.patch(f"/matters/{matter.id}", {"title": "ZOË Núñez"}).status_code == 200
    assert api.post("/matters", {"title": "Zoe Nunez", "practice_area": "other"}).status_code == 201
