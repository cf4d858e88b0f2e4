"""A server in front of another one that adds TLS, for servers that cannot do that themselves.

    with TlsProxy("127.0.0.1:6379", authority.server("127.0.0.1")) as proxy:
        … proxy.port …

With `for_postgres` TLS begins after the request for it, as Postgres does.
"""

import asyncio
import threading
from contextlib import suppress

_CHUNK = 16 * 1024
_SSL_REQUEST_BYTES = 8


class TlsProxy:
    """Decrypts what it receives, forwards it to `target`, host:port, and encrypts the answers, until the block ends."""

    def __init__(self, target, tls, for_postgres=False):
        host, _, port = target.partition(":")
        self._target, self._tls, self._for_postgres = (host, int(port)), tls, for_postgres
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self.port = None

    def __enter__(self):
        self._thread.start()
        self._server = self._run(asyncio.start_server(
            self._serve, "127.0.0.1", 0, ssl=None if self._for_postgres else self._tls))
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def __exit__(self, *_):
        self._run(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(10)

    async def _close(self):
        self._server.close()
        others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await asyncio.sleep(0)  # so that the connections are closed

    async def _serve(self, reader, writer):
        try:
            with suppress(OSError, asyncio.IncompleteReadError):
                if self._for_postgres:
                    await reader.readexactly(_SSL_REQUEST_BYTES)
                    writer.write(b"S")
                    await writer.start_tls(self._tls)
                there_reader, there_writer = await asyncio.open_connection(*self._target)
                await asyncio.gather(_pass_on(reader, there_writer), _pass_on(there_reader, writer))
        finally:
            writer.transport.abort()


async def _pass_on(reader, writer):
    try:
        with suppress(OSError):
            while chunk := await reader.read(_CHUNK):
                writer.write(chunk)
                await writer.drain()
    finally:
        writer.close()
