"""A stand-in for clamd that answers INSTREAM correctly, or with a fault that a test chooses.

    with Clamd() as clamd: Scanner(clamd.url, 100).scan(…)
    with Clamd(hang_up) as clamd: …
"""

import socket
import struct
import threading
import time
from contextlib import contextmanager, suppress

from intake.gateways.scanner import Scanner

EICAR = b"X5O!P%@AP[4\\PZX54(P^)7CC)7}$" + b"EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"
"""The EICAR test file that every virus scanner detects; in two halves, so that no scanner detects it in this file."""

SIGNATURE = "Eicar-Test-Signature"
SIZE_EXCEEDED = b"INSTREAM size limit exceeded. ERROR\0"


class Talk:
    """The server's side of a connection."""

    def __init__(self, connection, ended):
        self.connection, self.ended = connection, ended

    def command(self):
        """Read the command up to its NUL."""
        command = b""
        while not command.endswith(b"\0"):
            command += self._exactly(1)
        return command

    def chunks(self):
        """Yield the chunks of a stream up to the empty one."""
        while length := struct.unpack(">I", self._exactly(4))[0]:
            yield self._exactly(length)

    def send(self, data):
        self.connection.sendall(data)

    def _exactly(self, length):
        parts = []
        while length:
            part = self.connection.recv(length)
            if not part:
                raise ConnectionError
            parts.append(part)
            length -= len(part)
        return b"".join(parts)


class Clamd:
    """Listens on a free port or at a path, and serves every connection with `behaviour`."""

    def __init__(self, behaviour=None, path=None):
        self._behaviour = behaviour or honest
        if path:
            self._listener = socket.socket(socket.AF_UNIX)
            self._listener.bind(str(path))
            self._listener.listen(64)
            self.url = f"unix://{path}"
        else:
            self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
            self.url = f"tcp://127.0.0.1:{self._listener.getsockname()[1]}"
        self.connections = 0
        self._ended = threading.Event()
        self._threads = []

    def __enter__(self):
        self._start(self._accept)
        return self

    def __exit__(self, *_):
        self._ended.set()
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for thread in self._threads:
            thread.join(5)

    def _accept(self):
        while not self._ended.is_set():
            with suppress(OSError):
                connection, _ = self._listener.accept()
                self.connections += 1
                self._start(self._serve, connection)

    def _serve(self, connection):
        with connection, suppress(OSError):
            self._behaviour(Talk(connection, self._ended))

    def _start(self, work, *arguments):
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()


def honest(talk):
    """Answer like clamd, which detects EICAR anywhere in the stream."""
    command = talk.command()
    if command == b"zPING\0":
        talk.send(b"PONG\0")
    elif command == b"zVERSION\0":
        talk.send(b"ClamAV 1.4.6/27000/Sat Nov 21 00:00:00 2026\0")
    elif command == b"zINSTREAM\0":
        found, tail = False, b""
        for chunk in talk.chunks():
            found = found or EICAR in tail + chunk
            tail = chunk[-len(EICAR):]
        talk.send(f"stream: {SIGNATURE} FOUND\0".encode() if found else b"stream: OK\0")
    else:
        talk.send(b"UNKNOWN COMMAND\0")


def answering(answer):
    """Read everything, then send these bytes."""

    def behave(talk):
        talk.command()
        for _ in talk.chunks():
            pass
        talk.send(answer)

    return behave


def interrupting(answer, after=1, then_wait=False):
    """Send these bytes after this many chunks; then close the connection, or leave the rest unread."""

    def behave(talk):
        talk.command()
        chunks = talk.chunks()
        for _ in range(after):
            next(chunks)
        talk.send(answer)
        if then_wait:
            talk.ended.wait(10)

    return behave


def dripping(answer, pause):
    """Send these bytes one at a time."""

    def behave(talk):
        answering(b"")(talk)
        for byte in answer:
            time.sleep(pause)
            talk.send(bytes([byte]))

    return behave


def hang_up(talk):
    """Read one chunk and close the connection."""
    interrupting(b"")(talk)


def silent(talk):
    """Read everything and never answer."""
    answering(b"")(talk)
    talk.ended.wait(10)


def deaf(talk):
    """Accept the connection and neither read nor answer."""
    talk.ended.wait(10)


@contextmanager
def scanning_at(app, url, max_mb=100):
    """Let the application scan with the clamd at this address until the block ends."""
    before = app.extensions["scanner"]
    app.extensions["scanner"] = Scanner(url, max_mb)
    try:
        yield
    finally:
        app.extensions["scanner"] = before
