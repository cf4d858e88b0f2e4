"""One attempt at a delivery."""

import errno
import logging
import time

from intake.core.clock import machine_now, now
from intake.core.errors import KeyMissing
from intake.core.logging import error_fields
from intake.gateways.http_exchange import parse_retry_after
from intake.gateways.safe_http import HttpClientError
from intake.integrations.webhooks import signing
from intake.integrations.webhooks.states import TIMEOUT_SECONDS

from .outcomes import Outcome

_OWN_FAULTS = frozenset((errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM))
_log = logging.getLogger(__name__)


def attempt(web, vault, dispatch):
    """Send a delivery and return its `Outcome`. Never raises.

    Without the key for the endpoint's secret, and without room for another connection, it is not sent: that is this
    installation's fault, not a failure of the receiver.
    """
    began, clock = now(), time.perf_counter()
    try:
        secrets = [vault.open_cached(sealed) for sealed in dispatch.sealed_secrets]
        headers = signing.headers(dispatch.event_id, machine_now(), dispatch.body, secrets)
        answer = web.post(dispatch.url, dispatch.body, headers, timeout=TIMEOUT_SECONDS,
                          attempt=dispatch.attempts + 1)
        found = {"status": answer.status, "body": answer.body.decode("utf-8", "replace").replace("\x00", "�"),
                 "retry_after": parse_retry_after(answer.headers.get("retry-after", ""))}
    except HttpClientError as error:
        found = {} if getattr(error.__cause__, "errno", None) in _OWN_FAULTS else {"error": error.kind}
    except KeyMissing:
        found = {}
    except Exception as error:
        _log.error("delivery could not be sent", extra={"delivery_id": dispatch.delivery_id} | error_fields(error))
        found = {"error": "refused"}
    return Outcome(dispatch, began, round((time.perf_counter() - clock) * 1000), **found)
