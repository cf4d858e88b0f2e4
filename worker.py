"""The worker process: brings the database up to date, then performs tasks and delivers webhooks."""

import sys

from config.settings import Settings, SettingsError
from intake.accounts.audit.chainer import Chainer
from intake.base_app import create_base_app
from intake.core.counters import occurrences
from intake.core.migrations import DatabaseUnusable, migrate
from intake.core.open_files import allow_files
from intake.engine.worker.clock_follower import ClockFollower
from intake.engine.worker.process import Process
from intake.engine.worker.rq_worker import worker_id
from intake.integrations.webhooks.delivery.dispatcher import DeliveryDispatcher
from intake.operations.backups.scheduling import BackupThread

_OTHER_FILES = 1500
"""Beside the senders' connections: idle ones, lookups that hang, and all that tasks open."""


def worker_of(app, *companions, stop_seconds=9):
    """Return the worker of this application, a `Process` that stops within `stop_seconds`.

    The companions run beside its own. Platforms kill a process ten seconds after SIGTERM.
    """
    settings = app.extensions["settings"]
    dispatcher = DeliveryDispatcher(app, worker_id(), settings.worker_senders, settings.redis_url)
    followers = [ClockFollower(app)] if settings.in_sandbox else []
    return Process(app, settings.redis_url,
                   [*followers, dispatcher, Chainer(app), BackupThread(app), occurrences, *companions], stop_seconds)


def main():
    try:
        settings = Settings.load()
        migrate(settings.database_url, settings.in_sandbox)
        app = create_base_app(settings)
    except SettingsError as error:
        sys.exit(str(error))
    except DatabaseUnusable as error:
        sys.exit(f"The worker cannot start, the database cannot be used: {error}")
    allow_files(settings.worker_senders + _OTHER_FILES)
    worker_of(app).run()


if __name__ == "__main__":
    main()
