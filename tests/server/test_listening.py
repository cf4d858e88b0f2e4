"""The addresses that the web server listens on, and starts that end because of wrong settings."""

import re
import socket
import subprocess
import sys

import pytest

from local import ROOT
from local.application import environment
from server.address import is_taken, problems_of_address
from tests.web_server import serving


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has no IPv6")
def test_listens_on_ipv6_and_ipv4(services, app):
    with serving(services, HOST="::") as server:
        for address in ("::1", "127.0.0.1"):
            with socket.create_connection((address, server.port), timeout=30) as connection:
                connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                assert connection.recv(4096).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("host", ["192.0.2.1", "nowhere.invalid", "2001:db8::1"])
def test_address_of_another_machine_is_named(host):
    assert problems_of_address(host, 8000).keys() == {"HOST"}


def test_address_in_use_may_become_free(services, app):
    with socket.create_server(("127.0.0.1", 0)) as server:
        host, port = server.getsockname()
        assert problems_of_address(host, port) == {}
        assert is_taken(host, port, seconds=0)
        ended = subprocess.run(
            [sys.executable, "-m", "gunicorn", "--config", "config/gunicorn.py", "wsgi:app"], cwd=ROOT, timeout=120,
            env=environment(services) | {"HOST": host, "PORT": str(port)}, capture_output=True, text=True)
    assert ended.returncode == 1
    assert "  PORT: Another program listens on it." in ended.stderr
    assert not is_taken(host, port)


@pytest.mark.parametrize(("command", "name"), [
    (["-m", "gunicorn", "--config", "config/gunicorn.py", "wsgi:app"], "HOST"), (["worker.py"], "AWS_…")])
def test_wrong_settings_end_the_start_with_a_sentence(services, command, name):
    environ = environment(services) | {
        "HOST": "192.0.2.1", "S3_ACCESS_KEY_ID": "", "S3_SECRET_ACCESS_KEY": "", "AWS_PROFILE": "unknown"}
    ended = subprocess.run([sys.executable, *command], env=environ, capture_output=True, text=True, cwd=ROOT,
                           timeout=120)

    assert ended.returncode == 1
    assert re.fullmatch(rf"Intake cannot start, these settings are wrong:\n  {name}: .*\n", ended.stderr)
