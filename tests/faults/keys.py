"""A program that makes a firm and prints so many keys of it, as a line of JSON: `python -m tests.faults.keys COUNT`."""

import json
import sys

from app import create_app
from config.settings import Settings
from intake.accounts.access.actions import create_key
from intake.accounts.firms.actions import register
from intake.accounts.permissions.scopes import SCOPES
from intake.core.migrations import migrate


def main(count):
    settings = Settings.load()
    migrate(settings.database_url)
    with create_app(settings).app_context():
        firm = register("Fault Test LLP", "office@example.com", plan="enterprise")
        print(json.dumps([create_key(firm, "faults", SCOPES)[1] for _ in range(int(count))]), flush=True)  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1])
