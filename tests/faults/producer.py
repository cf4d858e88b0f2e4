"""A program that registers webhooks and opens matters through the API while servers fail.

    python -m tests.faults.producer MATTERS_PER_SECOND URL…

It prints `{"ready": FIRM_ID}` and then `{"matter": ID}` for every matter that was acknowledged.
"""

import json
import sys
import time
from itertools import count, cycle

from app import create_app
from config.settings import Settings
from intake.accounts.access.actions import create_key
from intake.accounts.firms.actions import register
from intake.accounts.permissions.scopes import SCOPES
from intake.core.migrations import migrate

_KEYS = 10  # the limit is a thousand requests a minute for each


def main(rate, *urls):
    settings = Settings.load()
    migrate(settings.database_url)
    app = create_app(settings)
    client = app.test_client()
    with app.app_context():
        firm = register("Fault Test LLP", "office@example.com", plan="enterprise")
        keys = cycle([create_key(firm, "faults", SCOPES)[1] for _ in range(_KEYS)])

    def post(path, body):
        with app.app_context():
            return client.post(f"/api/v1/{path}", json=body, headers={"X-Api-Key": next(keys)})

    for url in urls:
        assert post("webhooks", {"url": url, "events": ["matter.created"]}).status_code == 201
    _print(ready=firm.id)
    for number in count(1):
        answer = post("matters", {"title": f"Matter {number}", "practice_area": "other"})
        if answer.status_code == 201:
            _print(matter=answer.json["data"]["id"])
        time.sleep(1 / float(rate))


def _print(**record):
    print(json.dumps(record), flush=True)  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
