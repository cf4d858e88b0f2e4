"""What gunicorn and the flask command load: a database brought up to date, then the application."""

import os
import sys

from app import create_app
from config.settings import Settings
from intake.core.migrations import DatabaseAway, migrate

_settings = Settings.load_or_exit()

# Commands do this themselves where they need it: `flask doctor` must work without a database.
if "FLASK_RUN_FROM_CLI" not in os.environ:
    try:
        migrate(_settings.database_url)
    except DatabaseAway as error:
        sys.exit(f"Intake cannot start, the database cannot be used: {error}")

app = create_app(_settings)
