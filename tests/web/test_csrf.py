"""The CSRF cookie: not readable by scripts, other sites and eavesdroppers."""

import pytest
from flask import Flask, Response

from config.settings import Settings
from intake.web import csrf


@pytest.mark.parametrize(("address", "secure"), [("https://intake.example", True), ("http://127.0.0.1:8000", False)])
def test_the_cookie_is_secure_where_the_address_is_https(address, secure):
    app = Flask("try")
    app.extensions["settings"] = Settings({"APP_URL": address})

    with app.test_request_context():  # plain HTTP, as forwarded by a proxy
        cookie = csrf.protected(Response(), "a" * 32).headers["Set-Cookie"]

    assert cookie.startswith("__Host-intake_csrf=") == ("; Secure" in cookie) == secure
    assert "; Path=/" in cookie
    assert "Domain" not in cookie
    assert "; HttpOnly" in cookie
    assert "; SameSite=Lax" in cookie


def test_over_tls_a_cookie_set_by_another_host_is_ignored():
    """Another host of the same domain can set cookies for our host, but none whose name begins with `__Host-`."""
    app = Flask("try", static_folder=None)
    app.secret_key = "secret"
    app.extensions["settings"] = Settings({"APP_URL": "https://intake.example"})

    def is_genuine(cookie_name):
        sent = {"headers": {"Cookie": f"{cookie_name}={'a' * 32}"}, "data": {"csrf": csrf.signature("a" * 32)}}
        with app.test_request_context(method="POST", **sent):
            return csrf.is_genuine()

    with app.app_context():
        assert not is_genuine("intake_csrf")
        assert is_genuine("__Host-intake_csrf")
