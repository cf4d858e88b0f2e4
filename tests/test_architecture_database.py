"""The database against its descriptions: schema.sql, the migrations, the models; and the settings' example file."""

import ast
import re
import subprocess
import sys
from contextlib import closing, contextmanager
from importlib import import_module
from itertools import count

import psycopg2
import pytest
from peewee import (
    BigIntegerField,
    BlobField,
    BooleanField,
    DateField,
    ForeignKeyField,
    IntegerField,
    JSONField,
    Model,
    TextField,
)
from playhouse.postgres_ext import ArrayField, DateTimeTZField

from config.example import example
from config.settings import Settings, SettingsSchema
from intake.core.migrations import migrate

from .databases import drop_database
from .source import ROOT, modules

_number = count(1)

CATALOG = {
    "columns": """
        SELECT table_name, column_name, data_type, is_nullable, column_default, is_identity, generation_expression
        FROM information_schema.columns WHERE table_schema = 'public'""",
    "constraints": """
        SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid)
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace""",
    "indexes": "SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    "statistics": """
        SELECT attrelid::regclass::text, attname, attstattarget FROM pg_attribute
        JOIN pg_class ON pg_class.oid = attrelid
        WHERE relnamespace = 'public'::regnamespace AND attstattarget IS NOT NULL AND NOT attisdropped""",
    "triggers": "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
    "functions": """
        SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND NOT EXISTS
        (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')""",
    "views": "SELECT viewname, definition FROM pg_views WHERE schemaname = 'public'",
    "sequences": "SELECT sequencename, data_type, increment_by FROM pg_sequences WHERE schemaname = 'public'",
    "types": """
        SELECT typname, enumlabel FROM pg_type JOIN pg_enum ON enumtypid = pg_type.oid""",
    "settled migrations": "SELECT name FROM schema_migrations",
}
"""Catalog queries for all parts of a database."""

TYPES = {
    TextField: "text", DateTimeTZField: "timestamp with time zone", JSONField: "jsonb", IntegerField: "integer",
    BigIntegerField: "bigint", ArrayField: "ARRAY", BooleanField: "boolean", DateField: "date", BlobField: "bytea",
    ForeignKeyField: "text",  # every id is text
}


def ask(url, question, *values):
    with closing(psycopg2.connect(url)) as connection, connection.cursor() as cursor:
        cursor.execute(question, values)
        return cursor.fetchall()


def change(url, statements):
    with closing(psycopg2.connect(url)) as connection, connection, connection.cursor() as cursor:
        cursor.execute(statements)


@contextmanager
def new_database(services, template="template0"):
    """Create a database, empty or as a copy of another one, and yield its URL."""
    url = services.env["DATABASE_URL"]
    name = f"architecture_{next(_number)}"
    with closing(psycopg2.connect(url)) as connection:
        connection.autocommit = True
        connection.cursor().execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        try:
            yield f"{url.rpartition('/')[0]}/{name}"
        finally:
            drop_database(connection, name)


@pytest.fixture(scope="module")
def fresh(services):
    """A database created from schema.sql."""
    with new_database(services) as url:
        assert migrate(url) == ["schema.sql"]
        yield url


@pytest.fixture(scope="module")
def grown(services):
    """A database created by every migration in turn."""
    with new_database(services) as url:
        applied = migrate(url, fresh_from_schema=False)
        assert applied == sorted(path.name for path in ROOT.glob("migrations/*.sql"))
        yield url


def catalog(url, change="SELECT"):
    """Return all parts of the database, by the names in `CATALOG`, after a change that is rolled back."""
    with closing(psycopg2.connect(url)) as connection, connection.cursor() as cursor:
        cursor.execute(change)
        found = {}
        for part, question in CATALOG.items():
            cursor.execute(question)
            found[part] = sorted(cursor.fetchall(), key=repr)
        return found


@pytest.fixture(scope="module")
def catalog_of_fresh(fresh):
    return catalog(fresh)


@pytest.fixture(scope="module")
def catalog_of_grown(grown):
    return catalog(grown)


@pytest.mark.parametrize("part", CATALOG)
def test_schema_equals_all_migrations(part, catalog_of_fresh, catalog_of_grown):
    assert catalog_of_fresh[part] == catalog_of_grown[part]


@pytest.mark.parametrize("statement", [
    "ALTER TABLE firms ADD COLUMN colour text",
    "ALTER TABLE firms ALTER COLUMN website SET NOT NULL",
    "ALTER TABLE firms ALTER COLUMN plan SET DEFAULT 'pro'",
    "ALTER TABLE deadlines DROP CONSTRAINT deadlines_type_check",
    "DROP INDEX deadlines_by_matter",
    "ALTER INDEX matters_by_word_parts ALTER COLUMN 1 SET STATISTICS 100",
    "DROP TRIGGER matters_counted ON matters",
    "DROP FUNCTION count_documents CASCADE",
    "CREATE SEQUENCE invoices",
])
def test_schema_differences_are_detected(statement, fresh, catalog_of_fresh):
    assert catalog(fresh, statement) != catalog_of_fresh
    assert catalog(fresh) == catalog_of_fresh


@pytest.mark.parametrize("from_schema", [True, False], ids=["from schema.sql", "by every migration"])
def test_processes_started_together_migrate_once(from_schema, services):
    with new_database(services) as url:
        command = f"from intake.core.migrations import migrate; print(len(migrate({url!r}, None, {from_schema})))"
        started = [subprocess.Popen([sys.executable, "-c", command], cwd=ROOT, text=True,
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)]
        answers = [process.communicate(timeout=30) for process in started]
        assert [process.returncode for process in started] == [0] * 4, answers
        applied = [int(out) for out, _ in answers]
        assert sum(applied) == (1 if from_schema else len([*ROOT.glob("migrations/*.sql")]))


def models():
    """Return every Peewee model of a table by the table's name."""
    for module in modules():
        if module.file == "models":
            import_module(module.name)
    found = [Model]
    for model in found:
        found += model.__subclasses__()
    return {model._meta.table_name: model for model in found
            if model.__module__.startswith("intake.") and not model.__subclasses__()}


MODELS = models()


def mismatches(url):
    """Return columns and fields without a counterpart of the same table, name, type and nullability."""
    columns = ask(url, "SELECT table_name, column_name, data_type, is_nullable = 'YES' FROM information_schema.columns "
                       "WHERE table_name = ANY(%s)", [*MODELS])
    return {(table, name, type_of(field), field.null)
            for table, model in MODELS.items() for name, field in model._meta.columns.items()} ^ set(columns)


def type_of(field):
    """Return the database's type of a field, which is one of `TYPES` or derived from it."""
    return next(TYPES[known] for known in type(field).__mro__ if known in TYPES)


def references_across_firms(url):
    """Return foreign keys by which a row could refer to another firm's row, and tables without a foreign key to firms.

    A foreign key between two tables with a firm_id has to be a pair that begins with firm_id.
    """
    references = ask(url, """
        SELECT conrelid::regclass::text, confrelid::regclass::text, pg_get_constraintdef(oid)
        FROM pg_constraint WHERE contype = 'f'""")
    of_firms = {table for table, in ask(
        url, "SELECT table_name FROM information_schema.columns JOIN information_schema.tables "
             "USING (table_schema, table_name) WHERE column_name = 'firm_id' AND table_type = 'BASE TABLE'")}
    pair = re.compile(r"FOREIGN KEY \(firm_id, \w+\) REFERENCES \w+\(firm_id, id\)")
    anchored = {table for table, other, text in references if text.startswith("FOREIGN KEY (firm_id) REFERENCES firms")}
    return {(table, text) for table, other, text in references
            if {table, other} <= of_firms and not pair.match(text)} | (of_firms - anchored)


def unique_beyond_firms(url):
    """Return unique indexes of firms' tables without firm_id, except for replaceable primary keys.

    A primary key `id` is replaceable if (firm_id, id) is also unique (docs/scaling.md).
    """
    keys = ask(url, """
        SELECT rel.relname, index.relname, pg_get_indexdef(index.oid, 1, true) = 'firm_id' OR EXISTS (
                   SELECT FROM pg_attribute WHERE attrelid = rel.oid AND attname = 'firm_id' AND attnum = ANY (indkey)),
               indisprimary AND EXISTS (SELECT FROM pg_constraint WHERE conrelid = rel.oid AND contype = 'u'
                                        AND pg_get_constraintdef(oid) = 'UNIQUE (firm_id, id)')
        FROM pg_index JOIN pg_class AS index ON index.oid = indexrelid JOIN pg_class AS rel ON rel.oid = indrelid
        WHERE indisunique AND rel.relnamespace = 'public'::regnamespace AND EXISTS (
            SELECT FROM pg_attribute WHERE attrelid = rel.oid AND attname = 'firm_id')""")
    return {index for table, index, has_firm, is_exchangeable in keys if not has_firm and not is_exchangeable}


BEYOND_FIRMS = {
    "what is shown names no firm": {
        "api_keys_public_part_key", "intake_links_public_part_key", "letter_signers_public_part_key",
        "sessions_token_digest_key",
        "invitations_token_digest_key", "password_resets_token_digest_key", "oauth_grants_code_digest_key",
        "oauth_access_tokens_pkey", "oauth_refresh_tokens_pkey", "integration_states_state_digest_key",
        "integrations_inbound_digest_key", "calendar_feeds_token_digest_key", "users_email_unique",
        "communications_provider_id_unique",
        "inbound_events_identity_key", "idempotency_records_pkey", "subscriptions_customer_unique"},
    "what it begins with belongs to one firm": {
        "deliveries_webhook_id_event_id_key", "inbound_secrets_first_kept", "integration_subscriptions_unique",
        "integration_links_external_unique", "integration_links_matter_unique", "integration_links_client_unique",
        "integration_links_upload_unique", "sync_logs_document_once", "sync_logs_waiting_once",
        "recovery_codes_code_digest_key"},
    "its id is that of another record, or is looked up by nothing": {
        "previews_pkey", "held_reviews_pkey", "delivery_attempts_pkey"},
}
"""Unique indexes without firm_id, by reason; docs/scaling.md says how each could be replaced."""


def test_what_is_unique_is_so_within_a_firm(fresh):
    """This allows firms to be spread over several servers, `create_distributed_table(…, 'firm_id')`."""
    assert unique_beyond_firms(fresh) == set().union(*BEYOND_FIRMS.values())


def test_models_equal_their_tables(fresh):
    assert mismatches(fresh) == set()


def test_rows_refer_to_rows_of_their_own_firm(fresh):
    assert not references_across_firms(fresh)


def test_mismatches_and_references_across_firms_are_detected(services, fresh):
    with new_database(services, template=fresh.rpartition("/")[2]) as url:
        change(url, """
            ALTER TABLE deadlines ADD FOREIGN KEY (matter_id) REFERENCES matters (id), ALTER notes SET NOT NULL;
            CREATE TABLE invoices (firm_id text NOT NULL)""")
        change(url, "ALTER TABLE deadlines ADD UNIQUE (title); CREATE UNIQUE INDEX ON deadlines (firm_id, notes)")
        assert unique_beyond_firms(url) - unique_beyond_firms(fresh) == {"deadlines_title_key"}
        assert mismatches(url) == {("deadlines", "notes", "text", is_nullable) for is_nullable in (True, False)}
        assert references_across_firms(url) == {
            ("deadlines", "FOREIGN KEY (matter_id) REFERENCES matters(id)"), "invoices"}
        change(url, "DROP INDEX conflict_checks_by_previous, intake_links_by_client; "
                    "CREATE INDEX ON intake_links (firm_id, client_id) WHERE revoked_at IS NULL")
        assert references_without_index(url) == {
            "conflict_checks_firm_id_previous_id_fkey", "intake_links_firm_id_client_id_fkey"}


FEW = {"firms", "users", "api_keys", "integrations", "court_forms", "letter_templates"}
"""Tables with few rows per firm, so that references to them need no index."""


def references_without_index(url):
    """Return the foreign keys for which the deletion of one row would read all rows of a firm or a table."""
    return {name for name, in ask(url, """
        SELECT conname FROM pg_constraint AS con JOIN pg_attribute AS att
            ON att.attrelid = con.conrelid AND att.attnum = con.conkey[array_length(con.conkey, 1)]
        WHERE contype = 'f' AND confrelid::regclass::text <> ALL(%s) AND NOT EXISTS (
            SELECT FROM pg_index WHERE indrelid = con.conrelid AND (indkey[0] = att.attnum
                OR pg_get_indexdef(indexrelid, 1, true) = 'firm_id' AND indkey[1] = att.attnum)
            AND (indpred IS NULL OR pg_get_expr(indpred, indrelid) = format('(%%I IS NOT NULL)', att.attname)))""",
                                    [*FEW])}


def test_what_refers_to_a_row_is_found_by_an_index(fresh):
    assert not references_without_index(fresh)


def test_named_constraints_exist(fresh):
    """Every constraint that is mapped to an error exists."""
    names = ask(fresh, "SELECT conname FROM pg_constraint UNION SELECT indexname FROM pg_indexes")
    mapped = {keyword.arg for module in modules() for call in module.calls
               if getattr(call.func, "id", None) == "map_constraint_errors" for keyword in call.keywords}
    assert mapped
    assert mapped <= {name for name, in names}


def test_example_file_is_up_to_date():
    """`python -c "from config.example import example; print(example(), end='')" > config/example.env` writes it."""
    assert (ROOT / "config" / "example.env").read_text(encoding="utf-8") == example()


def test_every_setting_is_documented():
    text = example()
    assert [name for name, field in SettingsSchema().fields.items()
            if f"{name}=" not in text or not field.metadata["description"].endswith((".", ")"))] == []


def test_every_setting_that_is_read_exists():
    known = {name.lower() for name in SettingsSchema().fields} | set(vars(Settings)) | {"values"}
    read = {node.attr for module in modules() for node in ast.walk(module.tree) if isinstance(node, ast.Attribute)
            and ast.unparse(node.value) in ("settings", "_settings", "self.settings", "self._settings")}
    assert read - {"load"} <= known
