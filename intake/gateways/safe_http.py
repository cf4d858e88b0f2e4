"""An HTTP client for URLs that users supply: it connects to public addresses only, in bounded time (SSRF protection).

A host is resolved once per connection, every address is checked, and the connection is made to a checked address, so
that DNS rebinding has no effect. Redirects are not followed. Proxies and passwords of the environment, and cookies, are
not used.
"""

import socket
import ssl
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from ipaddress import ip_address
from itertools import chain, zip_longest
from typing import Any, NamedTuple

import certifi
from flask import current_app
from werkzeug.local import LocalProxy

from intake.core.spans import span

from .addresses import MAX_URL_LENGTH, IpAddress, Target, UnsafeUrl, check_addresses, parse_target
from .connections import Connection, ConnectionPool
from .http_exchange import (
    ClosedBeforeResponse,
    ConnectionClosed,
    HttpResponse,
    InvalidResponse,
    UnsafeHeader,
    encode_head,
    send_and_receive,
)
from .resolver import LookupFailed, Resolver
from .time_limit import TimeLimit

__all__ = ["HttpClientError", "HttpResponse", "SafeHttpClient", "UnsafeUrl", "safe_http"]

_MAX_ATTEMPTS = 4
"""How many of a host's addresses are tried."""


class HttpClientError(Exception):
    """No response was received. `kind` is the stage that failed, `message` explains it to people.

    Kinds: dns (not resolved in time), connect (nothing listens), tls (no trusted encryption), timeout, http (the
    response is invalid or incomplete), refused (the URL or a header is unsafe, so no request was made).
    """

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind, self.message = kind, message


class _Request(NamedTuple):
    """A request, and how many bytes of the response are read. A body without its `size` is bytes."""

    method: str
    url: str
    body: Any
    headers: Mapping[str, str]
    limit: int
    size: int | None = None

    def message(self, target: Target, user_agent: str) -> bytes | Iterable[bytes]:
        """Return what is sent: head and body. Raises `UnsafeHeader`."""
        size = len(self.body) if self.size is None else self.size
        head = encode_head(target, self.headers, size, user_agent, self.method)
        return head + self.body if self.size is None else chain([head], self.body)


class SafeHttpClient:
    """Sends to public https endpoints; with `allow_local` also to loopback addresses, there even without TLS.

    Thread-safe, but not usable after a fork with connections open: make one per process. At most
    `connections_per_host` idle connections to a host are kept; more are opened when more are needed at once. Traces
    name its requests by `purpose`.
    """

    def __init__(self, allow_local: bool = False, connections_per_host: int = 4, user_agent: str = "Intake/0.1", *,
                 purpose: str = "endpoint", ca_file: str | None = None, max_url_length: int = MAX_URL_LENGTH,
                 resolve: Callable[..., Any] = socket.getaddrinfo) -> None:
        self._allow_local, self._user_agent, self._purpose = allow_local, user_agent, purpose
        self._max_url_length = max_url_length
        self._resolver = Resolver(resolve)
        self._pool = ConnectionPool(connections_per_host)
        self._tls = _tls_context(ca_file or certifi.where())

    def check(self, url: str, seconds: float = 3) -> None:
        """Raise `UnsafeUrl` unless the URL may be registered.

        A public name that does not resolve within `seconds` passes, since its DNS record may be added later: every
        request checks again.
        """
        target = parse_target(url, self._allow_local, self._max_url_length)
        try:
            check_addresses(target, self._addresses(target, TimeLimit(seconds)), self._allow_local)
        except LookupFailed:
            if target.is_local:
                raise UnsafeUrl("The host does not resolve to this machine.") from None

    def post(self, url: str, body: bytes, headers: Mapping[str, str], timeout: float = 5.0,
             limit: int = 16 * 1024, attempt: int = 1) -> HttpResponse:
        """Return the response to a POST, whatever its status. Raises `HttpClientError`.

        `timeout`, in seconds, covers all steps together. The response body is read up to `limit` bytes, and not
        decompressed. Only the stand-ins of a sandbox use `attempt`.
        """
        # The server may have closed an idle connection unnoticed; then the request is sent again on a new one.
        return self._request(_Request("POST", url, body, headers, limit), TimeLimit(timeout), reuse=True)

    def send(self, method: str, url: str, body: Any, headers: Mapping[str, str], timeout: float, limit: int,
             size: int | None = None, stall: float = float("inf")) -> HttpResponse:
        """Return the response to a request that is sent once, whatever its status. Raises `HttpClientError`.

        `body` is bytes or, with its `size`, an iterable of bytes that is read as it is sent. `timeout` and `limit` are
        as for `post`; nor may the server keep the request waiting for `stall` seconds. Only a GET may use an idle
        connection: if that turns out to be closed, the server may have begun with the request, and no other method may
        be repeated.
        """
        request = _Request(method, url, body, headers, limit, size)
        return self._request(request, TimeLimit(timeout, stall), reuse=method == "GET")

    def close(self) -> None:
        """Close idle connections and keep no more; those in use are closed after their response."""
        self._pool.close()

    def _request(self, request: _Request, time_limit: TimeLimit, reuse: bool) -> HttpResponse:
        with span(f"{request.method} {self._purpose}", "client") as attributes, _map_errors():
            target = parse_target(request.url, self._allow_local, self._max_url_length)
            message = request.message(target, self._user_agent)
            idle = self._pool.acquire(target.origin) if reuse else None
            if idle:
                with suppress(ClosedBeforeResponse):
                    return self._exchange(idle, target, message, request.limit, time_limit, attributes)
            connection = self._connect(target, time_limit)
            return self._exchange(connection, target, message, request.limit, time_limit, attributes)

    def _addresses(self, target: Target, time_limit: TimeLimit) -> list[IpAddress]:
        return [target.address] if target.address else self._resolver.addresses(target.host, time_limit)

    def _exchange(self, connection: Connection, target: Target, message: bytes | Iterable[bytes], limit: int,
                  time_limit: TimeLimit, attributes: dict[str, Any]) -> HttpResponse:
        reusable = False
        try:
            response, reusable = send_and_receive(connection.sock, message, limit, time_limit)
            attributes["http.response.status_code"] = response.status
            return response
        finally:
            if reusable:
                self._pool.release(target.origin, connection)
            else:
                connection.close()

    def _connect(self, target: Target, time_limit: TimeLimit) -> Connection:
        addresses = self._addresses(target, time_limit)
        check_addresses(target, addresses, self._allow_local)
        sock = _connect_to_any(_interleave_families(addresses), target.port, time_limit)
        return Connection(self._encrypted(sock, target.host, time_limit) if target.scheme == "https" else sock)

    def _encrypted(self, sock: socket.socket, host: str, time_limit: TimeLimit) -> ssl.SSLSocket:
        with sock:  # wrapping detaches its file descriptor; if that fails it is closed here
            sock.settimeout(time_limit.left())
            try:
                return self._tls.wrap_socket(sock, server_hostname=host)
            except ConnectionError as error:
                raise ssl.SSLError from error


safe_http: SafeHttpClient = LocalProxy(lambda: current_app.extensions["safe_http"])  # type: ignore[assignment]
"""The running application's `SafeHttpClient`."""


@cache
def _tls_context(ca_file: str) -> ssl.SSLContext:
    """Return the verifying TLS context. Shared, because loading the certificate authorities takes a while."""
    return ssl.create_default_context(cafile=ca_file)


def _interleave_families(addresses: Sequence[IpAddress]) -> list[IpAddress]:
    """Return the addresses to try, alternating IPv4 and IPv6: one of the families may be unreachable from here."""
    first = [address for address in addresses if address.version == addresses[0].version]
    other = [address for address in addresses if address.version != addresses[0].version]
    return [address for pair in zip_longest(first, other) for address in pair if address][:_MAX_ATTEMPTS]


def _connect_to_any(addresses: Sequence[IpAddress], port: int, time_limit: TimeLimit) -> socket.socket:
    """Connect to the first address that accepts; each gets an equal share of the time that is left."""
    for position, address in enumerate(addresses):
        try:
            return _connect(address, port, time_limit.left() / (len(addresses) - position))
        except OSError as error:
            failure = error
    raise failure


def _connect(address: IpAddress, port: int, seconds: float) -> socket.socket:
    sock = socket.socket(socket.AF_INET if address.version == 4 else socket.AF_INET6)
    try:
        sock.settimeout(seconds)
        sock.connect((str(address), port))
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
        if ip_address(sock.getpeername()[0]) != address:
            raise UnsafeUrl("The connection led to another address than the one that was checked.")
    except BaseException:
        sock.close()
        raise
    return sock


@contextmanager
def _map_errors() -> Iterator[None]:
    try:
        yield
    except UnsafeUrl as error:
        raise HttpClientError("refused", error.reason) from error
    except UnsafeHeader as error:
        raise HttpClientError("refused", "A header is not ours to send, or contains a control character.") from error
    except LookupFailed as error:
        raise HttpClientError("dns", str(error)) from error
    except TimeoutError as error:
        raise HttpClientError("timeout", "There was no complete answer in time.") from error
    except ssl.SSLError as error:
        raise HttpClientError("tls", f"No trustworthy encryption: {_tls_problem(error)}.") from error
    except ConnectionClosed as error:
        raise HttpClientError("http", "The connection was closed before the answer was complete.") from error
    except InvalidResponse as error:
        raise HttpClientError("http", str(error)) from error
    except OSError as error:
        raise HttpClientError("connect", "The server cannot be reached.") from error


def _tls_problem(error: ssl.SSLError) -> str:
    """Return OpenSSL's explanation, such as `certificate has expired`."""
    found = getattr(error, "verify_message", None) or getattr(error, "reason", None) or "the handshake was cut off"
    return found.lower().replace("_", " ").rstrip(".")
