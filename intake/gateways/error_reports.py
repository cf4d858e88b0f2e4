"""Reports of errors to Sentry by its library, which is an extra: imported only where the settings have a DSN.

A report is made from a log line of the level error: its message, which is a constant in the code, the error's class
and places, and ids. It contains nothing else: no request, header, body, variable or text of an error.
"""

import logging
import traceback
from pathlib import Path
from typing import Any

from intake.core.extras import import_extra
from intake.core.logging import context

_TAGS = ("request_id", "firm_id", "task", "task_id", "job_id", "line", "worker", "attempts")
_SECONDS = 2


class ErrorReports(logging.Handler):
    """Sends a report for each log line of the level error, in the background."""

    def __init__(self, dsn: str, environment: str, version: str) -> None:
        super().__init__(logging.ERROR)
        library: Any = import_extra("sentry_sdk", "errors", "SENTRY_DSN")
        self._client = library.Client(
            dsn=dsn, environment=environment, release=f"intake@{version}", server_name="intake",
            default_integrations=False, auto_enabling_integrations=False, max_breadcrumbs=0,
            send_client_reports=False, auto_session_tracking=False, shutdown_timeout=_SECONDS)

    def start(self) -> None:
        """Report this process's errors from now on."""
        logging.getLogger().addHandler(self)

    def stop(self) -> None:
        """Report nothing more, and send what is left."""
        logging.getLogger().removeHandler(self)
        self._client.close(timeout=_SECONDS)

    def emit(self, record: logging.LogRecord) -> None:
        if not record.name.startswith("sentry_sdk"):
            self._client.capture_event(_event(record))


def _event(record: logging.LogRecord) -> dict[str, Any]:
    """Return the report of a log line. Messages of other libraries may contain anything, and are left out."""
    known = vars(record) | context.get()
    event: dict[str, Any] = {
        "level": "error", "logger": record.name, "transaction": known.get("task") or known.get("line"),
        "message": record.msg if record.name.startswith("intake") and not record.args else record.name,
        "tags": {name: str(known[name]) for name in _TAGS if known.get(name) is not None}}
    if record.exc_info and record.exc_info[1]:
        error = record.exc_info[1]
        frames = [{"filename": Path(frame.filename).name, "lineno": frame.lineno, "function": frame.name}
                  for frame in traceback.extract_tb(error.__traceback__)]
        kind = type(error).__name__
    else:
        kind, frames = str(known.get("error", "")), [_frame(place) for place in known.get("places", ())]
    if kind:
        event["exception"] = {"values": [{"type": kind, "stacktrace": {"frames": frames} if frames else None}]}
    return event


def _frame(place: str) -> dict[str, Any]:
    """Return the frame of a place as `error_fields` writes it: `file.py:12 function`."""
    position, _, function = place.partition(" ")
    filename, _, line = position.rpartition(":")
    return {"filename": filename, "lineno": int(line), "function": function}
