"""The log lines of web server and worker in the terminal."""

import json
from types import SimpleNamespace

import pytest

from local.log_tail import LogTail

REQUEST = {"level": "info", "logger": "intake.request", "message": "request", "method": "GET", "status": 200, "ms": 3.7}


@pytest.fixture
def log(tmp_path):
    return tmp_path / "web.log"


@pytest.fixture
def shown(log, capfd):
    """Return a tail's output for lines written after it has started: `shown(*lines)`."""
    log.write_text('{"level": "error", "logger": "a", "message": "from the run before"}\n')
    tail = LogTail(SimpleNamespace(name="web", log=log))

    def shown(*lines, end="\n"):
        with log.open("a") as file:
            file.write("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines) + end)
        tail.show()
        return capfd.readouterr().out.splitlines()

    return shown


@pytest.mark.parametrize(("line", "expected"), [
    (REQUEST | {"route": "/api/v1/matters"}, ["web: GET /api/v1/matters 200, 4 ms"]),
    (REQUEST | {"route": None, "status": 404}, ["web: GET no such page 404, 4 ms"]),
    (REQUEST | {"route": "/healthz"}, []),
    ({"level": "info", "logger": "intake.engine", "message": "worker started"}, []),
    ({"level": "warning", "logger": "a", "message": "the relay could not be woken", "task": None, "error": "Timeout"},
     ["web: warning: the relay could not be woken (error Timeout)"]),
    ({"level": "error", "logger": "a", "message": "failed", "exception": "File …\nKeyError"},
     ["web: error: failed", "File …", "KeyError"]),
    ("Intake cannot start, the database cannot be used", ["web: Intake cannot start, the database cannot be used"]),
    ("[1]", ["web: [1]"]),
    ('{"level": "info"}', ['web: {"level": "info"}']),
])
def test_each_line_is_shortened(shown, line, expected):
    assert shown(line) == expected


def test_a_line_is_shown_once_when_it_is_whole(shown):
    assert shown("one\nhal", end="") == ["web: one"]
    assert shown("f") == ["web: half"]
    assert shown("two") == ["web: two"]


def test_a_log_that_was_emptied_is_followed_on(shown, log):
    log.write_text("")
    assert shown() == []
    assert shown("one") == ["web: one"]
