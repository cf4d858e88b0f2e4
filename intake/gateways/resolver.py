"""Names become addresses in bounded time, though a lookup by the operating system cannot be interrupted."""

import socket
from concurrent.futures import Future
from ipaddress import ip_address
from threading import BoundedSemaphore, Lock, Thread


class LookupFailed(Exception):
    """The name has no address, or nobody told it in time."""


class Resolver:
    """Looks names up by `resolve`, which is called as `socket.getaddrinfo` is.

    A name is never looked up twice at once: who asks meanwhile waits for the same answer. So a name whose servers are
    dead holds one of the `lookups` and not all of them, however often it is asked for.
    """

    def __init__(self, resolve=socket.getaddrinfo, lookups=64):
        self._resolve = resolve
        self._free = BoundedSemaphore(lookups)
        self._under_way = {}
        self._lock = Lock()

    def addresses(self, name, limit):
        """All addresses of the name, each once, in the system's order; at least one. Raises `LookupFailed`.

        `limit` is the `TimeLimit` of whoever asks.
        """
        try:
            found = self._lookup(name, limit).result(limit.left())
        except TimeoutError:
            raise LookupFailed("The name was not resolved in time.") from None
        except (OSError, ValueError):
            found = []
        if not found:
            raise LookupFailed("The name does not resolve.")
        return found

    def _lookup(self, name, limit):
        with self._lock:
            if lookup := self._under_way.get(name):
                return lookup
            lookup = self._under_way[name] = Future()
        if self._free.acquire(timeout=limit.left()):
            # A daemon, because the process must be able to end while a lookup hangs; hence no ThreadPoolExecutor.
            Thread(target=self._look_up, args=(name, lookup), name="lookup", daemon=True).start()
        else:
            self._forget(name)
            lookup.set_exception(TimeoutError())
        return lookup

    def _look_up(self, name, lookup):
        try:
            answers = self._resolve(name, None, type=socket.SOCK_STREAM)
            addresses = list(dict.fromkeys(ip_address(sockaddr[0]) for *_, sockaddr in answers))
        except Exception as error:
            self._forget(name)
            lookup.set_exception(error)
        else:
            self._forget(name)
            lookup.set_result(addresses)
        finally:
            self._free.release()

    def _forget(self, name):
        with self._lock:
            del self._under_way[name]
