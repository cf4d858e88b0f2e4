"""A step for a record in a process that kills itself (SIGKILL) before one of the step's effects.

Effects last: a commit, a statement outside a transaction that changes rows, a call that changes object storage, the
removal of jobs from Redis, a mail. The last effect is the answer.

    with KillableRuns(services, {}, "tests.killed_steps:perform") as runs:
        kills = kill_everywhere(runs, {"task": "seal_letter", "arguments": [firm.id, letter.id]})
"""

import os
import re
import signal
from itertools import count

from flask import current_app

from intake.core.db import Database, db
from intake.engine.tasks.queues import TaskQueues
from intake.gateways.mail import _Session
from intake.gateways.storage import storage
from intake.schedule import SCHEDULE

_CHANGE = re.compile(r"\b(INSERT|UPDATE|DELETE)\b")


def kill_everywhere(runs, step, places=None):
    """Perform the step until a process ends by itself: the first is killed before its first effect, and so on.

    Each process continues from the state left by the earlier ones. `places` are other effects before which they are
    killed. Return the number of killed processes.
    """
    for kills, place in enumerate(places or count()):
        runs.start(step | {"place": place})
        code = runs.wait()
        if code == 0:
            return kills
        assert code == -signal.SIGKILL, f"the process ended with {code}"
    raise AssertionError("the last one was killed, too")


def posted(browser, path, **body):
    """Return the step in which this browser posts `data` or `json` to the path."""
    cookies = {name: browser.cookie(name) for name in ("intake_session", "intake_csrf")}
    return {"path": path, "body": body, "address": browser.address,
            "cookies": {name: value for name, value in cookies.items() if value}}


def perform(step):
    """Perform a step: a task, a job or a request; `place` is the effect before which the process is killed."""
    effect = _effects(step["place"])
    if "task" in step:
        current_app.extensions["task_types"][step["task"]].function(*step["arguments"])
    elif "job" in step:
        SCHEDULE[step["job"]].function()
    else:
        client = current_app.test_client()
        for name, value in step["cookies"].items():
            client.set_cookie(name, value)
        answer = client.post(step["path"], headers=step.get("headers"), **step["body"],
                             environ_overrides={"REMOTE_ADDR": step["address"]})
        assert answer.status_code < 500, answer.text
    effect()


def _effects(place):
    """Let this process be killed before this effect; return the function to call before the last one."""
    seen = count()

    def effect(*_, **__):
        if next(seen) == place:
            os.kill(os.getpid(), signal.SIGKILL)

    def before(owner, name, is_effect=lambda *_: True):
        original = getattr(owner, name)

        def called(*given, **options):
            if is_effect(*given):
                effect()
            return original(*given, **options)

        setattr(owner, name, called)

    before(Database, "commit")
    before(Database, "execute_sql", lambda _, sql, *__: not db.in_transaction() and _CHANGE.search(sql))
    before(_Session, "data")
    before(TaskQueues, "forget", lambda _, ids: ids)
    for events in storage.events:
        for operation in ("PutObject", "DeleteObject", "CopyObject"):
            events.register(f"before-call.s3.{operation}", effect)
    return effect
