"""The log: one JSON object a line, with the request's and the firm's id, never with personal data."""

import json
import logging
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, TextIO

from redis import RedisError

from .clock import iso, machine_now
from .db import UNAVAILABLE

context: ContextVar[dict] = ContextVar("log_context", default={})  # noqa: B039 (replaced, never changed)
"""Fields added to every line of the current request or job: `request_id`, `firm_id`, …"""

_encode = json.JSONEncoder(default=str).encode  # json.dumps makes an encoder for each line

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {"time": iso(machine_now()), "level": record.levelname.lower(), "logger": record.name,
                "message": record.getMessage()} | context.get()
        line |= {name: value for name, value in vars(record).items() if name not in _STANDARD}
        if record.exc_info and record.exc_info[1]:
            line["exception"] = _traceback(record.exc_info[1])
        return _encode(line)


def log_to_stdout(level: str) -> None:
    """Send every logger of this process to standard output, as JSON lines of at least `level`."""
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    # gunicorn has set up plain-text handlers by now, and an access log that would show query strings.
    server = logging.getLogger("gunicorn.error")
    server.handlers.clear()
    server.propagate = True
    logging.getLogger("gunicorn.access").disabled = True
    # Skip data that no line shows: the caller's place on the stack, the thread and the process.
    logging._srcfile = None  # type: ignore[attr-defined]
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    for chatty in ("botocore", "boto3", "urllib3", "peewee", "s3transfer"):
        logging.getLogger(chatty).setLevel(logging.WARNING)


@contextmanager
def logging_to(stream: TextIO) -> Iterator[None]:
    """Send the log to `stream` within the block, so that a command's standard output holds only its result."""
    ours = [handler for handler in logging.getLogger().handlers
            if isinstance(handler, logging.StreamHandler) and isinstance(handler.formatter, JsonFormatter)]
    before = [(handler, handler.setStream(stream)) for handler in ours]
    try:
        yield
    finally:
        for handler, earlier in before:
            if earlier is not None:
                handler.setStream(earlier)


def _traceback(error: BaseException) -> str:
    """Return the traceback of an error and of what caused it, without their messages: they may hold personal data."""
    parts = ["".join(traceback.format_tb(each.__traceback__)) + type(each).__name__ for each in _with_causes(error)]
    return "\n".join(reversed(parts))


def _with_causes(error: BaseException | None) -> Iterator[BaseException]:
    while error:
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def error_fields(error: BaseException) -> dict[str, Any]:
    """Return an error's type, where it came from, and its `reason_of`, for the log.

    Never its message, which may hold personal data.
    """
    places = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}"
              for frame in traceback.extract_tb(error.__traceback__)]
    reason = reason_of(error)
    return {"error": type(error).__name__, "places": places} | ({"reason": reason} if reason else {})


def reason_of(error: BaseException) -> str | None:
    """Return what Postgres or Redis said when it refused, or the system about a connection or a file; else None.

    These texts are about servers, not about rows. Of Postgres it is the first line: the others are details.
    """
    for each in _with_causes(error):
        if isinstance(each, UNAVAILABLE):
            return (str(each).splitlines() or [""])[0]
        if isinstance(each, RedisError):
            return str(each).rpartition("of pipeline caused error: ")[2]  # before it stands the command with its values
        if isinstance(each, OSError) and each.strerror:
            return each.strerror
    return None
