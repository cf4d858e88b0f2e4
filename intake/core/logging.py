"""The log: one JSON object a line, with the request's and the firm's id, never with personal data."""

import json
import logging
import sys
import traceback
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from .clock import iso, now

context: ContextVar[dict] = ContextVar("log_context", default={})  # noqa: B039 (replaced, never changed)
"""What every line written meanwhile carries: `request_id`, `firm_id`, …"""

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JsonFormatter(logging.Formatter):
    def format(self, record):
        line = {"time": iso(now()), "level": record.levelname.lower(), "logger": record.name,
                "message": record.getMessage()} | context.get()
        line |= {name: value for name, value in vars(record).items() if name not in _STANDARD}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def log_to_stdout(level):
    """From now on every logger of this process writes JSON lines of at least `level` to standard output."""
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    # The web server was there first, with handlers that write plain text, and an access log that shows query strings.
    server = logging.getLogger("gunicorn.error")
    server.handlers.clear()
    server.propagate = True
    logging.getLogger("gunicorn.access").disabled = True
    for chatty in ("botocore", "boto3", "urllib3", "peewee", "s3transfer"):
        logging.getLogger(chatty).setLevel(logging.WARNING)


@contextmanager
def logging_to(stream):
    """Meanwhile the log goes to `stream`: what a command prints is its answer, and nothing else may be in it."""
    ours = [handler for handler in logging.getLogger().handlers if isinstance(handler.formatter, JsonFormatter)]
    before = [(handler, handler.setStream(stream)) for handler in ours]
    try:
        yield
    finally:
        for handler, earlier in before:
            if earlier is not None:
                handler.setStream(earlier)


def error_fields(error):
    """An error for the log: its kind and where it came from, never its message, which may hold personal data."""
    places = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}"
              for frame in traceback.extract_tb(error.__traceback__)]
    return {"error": type(error).__name__, "places": places}
