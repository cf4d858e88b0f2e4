"""`deploy/Caddyfile` in the real Caddy, if it is installed (Debian: `caddy`)."""

import os
import shutil

import pytest
import requests

from local import ports
from local.processes import Child

from .files import text

CADDY = shutil.which("caddy")
pytestmark = pytest.mark.skipif(CADDY is None, reason="Caddy is not installed")

OPTIONS = """{
	admin off
	http_port %s
	https_port %s
	local_certs
	skip_install_trust
	servers {
		protocols h1
	}
}
"""
# HTTP/3 would need the UDP ports with which `ports.reserved` marks its choice.


@pytest.fixture(scope="module")
def get_in_clear(tmp_path_factory):
    """Ask Caddy by http for a path of intake.localhost."""
    folder = tmp_path_factory.mktemp("caddy")
    for name in ("logs", "run"):
        (folder / name).mkdir()
    with ports.reserved(2) as (http, https):
        (folder / "Caddyfile").write_text(OPTIONS % (http, https) + text("deploy/Caddyfile"))
        caddy = Child("caddy", [CADDY, "run", "--config", folder / "Caddyfile"], folder, env={
            "PATH": os.environ["PATH"], "HOME": str(folder), "DOMAIN": "intake.localhost"})
        caddy.is_ready = lambda: ports.answers(http, b"GET / HTTP/1.0\r\n\r\n", b"HTTP/1.")
        with caddy.running():
            yield lambda path: requests.get(f"http://127.0.0.1:{http}{path}", headers={"Host": "intake.localhost"},
                                            allow_redirects=False, timeout=20)


@pytest.mark.parametrize("path", ["/api/v1/matters", "/oauth/token"])
def test_programs_that_send_keys_in_clear_are_refused(get_in_clear, path):
    answer = get_in_clear(path)
    assert (answer.status_code, answer.text) == (403, "Use https.")


def test_people_are_sent_to_https(get_in_clear):
    answer = get_in_clear("/login?lang=es")
    assert (answer.status_code, answer.headers["Location"]) == (301, "https://intake.localhost/login?lang=es")
