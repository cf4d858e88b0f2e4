"""The entry point of gunicorn and the flask command: migrates the database, then creates the application."""

import os
import sys

from app import create_app
from config.settings import Settings
from intake.core.migrations import DatabaseUnusable, prepare

_settings = Settings.load_or_exit()

# Commands migrate where they need to: `flask doctor` must work without a database.
if "FLASK_RUN_FROM_CLI" not in os.environ:
    try:
        prepare(_settings.database_url, _settings.environment == "sandbox")
    except DatabaseUnusable as error:
        sys.exit(f"Intake cannot start, the database cannot be used: {error}")

app = create_app(_settings)
