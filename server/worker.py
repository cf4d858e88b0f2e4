"""gunicorn's threaded worker, whose threads get only complete requests.

The loop reads requests, and sends the parts of answers that clients do not take at once. So a slow client occupies a
connection, never a thread; long answers are written in turns (turns.py). Each client has a time limit; when there are
too many connections, the one that has waited longest is closed.
"""

import errno
import socket
import time
import uuid
from contextlib import suppress
from selectors import EVENT_READ, EVENT_WRITE

from gunicorn.workers.gthread import ThreadWorker

from intake.core.logging import context

from .connection import LINGER_SECONDS, Connection
from .listening import HANDSHAKE_SECONDS, ignore_new_connections, is_open_in_parent
from .refusals import TOO_SLOW, answer_of, refusal_of
from .threads import Threads

_TICK_SECONDS = 0.25
_HEALTH = ("/healthz", "/readyz", "/metrics")
_HEALTH_THREADS = 4
_WAITING_SECONDS = 2
"""How long a request may have waited for a thread before the server looks whether its client has gone."""


class BufferingWorker(ThreadWorker):
    """A process of the web server. It takes new connections until `drain_seconds` after it was asked to stop."""

    drain_seconds = 0
    performs_tasks = False

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._waiting = {}  # connection: what to do when its time is over; the one that waits longest is the first
        self._next_check = 0.0
        self._health_pool = Threads(_HEALTH_THREADS)

    def run(self):
        """Serve until the process is asked to stop, then let the open connections end."""
        self.poller.register(self.method_queue.fileno(), EVENT_READ, self.method_queue.run_callbacks)
        while self.alive and self.is_parent_alive():
            self._turn(accepting=True)
        self._stop()

    def accept(self, listener):
        """Take a new connection, and return whether there was one.

        When there are too many, it replaces the one that has waited longest.
        """
        try:
            accepted, client = listener.accept()
        except OSError as error:
            if error.errno in (errno.EMFILE, errno.ENFILE):
                self._close_longest_waiting()
            elif error.errno not in (errno.EAGAIN, errno.EWOULDBLOCK, errno.ECONNABORTED):
                raise
            return False
        if self.nr_conns >= self.worker_connections:
            self._close_longest_waiting()
        self.nr_conns += 1
        connection = Connection(self.cfg, accepted, client, listener.getsockname())
        self._wait(connection, EVENT_READ, self._receive, self._refuse)
        return True

    def get_thread_pool(self):
        return Threads(self.cfg.threads)

    def enqueue_req(self, conn):
        """Let a thread answer.

        Health checks and metrics are answered by separate threads, because all others may be waiting for a database
        that hangs: platforms end a process that does not answer, and the metrics report the cause.
        """
        message = conn.parser.mesg
        threads = self._health_pool if message and message.path in _HEALTH else self.tpool
        self._call_in_thread(threads, conn, self._answer, conn, time.monotonic() + _WAITING_SECONDS)

    def finish_request(self, conn, keeps_alive):
        """Send the rest of the answer, then go on with the connection. The loop calls this after the thread."""
        conn.keeps_alive = keeps_alive
        if conn.sock.unsent:
            conn.begin_sending()
            self._wait(conn, EVENT_WRITE, self._send, self._close)
        else:
            self._after_answer(conn)

    def handle_error(self, req, client, addr, exc):
        """Answer a request that cannot be read, or failed outside of the application.

        The log gets no part of it: an address may hold a secret link.
        """
        request_id, refusal = uuid.uuid4().hex, refusal_of(exc)
        context.set({"request_id": request_id})  # that of the request before is still there
        if refusal.status == 500:
            self.log.exception("error handling request")
        else:
            self.log.warning("request refused", extra={"status": refusal.status, "reason": type(exc).__name__})
        with suppress(OSError):
            client.sendall(answer_of(refusal, request_id))

    def _answer(self, connection, may_be_dropped_at):
        """Answer, unless the client has gone meanwhile: after an outage a minute's requests may be waiting."""
        if time.monotonic() < may_be_dropped_at or not connection.sock.is_closed_by_client():
            return self.handle(connection)
        self.log.info("request dropped, its client has gone")
        return False

    def _call_in_thread(self, threads, connection, act, *arguments):
        """Let a thread act on the connection; `finish_request` follows."""
        def call():
            keeps_alive = False
            try:
                keeps_alive = bool(act(*arguments))
            finally:
                self.method_queue.defer(self.finish_request, connection, keeps_alive)

        threads.call(call)

    def murder_keepalived(self, force=False):
        """Close the connections whose time is over, or all that wait for their clients."""
        now = time.monotonic()
        if force or now >= self._next_check:
            self._next_check = now + _TICK_SECONDS
            for connection in [each for each in self._waiting if force or each.deadline <= now]:
                self._waiting[connection](connection)

    def _turn(self, accepting):
        self.notify()
        self.set_accept_enabled(accepting and (self.nr_conns < self.worker_connections or bool(self._waiting)))
        self.wait_for_and_dispatch_events(timeout=_TICK_SECONDS if self._waiting or not self.alive else 1.0)
        self.murder_keepalived()

    def _stop(self):
        """Accept connections a while longer, so that balancers notice; then close when all have their answers.

        While `alive` is false gunicorn answers with `Connection: close`.
        """
        began = time.monotonic()
        while self.is_parent_alive() and time.monotonic() < began + self.drain_seconds:
            self._turn(accepting=True)
        self._close_listeners()
        self._limit_idle(began)
        while self.nr_conns and time.monotonic() < began + self.cfg.graceful_timeout:
            self._turn(accepting=False)
        self.murder_keepalived(force=True)
        self.tpool.shutdown(wait=False)
        self._health_pool.shutdown(wait=False)
        self.poller.close()
        self.method_queue.close()

    def _close_listeners(self):
        """Stop listening. Connections that have been established by then are taken: closing would reset them."""
        if not any(is_open_in_parent(listener) for listener in self.sockets):
            for listener in self.sockets:
                ignore_new_connections(listener)
            ends = time.monotonic() + HANDSHAKE_SECONDS
            while time.monotonic() < ends:
                self._turn(accepting=True)
        self.set_accept_enabled(False)
        for listener in self.sockets:
            while self.accept(listener):
                pass
            listener.close()

    def _limit_idle(self, began):
        """Give clients a moment for a request that they may be sending."""
        for connection in self._waiting:
            if connection.is_idle:
                since = began if connection.keeps_alive else time.monotonic()
                connection.deadline = min(connection.deadline, since + LINGER_SECONDS)

    def _receive(self, connection):
        try:
            if connection.receive():
                self._stop_waiting(connection)
                self.enqueue_req(connection)
        except BlockingIOError:
            pass
        except (OSError, EOFError):
            self._close(connection)

    def _send(self, connection):
        try:
            if connection.send():
                self._stop_waiting(connection)
                if connection.sock.rest:
                    self._call_in_thread(self.tpool, connection, connection.sock.rest.write)
                else:
                    self._after_answer(connection)
        except OSError:
            self._close(connection)

    def _after_answer(self, connection):
        if not connection.keeps_alive:
            self._linger(connection)
            return
        try:
            complete = connection.begin_next_request()
        except OSError:
            self._close(connection)
            return
        if complete:
            self.enqueue_req(connection)
        else:
            self._wait(connection, EVENT_READ, self._receive, self._refuse)

    def _linger(self, connection):
        """Close our side, then the connection once the client has closed its own; no answer is lost (RFC 9112, 9.6)."""
        try:
            connection.sock.shutdown(socket.SHUT_WR)
        except OSError:
            self._close(connection)
        else:
            connection.deadline = time.monotonic() + LINGER_SECONDS
            self._wait(connection, EVENT_READ, self._discard, self._close)

    def _discard(self, connection):
        try:
            if connection.discard():
                self._close(connection)
        except BlockingIOError:
            pass
        except OSError:
            self._close(connection)

    def _refuse(self, connection):
        """Close a connection whose request did not come in time."""
        if not connection.is_idle:
            with suppress(OSError):
                connection.sock.sendall(answer_of(TOO_SLOW))
        self._close(connection)

    def _wait(self, connection, event, on_ready, on_timeout):
        def ready(_):
            if connection in self._waiting:  # it may have been closed since the loop collected its events
                on_ready(connection)

        self._waiting[connection] = on_timeout
        self.poller.register(connection.sock, event, ready)

    def _stop_waiting(self, connection):
        if self._waiting.pop(connection, None):
            self.poller.unregister(connection.sock)

    def _close(self, connection):
        self._stop_waiting(connection)
        connection.close()
        self.nr_conns -= 1

    def _close_longest_waiting(self):
        for connection, close in self._waiting.items():
            close(connection)
            break
