"""Counted requests that are lost when a process ends: those of two seconds if it is killed, otherwise none."""

import os
import signal
import time
from contextlib import contextmanager
from datetime import timedelta

import pytest
import requests

from intake.accounts.access.models import RequestCount
from intake.core.clock import now
from intake.core.write_buffer import EVERY_SECONDS
from local import ports
from tests.preloaded import start


@contextmanager
def serving(services):
    """gunicorn as in production with one worker process; returns (process, address)."""
    with ports.reserved(1) as (port,):
        env = os.environ | services.env | {"PORT": str(port), "HOST": "127.0.0.1", "WEB_CONCURRENCY": "1",
                                           "LOG_LEVEL": "WARNING", "LOCAL_DIR": str(services.directory)}
        process = start(["-m", "gunicorn", "--config", "config/gunicorn.py", "wsgi:app"], env=env)
        address = f"http://127.0.0.1:{port}"
        try:
            _wait_until_ready(address)
            yield process, address
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(10)


def _wait_until_ready(address):
    ends = time.monotonic() + 60
    while time.monotonic() < ends:
        try:
            return requests.get(f"{address}/healthz", timeout=10)
        except requests.RequestException:
            time.sleep(0.1)
    raise TimeoutError


@pytest.fixture
def ask(api):
    """Send this many requests of the firm: `ask(address, 5)`."""
    def asked(address, times):
        for _ in range(times):
            answer = requests.get(f"{address}/api/v1/clients", headers={"X-Api-Key": api.key}, timeout=10)
            assert answer.status_code == 200

    return asked


def _kept(firm):
    today, day = now().date(), timedelta(days=1)
    return RequestCount.between(firm, today - day, today + day).scalar()


def _kept_in_time(firm, count):
    ends = time.monotonic() + EVERY_SECONDS + 60
    while _kept(firm) < count and time.monotonic() < ends:
        time.sleep(0.1)
    return _kept(firm)


def test_killed_process_loses_its_last_counts(services, firm, ask):
    with serving(services) as (process, address):
        ask(address, 20)
        assert _kept_in_time(firm, 20) == 20
        ask(address, 5)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(10)

    assert 20 <= _kept(firm) <= 25


def test_stopping_saves_all_counts_also_without_redis(services, firm, ask):
    with serving(services) as (process, address):
        services.redis.kill()
        try:
            ask(address, 7)
            process.send_signal(signal.SIGTERM)
            assert process.wait(60) == 0
        finally:
            services.redis.start()

    assert _kept(firm) == 7
