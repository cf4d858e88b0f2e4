"""The demo firm: created once in a new database, to sign in with."""

import json
import secrets
import subprocess
import sys
from contextlib import closing

import psycopg2

from local import ROOT, LocalError
from local.application import environment
from local.directory import write_private

NAME, EMAIL = "Whitfield Law", "demo@example.com"
SECOND = "maria@example.com"
"""The address of the second person, a paralegal."""


def credentials(services, is_empty=False):
    """Return the demo firm's `api_key`, its people's `password`, and the address of its `paralegal` if it has one.

    The result is empty if the database has only other firms. A new firm gets sample records, unless it `is_empty`.
    """
    file = services.directory / "demo.json"
    firms = _firm_ids(services.env["DATABASE_URL"])
    if not firms:
        write_private(file, json.dumps(_create(services, is_empty)) + "\n")
    kept = json.loads(file.read_text()) if file.exists() else {}
    return kept if not firms or kept.get("firm_id") in firms else {}


def _firm_ids(url):
    """Return the ids of the firms in the database, which may have no tables yet."""
    with closing(psycopg2.connect(url)) as connection, connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass('firms') IS NOT NULL")
        if not cursor.fetchone()[0]:
            return []
        cursor.execute("SELECT id FROM firms")
        return [identifier for (identifier,) in cursor.fetchall()]


def _create(services, is_empty):
    """Create the firm by `flask firm create`, which migrates the database first; return its result and the password."""
    password = secrets.token_urlsafe(12)
    output = _run(services, ["flask", "--app", "wsgi", "firm", "create", NAME, "--email", EMAIL, "--password-stdin",
                             "--json"], password)
    created = json.loads(output.splitlines()[-1])  # log lines may precede it
    created["password"] = password
    if not is_empty:
        _run(services, ["local.demo_records", created["firm_id"]], password)
        created["paralegal"] = SECOND
    return created


def _run(services, module, password):
    """Run a module with the password on its standard input and return what it prints."""
    done = subprocess.run([sys.executable, "-m", *module], cwd=ROOT, env=environment(services), capture_output=True,
                          text=True, input=password)
    if done.returncode:
        raise LocalError(f"The demo firm could not be created:\n{done.stdout}{done.stderr}".rstrip())
    return done.stdout
