"""The entry point of gunicorn and the flask command: migrates the database, then creates the application."""

import gc
import os
import sys

from app import create_app
from config.settings import Settings, SettingsError
from intake.core.migrations import DatabaseUnusable, migrate

# Commands migrate where they need to: `flask doctor` must work without a database, and `--help` without settings.
_is_command = "FLASK_RUN_FROM_CLI" in os.environ and "run" not in sys.argv
if _is_command:
    from intake.commands import add_commands, create_app_of_commands

try:
    _settings = Settings.load()
    if not _is_command:
        migrate(_settings.database_url, _settings.in_sandbox)
    app = create_app(_settings)
    if _is_command:
        add_commands(app)
except SettingsError as error:
    if not _is_command:
        sys.exit(str(error))
    app = create_app_of_commands(str(error))
except DatabaseUnusable as error:
    sys.exit(f"Intake cannot start, the database cannot be used: {error}")
if _is_command:
    gc.freeze()  # otherwise its end would search all that was loaded for garbage, which takes longer than most commands
