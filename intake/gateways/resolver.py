"""Resolves host names in bounded time, although the operating system's lookup cannot be interrupted."""

import socket
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from ipaddress import ip_address
from threading import BoundedSemaphore, Lock, Thread
from typing import Any

from .addresses import IpAddress
from .time_limit import TimeLimit

_LOOKUPS = 512
"""More than the names that can hang at once: half of 128 senders give up after 5 s, the system's lookup after 30 s."""


class LookupFailed(Exception):
    """The name has no address, or did not resolve in time."""


class Resolver:
    """Looks names up with `resolve`, which is called like `socket.getaddrinfo`.

    Concurrent lookups of one name are merged, so a name whose servers do not answer occupies one of the `lookups`
    threads, however often it is asked for.
    """

    def __init__(self, resolve: Callable[..., Any] = socket.getaddrinfo, lookups: int = _LOOKUPS) -> None:
        self._resolve = resolve
        self._free = BoundedSemaphore(lookups)
        self._under_way: dict[str, Future] = {}
        self._lock = Lock()

    def addresses(self, name: str, limit: TimeLimit) -> list[IpAddress]:
        """Return the distinct addresses of the name, at least one, in the system's order. Raises `LookupFailed`."""
        try:
            found = self._lookup(name, limit.left()).result(limit.left())
        except TimeoutError:
            raise LookupFailed("The name was not resolved in time.") from None
        except (OSError, ValueError):
            found = []
        if not found:
            raise LookupFailed("The name does not resolve.")
        return found

    def _lookup(self, name: str, seconds: float) -> Future:
        with self._lock:
            if lookup := self._under_way.get(name):
                return lookup
            lookup = self._under_way[name] = Future()
        if not (self._free.acquire(timeout=seconds) and self._begin(name, lookup)):
            self._forget(name)
            lookup.set_exception(TimeoutError())
        return lookup

    def _begin(self, name: str, lookup: Future) -> bool:
        """Begin the lookup, and return whether that was possible: the system may have no thread left."""
        try:
            # Daemon threads, because the process must be able to end while a lookup hangs; hence no ThreadPoolExecutor.
            Thread(target=self._look_up, args=(name, lookup), name="lookup", daemon=True).start()
        except RuntimeError:
            self._free.release()
            return False
        return True

    def _look_up(self, name: str, lookup: Future) -> None:
        try:
            answers = self._resolve(name, None, type=socket.SOCK_STREAM)
            addresses = list(dict.fromkeys(ip_address(sockaddr[0]) for *_, sockaddr in answers))
            settle = partial(lookup.set_result, addresses)
        except Exception as error:
            settle = partial(lookup.set_exception, error)
        self._forget(name)
        self._free.release()
        settle()

    def _forget(self, name: str) -> None:
        with self._lock:
            del self._under_way[name]
