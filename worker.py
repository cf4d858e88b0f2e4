"""The one worker process: brings the database up to date, then performs tasks and delivers webhooks."""

import sys

from config.settings import Settings
from intake.accounts.audit.chainer import Chainer
from intake.base_app import create_base_app
from intake.core.counters import occurrences
from intake.core.migrations import DatabaseUnusable, prepare
from intake.engine.worker.clock_follower import ClockFollower
from intake.engine.worker.process import WORKER_ID, Process
from intake.integrations.webhooks.delivery.dispatcher import DeliveryDispatcher
from intake.operations.backups.scheduling import BackupThread


def main():
    settings = Settings.load_or_exit()
    in_sandbox = settings.environment == "sandbox"
    try:
        prepare(settings.database_url, in_sandbox)
    except DatabaseUnusable as error:
        sys.exit(f"The worker cannot start, the database cannot be used: {error}")
    app = create_base_app(settings)
    dispatcher = DeliveryDispatcher(app, WORKER_ID, settings.worker_senders, settings.redis_url)
    followers = [ClockFollower(app)] if in_sandbox else []
    Process(app, settings.redis_url, [*followers, dispatcher, Chainer(app), BackupThread(app), occurrences]).run()


if __name__ == "__main__":
    main()
