"""A Redis that helps while it is available; no request waits for it while it is not."""

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any

import redis
from flask import has_request_context
from redis.backoff import NoBackoff
from redis.commands.core import Script
from redis.connection import ConnectionInterface
from redis.retry import Retry

from .logging import error_fields

_PATIENCE_SECONDS, _ANSWER = 0.1, 4 / 5
ANSWER_SECONDS = _PATIENCE_SECONDS * _ANSWER
"""The longest wait for a connection or an answer."""
_PAUSE_SECONDS = 1.0
_AWAY_SECONDS = 2.0
_TRUSTED_SECONDS = 1.0
"""A connection that was used within this time is used again without checking whether Redis has closed it."""

_log = logging.getLogger(__name__)


class BestEffortRedis:
    """The Redis at `url`. A call waits `patience` seconds at most: a fifth for a connection, the rest for an answer.

    After a failure it is not called for a second, so that not every request waits for it.
    """

    def __init__(self, url: str, patience: float = _PATIENCE_SECONDS) -> None:
        timeout = patience * _ANSWER
        self._pool = _Pool.from_url(url, patience=patience / 5, socket_timeout=timeout, socket_connect_timeout=timeout,
                                    retry=Retry(NoBackoff(), 0))
        self._paused_until, self._failing_since = 0.0, float("inf")
        self._near_seconds, self._is_far = patience / 5, False
        self.connection = redis.Redis(connection_pool=self._pool)

    def attempt(self, act: Callable[[], Any], warning: str) -> Any:
        """Return `act()`. If Redis fails, log the warning and return None. Never raises `RedisError`."""
        if time.monotonic() < self._paused_until:
            return None
        if self._paused_until:  # one caller tries again; those at the same time do not wait for it
            self._paused_until = time.monotonic() + _PAUSE_SECONDS
        began = time.monotonic()
        try:
            result = act()
        except _StillConnecting:
            return None
        except redis.RedisError as error:
            self._paused_until = time.monotonic() + _PAUSE_SECONDS
            self._failing_since = min(self._failing_since, began)
            self._pool.clear()
            _log.warning(warning, extra=error_fields(error))
            return None
        self._paused_until, self._failing_since = 0.0, float("inf")
        self._is_far = time.monotonic() - began > self._near_seconds
        return result

    def is_away(self) -> bool:
        """Whether every call has failed for some seconds, the latest just now."""
        return self._failing_since + _AWAY_SECONDS < time.monotonic() < self._paused_until + _PAUSE_SECONDS

    def run(self, script: Script, key: str, *arguments: int | str) -> Any:
        """Return what the script returns for this key. Raises `RedisError`; to be called in `attempt`.

        redis-py's own call does the same after retries, metrics and callbacks, which Intake does not use and which take
        longer than Redis does.
        """
        connection = self._pool.get_connection()
        try:
            connection.send_command("EVALSHA", script.sha, 1, key, *arguments)
            return connection.read_response()
        except redis.exceptions.NoScriptError:  # Redis was restarted; it is sent the script below
            pass
        finally:
            self._pool.release(connection)
        return script(keys=[key], args=arguments)

    def send(self, act: Callable[[], Any], warning: str) -> None:
        """As `attempt`, for calls without a needed result: a request does not wait for them while Redis is far."""
        if self._is_far and has_request_context():
            with suppress(RuntimeError):  # the system has no thread left
                Thread(target=self.attempt, args=(act, warning), name="redis", daemon=True).start()
        else:
            self.attempt(act, warning)


class _StillConnecting(redis.ConnectionError):
    """A connection is being opened and will serve a later caller."""


class _Pool(redis.ConnectionPool):
    """Connections that are opened in the background, one at a time.

    Opening one takes five round trips, more than a request may wait for a Redis that is far away. A caller waits
    `patience` seconds at most, for the new connection or for one that another caller returns.
    """

    def __init__(self, patience: float, **options: Any) -> None:
        super().__init__(**options)
        self._patience = patience
        self._idle: SimpleQueue[tuple[ConnectionInterface | redis.RedisError, float]] = SimpleQueue()
        """Open connections, and errors of opening one, each with the time of its arrival."""
        self._opening = Lock()

    def get_connection(self, command_name: Any = None, *keys: Any, **options: Any) -> Any:
        """Return an open connection. Raises `_StillConnecting`, or the error with which opening one failed."""
        try:
            found, since = self._idle.get_nowait()
            # Checking takes three system calls, at each of which a busy process switches to another thread.
            while since < time.monotonic() - _TRUSTED_SECONDS and _was_closed(found):
                found, since = self._idle.get_nowait()
        except Empty:
            found = self._wait_for_another()
        if isinstance(found, redis.RedisError):
            raise found
        return found

    def release(self, connection: ConnectionInterface) -> None:
        """Take a connection back, unless it was closed because of an error."""
        if connection.is_connected:
            self._put(connection)

    def clear(self) -> None:
        """Close the connections that are not in use: when one has failed, the others have as well."""
        with suppress(Empty):
            while True:
                found, _ = self._idle.get_nowait()
                if not isinstance(found, redis.RedisError):
                    found.disconnect()

    def _wait_for_another(self) -> ConnectionInterface | redis.RedisError:
        if self._opening.acquire(blocking=False):
            try:
                Thread(target=self._open, name="redis", daemon=True).start()
            except RuntimeError:  # the system has no thread left; a later caller tries again
                self._opening.release()
        try:
            return self._idle.get(timeout=self._patience)[0]
        except Empty:
            raise _StillConnecting from None

    def _open(self) -> None:
        try:
            connection = self.connection_class(**self.connection_kwargs)
            connection.connect()
            self._put(connection)
        except redis.RedisError as error:
            self._put(error)
        finally:
            self._opening.release()

    def _put(self, found: ConnectionInterface | redis.RedisError) -> None:
        self._idle.put((found, time.monotonic()))


def _was_closed(found: ConnectionInterface | redis.RedisError) -> bool:
    """Whether this is a connection that Redis has closed meanwhile: the end of the stream can be read."""
    if isinstance(found, redis.RedisError):
        return False
    with suppress(redis.RedisError, OSError):
        if not found.can_read():
            return False
    found.disconnect()
    return True
