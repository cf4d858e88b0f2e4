"""ClamAV's own daemon, if it is installed (Debian: `clamav-daemon`), with a database that knows EICAR."""

import os
import shutil
from contextlib import contextmanager

import pytest

from local import ports
from local.directory import claimed
from local.processes import Child

STREAM_MAX_MB = 2
_SIGNATURES = "44d88612fea8a8f36de82e1278abb02f:68:Eicar-Test-Signature\n"
_PROGRAM = shutil.which("clamd", path=f"{os.environ.get('PATH', '')}:/usr/local/sbin:/usr/sbin")


class RealClamd(Child):
    """A clamd on a free port, run by the tests' user, that uses no file of the system's clamd."""

    def __init__(self, directory, port):
        self.port, self.url = port, f"tcp://127.0.0.1:{port}"
        config = directory / "clamd.conf"
        super().__init__("clamd", [_PROGRAM, "--config-file", config], directory)
        (directory / "signatures").mkdir()
        (directory / "signatures" / "eicar.hdb").write_text(_SIGNATURES)
        config.write_text(
            f"Foreground yes\nTCPAddr 127.0.0.1\nTCPSocket {port}\nDatabaseDirectory {directory / 'signatures'}\n"
            f"TemporaryDirectory {directory}\nStreamMaxLength {STREAM_MAX_MB}M\nMaxFileSize 1M\nAlertExceedsMax yes\n")

    def is_ready(self):
        return ports.answers(self.port, b"zPING\0", b"PONG")


@contextmanager
def running(directory):
    """Run the daemon until the block ends. Skip the test if it is not installed."""
    if _PROGRAM is None:
        pytest.skip("clamd is not installed")
    with claimed(directory) as claim, ports.reserved(1) as (port,), RealClamd(claim, port).running() as clamd:
        yield clamd
