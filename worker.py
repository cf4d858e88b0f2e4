"""The one worker process: a database brought up to date, then whatever the rows there ask for."""

import sys

from app import create_app
from config.settings import Settings
from intake.core.migrations import DatabaseUnreachable, migrate
from intake.engine.worker.process import Process


def main():
    settings = Settings.load_or_exit()
    try:
        migrate(settings.database_url)
    except DatabaseUnreachable as error:
        sys.exit(f"The worker cannot start, the database cannot be used: {error}")
    Process(create_app(settings), settings).run()


if __name__ == "__main__":
    main()
