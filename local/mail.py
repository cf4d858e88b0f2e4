"""A mail server that writes every mail to a file in LOCAL_DIR/mail; the names sort by time.

    python -m local.mail PORT FOLDER
"""

import asyncio
import secrets
import sys
from datetime import UTC, datetime
from pathlib import Path

from aiosmtpd.smtp import SMTP

from local import ports
from local.directory import write_private
from local.processes import Child

LARGEST = 50 * 1024 * 1024  # bytes


class Mail(Child):
    """The mail server as a child process."""

    def __init__(self, directory, port):
        super().__init__("mail", [sys.executable, "-m", "local.mail", port, directory / "mail"], directory)
        self.port = port

    def is_ready(self):
        return ports.answers(self.port, b"QUIT\r\n", b"220 ")


class Folder:
    """Accepts every mail and writes it into a folder."""

    def __init__(self, path):
        self.path = Path(path)

    async def handle_DATA(self, _server, _session, envelope):
        """Write the mail, with the envelope as headers, as a delivery adds them, so that Bcc is also visible."""
        added = [f"Return-Path: <{envelope.mail_from}>", *(f"Delivered-To: {to}" for to in envelope.rcpt_tos)]
        head = "".join(f"{line}\r\n" for line in added).encode(errors="surrogateescape")
        name = f"{datetime.now(UTC):%Y%m%dT%H%M%S.%fZ}-{secrets.token_hex(4)}.eml"
        await asyncio.to_thread(write_private, self.path / name, head + envelope.original_content)
        return "250 OK"


async def serve(port, path):
    """Accept mail on this port until the process ends."""
    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: SMTP(Folder(path), enable_SMTPUTF8=True, data_size_limit=LARGEST, loop=loop), "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), sys.argv[2]))
