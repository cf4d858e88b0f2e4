"""SMS by Twilio's HTTP API, or into a folder where nobody has an account."""

import base64
import hashlib
import hmac
import json
import os
import secrets
from datetime import UTC, datetime
from pathlib import Path

import requests
from flask import current_app
from urllib3.exceptions import MaxRetryError, NewConnectionError, SSLError
from werkzeug.local import LocalProxy

from .sending import NOT_CONFIGURED, Refused, Unavailable, Uncertain

_PATIENCE_SECONDS = 8
_CONNECT_SECONDS = 2
_BUSY = (429, 503)
_OURS_TO_MEND = (401, 403)
"""Something about the account is wrong, not about the message."""

sms = LocalProxy(lambda: current_app.extensions["sms"])
"""The running application's `Sms`."""


class Sms:
    """Twilio, with the account of the settings; without one a folder, if the settings name one; else nobody."""

    def __init__(self, settings):
        self._account, self._token = settings.twilio_account_sid, settings.twilio_auth_token
        self._sender = settings.twilio_from
        self._folder = settings.sms_dir
        self._url = f"{settings.twilio_api_url.rstrip('/')}/2010-04-01/Accounts/{self._account}"

    @property
    def is_configured(self):
        """Whether messages go anywhere at all."""
        return bool(self._account or self._folder)

    def send(self, to, text, callback_url=None, patience=_PATIENCE_SECONDS):
        """The message was taken; gives the provider's name for it. News of it will come to `callback_url`.

        Waits for at most about `patience` seconds. Raises `Refused`, `Unavailable`, `Uncertain`.
        """
        if self._account:
            return self._post(to, text, callback_url, patience)
        if self._folder:
            return self._keep(to, text)
        raise Refused(NOT_CONFIGURED)

    def check(self):
        """Twilio knows the account and the token. Raises `requests.RequestException` if not, or if it is away."""
        if self._account:
            requests.get(f"{self._url}.json", auth=(self._account, self._token), allow_redirects=False,
                         timeout=(_CONNECT_SECONDS, _PATIENCE_SECONDS)).raise_for_status()

    def has_signed(self, url, form, signature):
        """Whether Twilio sent this form, a list of pairs, to this URL. Compared in constant time."""
        return bool(self._token) and hmac.compare_digest(signed(self._token, url, form).encode(), signature.encode())

    def _post(self, to, text, callback_url, patience):
        form = {"To": to, "Body": text, self._sender_parameter: self._sender}
        if callback_url:
            form["StatusCallback"] = callback_url
        try:
            answer = requests.post(f"{self._url}/Messages.json", data=form, auth=(self._account, self._token),
                                   allow_redirects=False, timeout=(_CONNECT_SECONDS, patience - _CONNECT_SECONDS))
        except requests.RequestException as error:
            raise (Unavailable("unreachable") if _never_left(error) else Uncertain("unknown")) from None
        return _identifier(answer)

    @property
    def _sender_parameter(self):
        return "MessagingServiceSid" if self._sender.startswith("MG") else "From"

    def _keep(self, to, text):
        """A file of its own for every message, there as a whole or not at all."""
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


def signed(token, url, form):
    """What Twilio writes into `X-Twilio-Signature`: the URL and all pairs of the form in order, HMAC-SHA1, base64."""
    said = url + "".join(f"{name}{value}" for name, value in sorted(set(form)))
    return base64.b64encode(hmac.new(token.encode(), said.encode(), hashlib.sha1).digest()).decode()


def _identifier(answer):
    """Twilio's name for the message that it took. Raises in our words if it did not."""
    try:
        told = answer.json()
    except ValueError:
        told = {}
    told = told if isinstance(told, dict) else {}
    if answer.status_code in (200, 201) and isinstance(told.get("sid"), str):
        return told["sid"]
    reason = f"twilio {told.get('code') or answer.status_code}"
    if answer.status_code in (*_BUSY, *_OURS_TO_MEND):
        raise Unavailable(reason)
    if 400 <= answer.status_code < 500:
        raise Refused(reason)
    # Where Twilio itself speaks of its error there is no message; a proxy in front of it knows nothing.
    raise Unavailable(reason) if "code" in told else Uncertain("unknown")


def _never_left(error):
    """Whether the request surely did not reach Twilio."""
    if isinstance(error, requests.exceptions.ConnectTimeout):
        return True
    cause = error.args[0] if error.args else None
    return isinstance(cause, MaxRetryError) and isinstance(cause.reason, NewConnectionError | SSLError)
