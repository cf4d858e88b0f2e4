"""A stand-in for Twilio: its HTTP API, and its signed callbacks.

    with Twilio() as twilio, sending_with(app, twilio):
        twilio.fault = refusing(400, 21211)
"""

import base64
import hashlib
import hmac
import json
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qsl, urlencode
from uuid import uuid4

from config.settings import Settings
from intake.gateways.sms import Sms
from tests.stand_ins.http_server import HttpServer

ACCOUNT, TOKEN, NUMBER = "AC" + "0" * 32, "the-auth-token", "+15005550006"
_AUTHORIZATION = "Basic " + base64.b64encode(f"{ACCOUNT}:{TOKEN}".encode()).decode()


class Twilio(HttpServer):
    """Keeps messages in `messages`; if `fault` is set, `fault(handler, form, twilio)` answers instead."""

    def __init__(self):
        self.messages, self.requests, self.fault = [], 0, None
        twilio = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                twilio.requests += 1
                form = dict(parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode()))
                (twilio.fault or working)(self, form, twilio)

            def do_GET(self):
                known = self.headers["Authorization"] == _AUTHORIZATION
                self.answer(*((200, {"sid": ACCOUNT}) if known else (401, {"code": 20003, "status": 401})))

            def answer(self, status, payload):
                body = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        super().__init__(Handler)

    def settings(self, settings):
        """Return the settings of an installation that sends with this Twilio."""
        return Settings(settings.values | {
            "TWILIO_ACCOUNT_SID": ACCOUNT, "TWILIO_AUTH_TOKEN": TOKEN, "TWILIO_FROM": NUMBER,
            "TWILIO_API_URL": self.url})

    def take(self, form):
        """Accept the message and return its SID."""
        sid = f"SM{uuid4().hex}"
        self.messages.append(form | {"Sid": sid})
        return sid


def working(handler, form, twilio):
    """Answer like Twilio: check the account and the number."""
    if handler.path != f"/2010-04-01/Accounts/{ACCOUNT}/Messages.json":
        handler.answer(404, {"code": 20404, "status": 404})
    elif handler.headers["Authorization"] != _AUTHORIZATION:
        handler.answer(401, {"code": 20003, "status": 401})
    elif not form.get("Body") or form.get("From") != NUMBER:
        handler.answer(400, {"code": 21602, "status": 400})
    else:
        handler.answer(201, {"sid": twilio.take(form), "status": "queued"})


def refusing(status, code):
    """Refuse the message with Twilio's error."""
    return lambda handler, form, twilio: handler.answer(status, {"code": code, "status": status, "message": "No."})


def gateway_error(handler, form, twilio):
    """Accept the message, and answer as a proxy that lost Twilio's answer."""
    twilio.take(form)
    handler.answer(502, b"<html>Bad gateway</html>")


def cutting(handler, form, twilio):
    """Accept the message and close the connection without an answer."""
    twilio.take(form)
    handler.connection.close()


def unending(piece, seconds):
    """Accept the message and answer with these bytes again and again for twenty seconds, with a pause after each."""

    def answer(handler, form, twilio):
        twilio.take(form)
        handler.send_response(201)
        handler.end_headers()
        until = time.monotonic() + 20
        while time.monotonic() < until:
            handler.wfile.write(piece)
            time.sleep(seconds)
        twilio.messages[-1]["Ended"] = True

    return answer


def slow(seconds):
    """Accept the message and answer after a delay."""

    def answer(handler, form, twilio):
        sid = twilio.take(form)
        time.sleep(seconds)
        handler.answer(201, {"sid": sid, "status": "queued"})

    return answer


@contextmanager
def sending_with(app, twilio):
    """Let the application send with this Twilio until the block ends."""
    before = app.extensions["sms"]
    app.extensions["sms"] = Sms(twilio.settings(app.extensions["settings"]))
    try:
        yield
    finally:
        app.extensions["sms"] = before


def signature(url, form, token=TOKEN):
    """Return the `X-Twilio-Signature` of a request, computed independently of our own code."""
    signed = url + "".join(name + form[name] for name in sorted(form))
    return base64.b64encode(hmac.digest(token.encode(), signed.encode(), hashlib.sha1)).decode()


def post_as_twilio(app, path, form, sign=signature):
    """Return the answer to a signed form posted to this path below /api/v1/communications/twilio."""
    path = f"/api/v1/communications/twilio{path}"
    url = app.extensions["settings"].app_url.rstrip("/") + path
    with app.app_context():
        return app.test_client().post(path, data=urlencode(form), content_type="application/x-www-form-urlencoded",
                                      headers={"X-Twilio-Signature": sign(url, form)})
