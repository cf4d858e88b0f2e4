"""A TCP proxy whose connections can be cut, held or slowed down, like those of a phone or to a distant server.

    with TcpProxy("127.0.0.1:9000") as proxy:
        proxy.cut_after(100_000)    # the next connection that has carried so many bytes to the server
        … proxy.url …
        proxy.pace = 100_000        # so many bytes a second go to the server, whatever the client has handed over
    proxy.is_dead = True        # refuses every connection until it is False again
"""

import socket
import struct
import threading
import time
from contextlib import suppress

_RESET = struct.pack("ii", 1, 0)
_CHUNK = 16 * 1024


class TcpProxy:
    """Forwards bytes to `target`, host:port, and back, until the block ends; answers arrive `delay` seconds later."""

    def __init__(self, target, delay=0):
        host, _, port = target.partition(":")
        self._target = host, int(port)
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self._listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._delay = delay
        self.pace = None
        self.is_dead = False
        self.cuts = 0
        self._limit = None
        self._gate = threading.Event()
        self._gate.set()

    def __enter__(self):
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._gate.set()
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def cut_after(self, count):
        """Break the next connection that has carried more than this many bytes to the server."""
        self._limit = count

    def hold(self):
        """Forward nothing until `release`."""
        self._gate.clear()

    def release(self):
        self._gate.set()

    def _accept(self):
        with suppress(OSError):
            while True:
                here, _ = self._listener.accept()
                threading.Thread(target=self._connect, args=(here,), daemon=True).start()

    def _connect(self, here):
        if self.is_dead:
            _break(here)
            return
        with suppress(OSError), here, socket.create_connection(self._target) as there:
            back = threading.Thread(target=self._pass_on, args=(there, here, None), daemon=True)
            back.start()
            self._pass_on(here, there, 0)
            back.join()

    def _pass_on(self, source, sink, carried):
        """Forward bytes; `carried` counts those to the server and is None in the other direction."""
        with suppress(OSError):
            while chunk := source.recv(_CHUNK):
                self._gate.wait(30)
                if carried is None:
                    time.sleep(self._delay)
                else:
                    carried += len(chunk)
                    if self.pace:
                        time.sleep(len(chunk) / self.pace)
                    if self.is_dead or (self._limit is not None and carried > self._limit):
                        self._limit = None
                        self.cuts += 1
                        _break(source)
                        break
                sink.sendall(chunk)
        with suppress(OSError):
            sink.shutdown(socket.SHUT_RDWR)


def _break(connection):
    """Reset the connection, which the other end notices at once."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
    connection.close()
