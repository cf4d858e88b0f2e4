"""One attempt at a delivery."""

import logging
import time
from contextlib import suppress

from werkzeug.http import parse_date

from intake.core.clock import now
from intake.gateways.web import WebError
from intake.tasks.failures import told
from intake.webhooks import signing
from intake.webhooks.outcomes import Outcome
from intake.webhooks.states import TIMEOUT_SECONDS

_log = logging.getLogger(__name__)


def attempt(web, vault, dispatch):
    """Send a delivery. Whatever happens, an `Outcome` comes of it."""
    began, clock = now(), time.perf_counter()
    try:
        secrets = [vault.recall(sealed) for sealed in dispatch.sealed_secrets]
        headers = signing.headers(dispatch.event_id, began, dispatch.body, secrets)
        answer = web.post(dispatch.url, dispatch.body, headers, timeout=TIMEOUT_SECONDS)
        found = {"status": answer.status, "body": _readable(answer.body),
                 "retry_after": _seconds(answer.headers.get("retry-after", ""))}
    except WebError as error:
        found = {"error": error.kind}
    except Exception as error:  # such as a secret that no key opens
        _log.error("a delivery cannot be sent", extra={"delivery_id": dispatch.delivery_id} | told(error))
        found = {"error": "refused"}
    return Outcome(dispatch, began, round((time.perf_counter() - clock) * 1000), **found)


def _readable(body):
    """What was answered as text that Postgres can hold."""
    return body.decode("utf-8", "replace").replace("\x00", "�")


def _seconds(retry_after):
    """Retry-After, a number of seconds or a date, in seconds from now; None if it says neither."""
    if retry_after.isascii() and retry_after.isdigit():
        return int(retry_after.lstrip("0")[:9] or 0)  # a number of a thousand digits is merely large
    with suppress(OverflowError):
        date = parse_date(retry_after)
        return max(0, round((date - now()).total_seconds())) if date else None
    return None
