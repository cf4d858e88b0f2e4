"""The guarded HTTP client for every URL that a user gave: it reaches public addresses only, in bounded time.

Nothing about a URL is believed. Its host is resolved once per connection, every address is judged, and the connection
is made to an address that was judged and to no other; so a name that changes its mind (DNS rebinding) gains nothing.
Redirects are answers, not orders. Proxies, passwords and cookies of the environment play no part.
"""

import socket
import ssl
from contextlib import contextmanager, suppress
from functools import cache
from ipaddress import ip_address
from itertools import chain, zip_longest

import certifi
from flask import current_app
from werkzeug.local import LocalProxy

from .addresses import UnsafeUrl, admit, target_of
from .connections import Connection, KeptConnections
from .exchange import Answer, Closed, ClosedBeforeAnswer, Nonsense, UnsafeHeader, exchange, head, request
from .resolver import LookupFailed, Resolver
from .time_limit import TimeLimit

__all__ = ["Answer", "UnsafeUrl", "Web", "WebError", "web"]

_CHECK_SECONDS = 3
_ATTEMPTS = 4
"""How many of a host's addresses are tried."""


class WebError(Exception):
    """No answer came. `kind` says where it ended, `message` says it to people.

    dns: the name did not resolve in time. connect: nobody listens there. tls: no trustworthy encryption. timeout: the
    time was over. http: what came was no answer. refused: we did not ask, for the URL or a header is not safe.
    """

    def __init__(self, kind, message):
        super().__init__(message)
        self.kind, self.message = kind, message


class Web:
    """Sends to public https endpoints; with `allow_local` also to loopback addresses, there even without TLS.

    Safe for threads, but not for a fork with connections open: make one per process. `connections_per_host` is how many
    connections to a host are kept for the next post; more are opened when more are needed at once.
    """

    def __init__(self, allow_local=False, connections_per_host=4, user_agent="Intake/0.1", *, ca_file=None,
                 resolve=socket.getaddrinfo):
        self._allow_local, self._user_agent = allow_local, user_agent
        self._resolver = Resolver(resolve)
        self._kept = KeptConnections(connections_per_host)
        self._tls = _trusting(ca_file or certifi.where())

    def check(self, url):
        """Returns if the URL may be registered. Raises `UnsafeUrl`.

        A public name that does not resolve passes, since its DNS may follow: every post checks again.
        """
        target = target_of(url, self._allow_local)
        try:
            admit(target, self._addresses(target, TimeLimit(_CHECK_SECONDS)), self._allow_local)
        except LookupFailed:
            if target.is_local:
                raise UnsafeUrl("The host does not resolve to this machine.") from None

    def post(self, url, body, headers, timeout=5.0, limit=16 * 1024):
        """The `Answer` to a POST of `body` (bytes), whatever its status. Raises `WebError`.

        After `timeout` seconds for everything together there is an answer or an error. The answer's body is read up to
        `limit` bytes, and not decompressed.
        """
        time_limit = TimeLimit(timeout)
        with _told_as_web_error():
            target = target_of(url, self._allow_local)
            message = request(target, headers, body, self._user_agent)
            if kept := self._kept.take(target.origin):
                # The server may have closed it just now, unseen. Nothing is lost by asking again on a new one.
                with suppress(ClosedBeforeAnswer):
                    return self._exchange(kept, target, message, limit, time_limit)
            return self._exchange(self._connect(target, time_limit), target, message, limit, time_limit)

    def send(self, method, url, body, headers, timeout, limit, size=None):
        """The `Answer` to a request that is sent once, whatever its status. Raises `WebError`.

        `body` is bytes, or with its `size` an iterable of them, which is read as it is sent. `timeout` and `limit` as
        for `post`. Only a GET may use a connection that was kept: should that turn out to be closed, nobody can tell
        whether the server had begun, and everything else must not begin twice.
        """
        time_limit = TimeLimit(timeout)
        with _told_as_web_error():
            target = target_of(url, self._allow_local)
            length = len(body) if size is None else size
            announced = head(target, headers, length, self._user_agent, method)
            message = announced + body if size is None else chain([announced], body)
            if method == "GET" and (kept := self._kept.take(target.origin)):
                with suppress(ClosedBeforeAnswer):
                    return self._exchange(kept, target, message, limit, time_limit)
            return self._exchange(self._connect(target, time_limit), target, message, limit, time_limit)

    def close(self):
        """No connection is kept any longer; those in use close when they are done."""
        self._kept.close()

    def _addresses(self, target, time_limit):
        return [target.address] if target.address else self._resolver.addresses(target.host, time_limit)

    def _exchange(self, connection, target, message, limit, time_limit):
        reusable = False
        try:
            answer, reusable = exchange(connection.sock, message, limit, time_limit)
            return answer
        finally:
            if reusable:
                self._kept.give(target.origin, connection)
            else:
                connection.close()

    def _connect(self, target, time_limit):
        addresses = self._addresses(target, time_limit)
        admit(target, addresses, self._allow_local)
        sock = _connected_to_one_of(_candidates(addresses), target.port, time_limit)
        return Connection(self._encrypted(sock, target.host, time_limit) if target.scheme == "https" else sock)

    def _encrypted(self, sock, host, time_limit):
        with sock:  # its file has moved into the encrypted socket by then, unless that failed
            sock.settimeout(time_limit.left())
            try:
                return self._tls.wrap_socket(sock, server_hostname=host)
            except ConnectionError as error:
                raise ssl.SSLError from error


web = LocalProxy(lambda: current_app.extensions["web"])
"""The running application's `Web`."""


@cache
def _trusting(ca_file):
    """What encrypts and verifies. Shared, because reading the world's authorities takes a while."""
    return ssl.create_default_context(cafile=ca_file)


def _candidates(addresses):
    """Those to be tried: of both families in turn, for one of them may lead nowhere from here."""
    first = [address for address in addresses if address.version == addresses[0].version]
    other = [address for address in addresses if address.version != addresses[0].version]
    return [address for pair in zip_longest(first, other) for address in pair if address][:_ATTEMPTS]


def _connected_to_one_of(addresses, port, time_limit):
    """A socket connected to the first address that answers; one that is silent must not use up the others' time."""
    for position, address in enumerate(addresses):
        try:
            return _connected(address, port, time_limit.left() / (len(addresses) - position))
        except OSError as error:
            failure = error
    raise failure


def _connected(address, port, seconds):
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
def _told_as_web_error():
    try:
        yield
    except UnsafeUrl as error:
        raise WebError("refused", error.reason) from error
    except UnsafeHeader as error:
        raise WebError("refused", "A header is not ours to send, or contains a control character.") from error
    except LookupFailed as error:
        raise WebError("dns", str(error)) from error
    except TimeoutError as error:
        raise WebError("timeout", "There was no complete answer in time.") from error
    except ssl.SSLError as error:
        raise WebError("tls", f"No trustworthy encryption: {_why(error)}.") from error
    except Closed as error:
        raise WebError("http", "The connection was closed before the answer was complete.") from error
    except Nonsense as error:
        raise WebError("http", str(error)) from error
    except OSError as error:
        raise WebError("connect", "The server cannot be reached.") from error


def _why(error):
    """What OpenSSL found wrong, such as `certificate has expired`."""
    found = getattr(error, "verify_message", None) or getattr(error, "reason", None) or "the handshake was cut off"
    return found.lower().replace("_", " ").rstrip(".")
