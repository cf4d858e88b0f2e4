"""Servers on loopback with a given behaviour."""

import socket
import struct
import time
from contextlib import suppress
from threading import Event, Lock, Thread


class Client:
    """The server's end of one connection."""

    def __init__(self, sock, number):
        self.sock, self.number = sock, number
        """`number` counts the server's connections from 1."""
        self._inbox = b""

    def request(self):
        """Return the next whole request in bytes; None when the client has closed."""
        while (end := self._inbox.find(b"\r\n\r\n")) < 0:
            if not self._receive():
                return None
        head = self._inbox[:end].decode("latin-1").lower()
        length = int(head.split("content-length: ")[1].split("\r\n")[0])
        while len(self._inbox) < end + 4 + length:
            if not self._receive():
                return None
        request, self._inbox = self._inbox[:end + 4 + length], self._inbox[end + 4 + length:]
        return request

    def send(self, data):
        self.sock.sendall(data)

    def drip(self, data, every=0.05):
        """Send one byte after the other, until the connection is closed."""
        for byte in data:
            self.send(bytes([byte]))
            time.sleep(every)

    def reset(self):
        """Close with RST instead of FIN."""
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.sock.close()

    def _receive(self):
        data = self.sock.recv(65536)
        self._inbox += data
        return data


class Server:
    """A server on loopback; each connection runs `behave(client)` in a thread and is closed after it.

    `connections` counts them, `requests` keeps those that `behave` read by `client.request()`, `stopping` is set at the
    end.
    """

    def __init__(self, behave, tls=None, address="127.0.0.1"):
        self.connections, self.requests, self.stopping = 0, [], Event()
        self._behave, self._tls, self._lock = behave, tls, Lock()
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        self._listener = socket.create_server((address, 0), family=family, backlog=128)
        self.port = self._listener.getsockname()[1]
        self._threads = [Thread(target=self._listen)]
        self._open = set()
        self._threads[0].start()

    def url(self, path="/hook", host="127.0.0.1", scheme=None):
        return f"{scheme or ('https' if self._tls else 'http')}://{host}:{self.port}{path}"

    def stop(self):
        """Stop the server and close every connection."""
        if self.stopping.is_set():
            return
        self.stopping.set()
        socket.create_connection(self._listener.getsockname()[:2]).close()  # wakes the listening thread
        with self._lock:
            for sock in self._open:
                with suppress(OSError):
                    sock.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        self._listener.close()

    def _listen(self):
        while True:
            sock = self._listener.accept()[0]
            if self.stopping.is_set():
                sock.close()
                return
            with self._lock:
                self.connections += 1
                self._open.add(sock)
            self._threads.append(Thread(target=self._serve, args=(sock, self.connections)))
            self._threads[-1].start()

    def _serve(self, sock, number):
        # The client hangs up on most of these servers, as intended.
        with suppress(OSError), sock:
            if self._tls:
                sock = self._tls.wrap_socket(sock, server_side=True)
            with sock:
                client = Client(sock, number)
                read = client.request
                client.request = lambda: self._noted(read())
                self._behave(client)
        with self._lock:
            self._open.discard(sock)

    def _noted(self, request):
        if request is not None:
            self.requests.append(request)
        return request


def head(*lines):
    """Return the head of a message."""
    return "".join(f"{line}\r\n" for line in (*lines, "")).encode("latin-1")


def ok(body=b"ok", status="200 OK", *headers):
    """Return an answer as most servers send it."""
    return head(f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *headers) + body


def answering(answer):
    """Return a behaviour that answers every request with these bytes and keeps the connection open."""

    def behave(client):
        while client.request() is not None:
            client.send(answer)

    return behave


def answering_once(answer):
    """Return a behaviour that answers one request with these bytes and closes the connection."""

    def behave(client):
        client.request()
        client.send(answer)

    return behave
