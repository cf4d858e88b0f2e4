"""Fixtures: another installation, with its own database and bucket."""

from contextlib import closing, contextmanager

import psycopg2
import pytest

from app import create_app
from config.settings import Settings
from intake.core.db import connect_to, db
from intake.core.migrations import migrate
from tests.buckets import make_bucket
from tests.builders import CHEAP_HASH
from tests.databases import drop_database

NAME, BUCKET = "another_installation", "another-installation"


@pytest.fixture(scope="package")
def other(services, app):
    """The other installation's settings and its application."""
    url = services.env["DATABASE_URL"]
    changes = {"DATABASE_URL": f"{url.rpartition('/')[0]}/{NAME}", "S3_BUCKET": BUCKET, "LOG_LEVEL": "ERROR"}
    with closing(psycopg2.connect(url)) as connection:
        connection.autocommit = True
        connection.cursor().execute(f"CREATE DATABASE {NAME} TEMPLATE template0")
        try:
            migrate(changes["DATABASE_URL"])
            made = create_app(Settings.load(services.env | changes))
            connect_to(url)  # the last created application has connected
            made.changes, made.extensions["password_hash_method"] = changes, CHEAP_HASH
            make_bucket(made.extensions["settings"], BUCKET)
            yield made
        finally:
            drop_database(connection, NAME)


@pytest.fixture
def elsewhere(services, other):
    """Run a block in the other installation: `with elsewhere():`. At the end it has no firm."""
    @contextmanager
    def there():
        db.close()
        connect_to(other.changes["DATABASE_URL"])
        try:
            with other.app_context():
                yield other
        finally:
            db.close()
            connect_to(services.env["DATABASE_URL"])

    yield there
    with there():
        db.execute_sql("ALTER TABLE audit_log DISABLE TRIGGER USER; TRUNCATE firms CASCADE; "
                       "ALTER TABLE audit_log ENABLE TRIGGER USER")
        other.extensions["storage"].delete_under("")
