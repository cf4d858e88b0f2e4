"""The cookie of a form: out of reach of scripts and other sites, and of anybody on the wire."""

import pytest
from flask import Flask, Response

from config.settings import Settings
from intake.web import csrf


@pytest.mark.parametrize(("address", "secure"), [("https://intake.example", True), ("http://127.0.0.1:8000", False)])
def test_it_goes_over_tls_only_wherever_people_come_by_tls(address, secure):
    app = Flask("try")
    app.extensions["settings"] = Settings({"APP_URL": address})

    with app.test_request_context():  # plain http, as a proxy hands it on
        cookie = csrf.protected(Response(), "a" * 32).headers["Set-Cookie"]

    assert ("; Secure" in cookie) == secure
    assert "; HttpOnly" in cookie
    assert "; SameSite=Lax" in cookie
