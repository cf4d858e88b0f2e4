"""Answers that make no sense: what a client cannot read is the platform's failure, not ours."""

import logging
from functools import wraps

from intake.tasks.failures import told

from .platform import Away

_STUMBLES = (KeyError, IndexError, TypeError, AttributeError, ValueError)
_log = logging.getLogger(__name__)


class Sensible:
    """A platform's client of which every method either answers or raises a `PlatformError`."""

    def __init__(self, client):
        self._client = client

    def __getattr__(self, name):
        method = getattr(self._client, name)

        @wraps(method)
        def sensible(*arguments, **named):
            try:
                return method(*arguments, **named)
            except _STUMBLES as error:
                _log.error("an answer of a platform makes no sense", extra=told(error))
                raise Away("The answer makes no sense.") from None

        return sensible
