"""Debian's Redis, if it is installed (Debian: `redis-server`); the embedded one is Valkey."""

import secrets
import shutil
from contextlib import contextmanager

import pytest

from local import ports
from local.directory import claimed
from local.redis_server import Redis

_PROGRAM = shutil.which("redis-server")


@contextmanager
def running(directory):
    """Run it until the block ends, and yield its URL. Skip the test if it is not installed."""
    if _PROGRAM is None:
        pytest.skip("Debian's Redis is not installed")
    with claimed(directory) as claim, ports.reserved(1) as (port,):
        redis = Redis(claim, port, secrets.token_hex(16), durable=False)
        redis.command[0] = _PROGRAM
        with redis.running():
            yield f"redis://:{redis.password}@127.0.0.1:{port}/0"
