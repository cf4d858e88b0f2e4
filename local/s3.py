"""An S3 store: `rclone serve s3`, which checks signatures and expiry as Amazon's does and keeps objects as files.

Objects survive a restart; their metadata (content type, x-amz-meta-*), which rclone holds in memory, does not.
"""

import os
import sysconfig
from pathlib import Path

from local import ports
from local.processes import Child


class S3(Child):
    """A store in the folder `s3` with one bucket, which browsers may use from pages of `origin`."""

    def __init__(self, directory, port, bucket, access_key, secret_key, origin):
        self.port = port
        self.bucket = directory / "s3" / bucket
        # an empty config in memory, so that the user's own configuration of rclone is ignored
        command = [Path(sysconfig.get_path("scripts")) / "rclone", "serve", "s3", self.bucket.parent, "--config", "",
                   "--addr", f"127.0.0.1:{port}", "--allow-origin", origin]
        # The key is in the environment, because command lines are readable by everyone.
        env = {"PATH": os.environ.get("PATH", os.defpath), "HOME": str(directory),
               "RCLONE_AUTH_KEY": f'"{access_key},{secret_key}"'}
        super().__init__("s3", command, directory, env=env)

    def prepare(self):
        self.bucket.mkdir(exist_ok=True)

    def is_ready(self):
        return ports.answers(self.port, b"GET / HTTP/1.0\r\n\r\n", b"HTTP/1.")
