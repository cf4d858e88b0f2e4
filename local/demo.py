"""The demo firm: created once in a new database, to sign in with."""

import json
import secrets
import subprocess
import sys

import psycopg2

from local import ROOT, LocalError
from local.application import environment
from local.directory import write_private

NAME, EMAIL = "Demo Law", "demo@example.com"


def credentials(services):
    """Return the demo firm's `api_key` and its admin's `password`; empty if the database has other firms only."""
    file = services.directory / "demo.json"
    firms = _firm_ids(services.env["DATABASE_URL"])
    if not firms:
        write_private(file, json.dumps(_create(services)) + "\n")
    kept = json.loads(file.read_text()) if file.exists() else {}
    return kept if not firms or kept.get("firm_id") in firms else {}


def _firm_ids(url):
    """Return the ids of the firms in the database, which may have no tables yet."""
    connection = psycopg2.connect(url)
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT to_regclass('firms') IS NOT NULL")
            if not cursor.fetchone()[0]:
                return []
            cursor.execute("SELECT id FROM firms")
            return [identifier for (identifier,) in cursor.fetchall()]
    finally:
        connection.close()


def _create(services):
    """Create the firm by `flask firm create`, which migrates the database first; return its result and the password."""
    password = secrets.token_urlsafe(12)
    command = [sys.executable, "-m", "flask", "--app", "wsgi", "firm", "create", NAME, "--email", EMAIL,
               "--password-stdin", "--json"]
    done = subprocess.run(command, cwd=ROOT, env=environment(services), capture_output=True, text=True, input=password)
    if done.returncode:
        raise LocalError(f"The demo firm could not be created:\n{done.stdout}{done.stderr}".rstrip())
    return json.loads(done.stdout.splitlines()[-1]) | {"password": password}  # log lines may come before it
