"""Sends SMS by Twilio's HTTP API, or writes them into a folder where there is no account."""

import base64
import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import requests
from flask import current_app
from urllib3.exceptions import HTTPError, MaxRetryError, NewConnectionError, SSLError
from werkzeug.local import LocalProxy

from intake.core.spans import span

from .pause import Pause
from .send_errors import NOT_CONFIGURED, UNKNOWN, Refused, Unavailable, Uncertain, counting_outcomes
from .time_limit import TimeLimit

_TIMEOUT_SECONDS = 8
_CONNECT_SECONDS = 2
_MAX_BODY_BYTES = 64 * 1024
_BUSY = (429, 503)
_ACCOUNT_ERRORS = (401, 403)
"""Statuses that mean an error of the account, not of the message."""


class Sms:
    """Sends by the Twilio account in the settings; without one, writes into the folder in the settings, if any."""

    def __init__(self, settings: Any) -> None:
        self._account, self._token = settings.twilio_account_sid, settings.twilio_auth_token
        self._sender = settings.twilio_from
        self._folder = settings.sms_dir
        self._pause = Pause((Unavailable, Uncertain), partial(Unavailable, "pause"))
        self._url = f"{settings.twilio_api_url.rstrip('/')}/2010-04-01/Accounts/{self._account}"

    @property
    def is_configured(self) -> bool:
        """Whether messages can be sent at all."""
        return bool(self._account or self._folder)

    @counting_outcomes("sms")
    def send(self, to: str, text: str, callback_url: str | None = None, timeout: float = _TIMEOUT_SECONDS) -> str:
        """Send an SMS and return the provider's id for it. Twilio posts status updates to `callback_url`.

        `timeout` is in seconds, approximately. Raises `Refused`, `Unavailable`, `Uncertain`.
        """
        if self._account:
            with self._pause.around():
                return self._post(to, text, callback_url, timeout)
        if self._folder:
            return self._write_file(to, text)
        raise Refused(NOT_CONFIGURED)

    def check(self) -> None:
        """Raise `requests.RequestException` unless Twilio accepts the account and its token."""
        if self._account:
            requests.get(f"{self._url}.json", auth=(self._account, self._token), allow_redirects=False,
                         timeout=(_CONNECT_SECONDS, _TIMEOUT_SECONDS)).raise_for_status()

    def has_signed(self, url: str, form: Iterable[tuple[str, str]], signature: str) -> bool:
        """Whether the signature is Twilio's for this form sent to this URL. Compared in constant time."""
        return bool(self._token) and hmac.compare_digest(
            compute_signature(self._token, url, form).encode(), signature.encode())

    def _post(self, to: str, text: str, callback_url: str | None, timeout: float) -> str:
        sender_parameter = "MessagingServiceSid" if self._sender.startswith("MG") else "From"
        form = {"To": to, "Body": text, sender_parameter: self._sender}
        if callback_url:
            form["StatusCallback"] = callback_url
        try:
            with span("POST SMS provider", "client") as attributes:
                limit = TimeLimit(timeout)
                answer = requests.post(f"{self._url}/Messages.json", data=form, auth=(self._account, self._token),
                                       allow_redirects=False, stream=True, headers={"Accept-Encoding": "identity"},
                                       timeout=(_CONNECT_SECONDS, timeout - _CONNECT_SECONDS))
                attributes["http.response.status_code"] = answer.status_code
                body = limit.read(answer, _MAX_BODY_BYTES)
        except (requests.RequestException, HTTPError, TimeoutError) as error:
            raise (Unavailable("unreachable") if _was_not_sent(error) else Uncertain(UNKNOWN)) from None
        return _message_sid(answer.status_code, body)

    def _write_file(self, to: str, text: str) -> str:
        """Write the message into a file of its own, atomically."""
        moment, name = datetime.now(UTC), f"local-{secrets.token_hex(8)}"
        content = json.dumps({"id": name, "to": to, "text": text, "created_at": moment.isoformat()},
                             ensure_ascii=False, indent=2)
        part = Path(self._folder) / f".{name}.part"
        try:
            with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
                file.write(content + "\n")
            part.replace(part.with_name(f"{moment:%Y%m%dT%H%M%S.%fZ}-{name}.json"))
        except OSError as error:
            raise Unavailable(type(error).__name__) from error
        return name


sms: Sms = LocalProxy(lambda: current_app.extensions["sms"])  # type: ignore[assignment]
"""The running application's `Sms`."""


def compute_signature(token: str, url: str, form: Iterable[tuple[str, str]]) -> str:
    """Return Twilio's `X-Twilio-Signature`: HMAC-SHA1 of the URL and all pairs of the form in order, in base64."""
    signed = url + "".join(f"{name}{value}" for name, value in sorted(set(form)))
    return base64.b64encode(hmac.new(token.encode(), signed.encode(), hashlib.sha1).digest()).decode()


def _message_sid(status: int, body: bytes) -> str:
    """Return Twilio's id of the message. Raises a `SendError` if Twilio did not accept it."""
    try:
        content = json.loads(body)
    except (ValueError, RecursionError):
        content = {}
    content = content if isinstance(content, dict) else {}
    if status in (200, 201) and isinstance(content.get("sid"), str):
        return content["sid"]
    code = content["code"] if type(content.get("code")) is int else None
    reason = f"twilio {code or status}"
    if code and 400 <= status < 500 and status not in (*_BUSY, *_ACCOUNT_ERRORS):
        raise Refused(reason)
    # An error code from Twilio means that there is no message, and so does a proxy's 4xx; otherwise it is unknown.
    raise Unavailable(reason) if code or status == 503 or 400 <= status < 500 else Uncertain(UNKNOWN)


def _was_not_sent(error: Exception) -> bool:
    """Whether the request certainly did not reach Twilio."""
    if isinstance(error, requests.exceptions.ConnectTimeout):
        return True
    cause = error.args[0] if error.args else None
    return isinstance(cause, MaxRetryError) and isinstance(cause.reason, NewConnectionError | SSLError)
