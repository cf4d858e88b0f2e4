"""A separate installation, whose database and bucket can be lost."""

import os
import shutil
import subprocess
from contextlib import closing, contextmanager
from hashlib import sha256
from secrets import token_bytes, token_hex
from urllib.parse import urlsplit

import psycopg2
import pytest
import requests

from app import create_app
from config.settings import Settings
from intake.accounts.audit.chain import chain
from intake.accounts.firms.actions import register
from intake.accounts.sessions import actions as sessions
from intake.commands import add_commands
from intake.core.db import connect_to, db
from intake.core.migrations import migrate
from intake.gateways.backup_target import backup_target
from intake.operations.backups.catalogue import summaries
from intake.operations.backups.creating import create
from intake.operations.backups.encryption import create_key_file, load_identity
from intake.operations.backups.restoring import restore
from intake.operations.backups.verifying import verify
from local.application import environment
from local.postgres_programs import find_programs
from tests.buckets import make_bucket
from tests.builders import (
    CHEAP_HASH,
    a_communication,
    a_court_form,
    a_deadline,
    a_document,
    a_matter,
    a_template,
    a_user,
    an_intake_link,
    an_upload,
)
from tests.databases import drop_database
from tests.preloaded import start

NAME, BUCKET = "backup_drill", "backup-drill"
METRICS_TOKEN = "vR8kTq2LwZy5NcXh7PbJd0GfUsAe3MoIi9QnEx4C"
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'backup_runs'"
DIGEST = "SELECT count(*), md5(string_agg(kept::text, ',' ORDER BY kept::text)) FROM {} AS kept"


class Drill:
    """The installation, whose backups go to a folder unless other settings are given."""

    def __init__(self, services, folder):
        self._services, self._url = services, services.env["DATABASE_URL"]
        self.target_folder = folder / "backups"
        self.key_file = str(folder / "key.txt")
        self.recipient = create_key_file(self.key_file)
        self.identity = load_identity(self.key_file)
        self.changes = {
            "DATABASE_URL": f"{self._url.rpartition('/')[0]}/{NAME}", "S3_BUCKET": BUCKET, "LOG_LEVEL": "ERROR",
            "BACKUP_TARGET": str(self.target_folder), "BACKUP_RECIPIENT": self.recipient,
            "METRICS_TOKEN": METRICS_TOKEN}
        self.app = self.app_with()
        self._first = folder / "first"

    def app_with(self, **changes):
        """Return an application of the installation, and use its database."""
        app = create_app(Settings.load(self._services.env | self.changes | changes))
        add_commands(app)
        return app

    @property
    def settings(self):
        return self.app.extensions["settings"]

    @property
    def storage(self):
        return self.app.extensions["storage"]

    @property
    def target(self):
        return backup_target(self.settings)

    def create(self, **options):
        """Make a backup."""
        return create(self.settings, self.storage, self.target, **options)

    def keep_first(self):
        """Make the backup that `with_first` puts back, and keep a copy of the database for `reset`."""
        self.create()
        self.target_folder.rename(self._first)
        db.close()
        with self._beside() as connection:
            connection.cursor().execute(f"CREATE DATABASE {NAME}_first TEMPLATE {NAME}")

    def with_first(self):
        """Put a backup of the installation as it is when a test begins into the folder, and return its summary."""
        shutil.copytree(self._first, self.target_folder)
        return self.summaries()[0]

    def reset(self):
        """Make the database what it was when the test began."""
        db.close()
        with self._beside() as connection:
            drop_database(connection, NAME)
            connection.cursor().execute(f"CREATE DATABASE {NAME} TEMPLATE {NAME}_first")

    def verify(self, *words, **options):
        """Verify a backup."""
        return verify(self.settings, self.target, self.identity, *words, **options)

    def restore(self, *words, **options):
        """Restore a backup."""
        db.close()  # as if web server and worker were not running
        return restore(self.settings, self.storage, self.target, self.identity, *words, **options)

    def summaries(self):
        return summaries(self.target)[0]

    def lose_everything(self):
        """Delete the database and all files, and create an empty database."""
        self.drop()
        with self._beside() as connection:
            connection.cursor().execute(f"CREATE DATABASE {NAME} TEMPLATE template0")

    def drop(self, *names):
        """Delete the database, others of these names, and all files."""
        db.close()
        with self._beside() as connection:
            for name in (NAME, *names):
                drop_database(connection, name)
        self.storage.delete_under("")

    def make_bucket(self, name):
        """Make an empty bucket."""
        make_bucket(self.settings, name)

    def content(self):
        """Return (count, digest) of the rows of each table, and the bytes of each file."""
        with self.connected() as connection, connection.cursor() as cursor:
            cursor.execute(TABLES)
            rows = {}
            for table, in cursor.fetchall():
                cursor.execute(DIGEST.format(table))
                rows[table] = cursor.fetchone()
        return rows, {found.key: b"".join(self.storage.chunks(found.key)) for found in self.storage.listed()}

    def connected(self):
        """Return a connection to the database, to be closed."""
        return self.connected_to(self.changes["DATABASE_URL"])

    @staticmethod
    def connected_to(url):
        """Return a connection to another database, to be closed."""
        return closing(psycopg2.connect(url))

    def started(self, *words):
        """Start a command of the installation as a process."""
        return start(["-m", "flask", "backup", *words], stderr=subprocess.DEVNULL,
                     env=environment(self._services) | self.changes)

    @contextmanager
    def connections_refused(self):
        """Let the database refuse new connections until the block ends."""
        with self._beside() as connection:
            connection.cursor().execute(f"ALTER DATABASE {NAME} ALLOW_CONNECTIONS false")
            try:
                yield
            finally:
                connection.cursor().execute(f"ALTER DATABASE {NAME} ALLOW_CONNECTIONS true")

    @contextmanager
    def _beside(self):
        with closing(psycopg2.connect(self._url)) as connection:
            connection.autocommit = True
            yield connection


@pytest.fixture(scope="package")
def programs():
    """Put the programs of the server's version first on the PATH."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", f"{find_programs('-')}{os.pathsep}{os.environ['PATH']}")
        yield


@pytest.fixture(scope="package")
def drill(services, app, programs, tmp_path_factory):
    """An installation with a firm that has records of every kind; `drill.known` must work after the restore."""
    drill = Drill(services, tmp_path_factory.mktemp("drill"))
    drill.make_bucket(BUCKET)
    try:
        drill.lose_everything()
        migrate(drill.changes["DATABASE_URL"])
        with drill.app.app_context():
            drill.known = _fill(drill)
            drill.keep_first()
        yield drill
    finally:
        drill.drop(f"{NAME}_first")
        connect_to(services.env["DATABASE_URL"])


@pytest.fixture(autouse=True)
def _in_the_drill(drill):
    """Run the test in the installation's context, with an empty folder of backups."""
    shutil.rmtree(drill.target_folder, ignore_errors=True)
    with drill.app.app_context():
        connect_to(drill.changes["DATABASE_URL"])
        db.execute_sql("DELETE FROM backup_runs")
        yield
        db.close()
        connect_to(drill._url)


def _fill(drill):
    """Create records of many kinds, and return (session cookie, path of a client's link)."""
    drill.app.extensions["password_hash_method"] = CHEAP_HASH
    firm = register("Ünal & Partners", "office@example.com", plan="enterprise")
    user, matter = a_user(firm, "admin"), a_matter(firm)
    a_deadline(firm, matter)
    a_communication(firm, matter, message="Olá, “Ana” \U0001f600\n\\.\t")
    a_template(firm)
    a_court_form(firm)
    for name in ("passport.pdf", "visa.pdf"):
        upload = an_upload(firm, _put, a_document(firm, matter), filename=name)
        upload.change(sha256=sha256(drill.storage.part(upload.storage_key, 0, 999)).hexdigest())
    drill.storage.put("large", token_bytes(9 * 1024 * 1024), "application/octet-stream")
    drill.storage.put("empty", b"", "text/plain")
    a_communication(firm, matter, message=token_hex(400_000))  # so that the dump is larger than a pipe holds
    link = an_intake_link(firm)
    chain(firm.id)
    return sessions.begin(user, address="2001:db8::1"), urlsplit(link.url).path


def _put(url, body, content_type):
    return requests.put(url, data=body, headers={"Content-Type": content_type}, timeout=20)
