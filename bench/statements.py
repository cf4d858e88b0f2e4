"""The round trips of a list request to Postgres and to Redis, for every route that returns a page."""

from unittest.mock import patch

import redis

from bench.figures import at_most
from bench.rows import key_of
from intake.cases.matters.models import Matter
from intake.core.db import db

TITLE = "Round trips of a list request, the most that any list needs"
_VARIATIONS = ("", "?page=2&per_page=1", "?page=1000000")
_OF_MATTERS = ("?status=active", "?status=active&page=400", "?search=custody&practice_area=family_law&sort=title")


def measure(target):
    app = target.app()
    with app.app_context():
        matter = Matter.of(target.firms.large).first()
    client, headers = app.test_client(), {"X-Api-Key": key_of(target.firms.large)}
    paths = [path + variation for path in _lists(app, matter.id) for variation in _VARIATIONS]
    paths += ["/api/v1/matters" + variation for variation in _OF_MATTERS]
    client.get("/api/v1/matters", headers=headers)  # records the key's use, and loads the rate limiter's script
    statements, commands = {}, {}
    for path in paths:
        statements[path], commands[path] = _round_trips(lambda path=path: client.get(path, headers=headers))
    worst = max(paths, key=statements.get)
    return [
        at_most(f"SQL statements, {len(paths)} requests, the most for {worst}", statements[worst], 3),
        at_most("Redis commands", max(commands.values()), 1),
    ]


def _lists(app, matter_id):
    """Yield the path of every list that needs no id or only a matter's."""
    for rule in app.url_map.iter_rules():
        contract = getattr(app.view_functions[rule.endpoint], "contract", None)
        if contract and contract.paginated and rule.arguments <= {"matter_id"}:
            yield rule.rule.replace("<matter_id>", matter_id)


def _round_trips(ask):
    """Return the number of SQL statements and Redis commands of `ask()`. Raises `RuntimeError` if it fails."""
    sent, send = [], redis.Connection.send_command
    db.query_hooks.append(sent.append)
    with patch.object(redis.Connection, "send_command", autospec=True, side_effect=send) as sending:
        answer = ask()
    db.query_hooks.remove(sent.append)
    if answer.status_code != 200:
        raise RuntimeError(f"The server answered: {answer.text}")
    return len(sent), sending.call_count
