"""Mail by SMTP."""

import logging
import smtplib
import ssl
from contextlib import suppress
from urllib.parse import unquote, urlsplit

from flask import current_app
from werkzeug.local import LocalProxy

from .letter import composed
from .sending import NOT_CONFIGURED, Refused, Unavailable, Uncertain
from .time_limit import TimeLimit

_PATIENCE_SECONDS = 8
_THIS_MACHINE = ("127.0.0.1", "::1", "localhost")
_log = logging.getLogger(__name__)

mail = LocalProxy(lambda: current_app.extensions["mail"])
"""The running application's `Mail`."""


class Mail:
    """The mail server at `url`: `smtps://` speaks TLS from the start, `smtp://` as soon as the server offers it.

    A password never crosses a network without TLS.
    """

    def __init__(self, url, sender, ca_file=None):
        self._parts = urlsplit(url) if url else None
        self._sender = sender
        self._domain = sender.partition("@")[2]
        self._tls = ssl.create_default_context(cafile=ca_file) if url else None

    @property
    def is_configured(self):
        """Whether there is a mail server at all."""
        return self._parts is not None

    def send(self, to, subject, text, html=None, *, key=None, patience=_PATIENCE_SECONDS, **more):
        """The server has taken the message; gives its Message-ID, made of the `key` if there is one.

        `more` is what `composed` knows besides: `name`, `reply_to`, `automatic`. All ends after `patience` seconds.
        Raises `Refused`, `Unavailable`, `Uncertain`.
        """
        if not self.is_configured:
            _log.warning("no mail server is set; a message was not sent")
            raise Refused(NOT_CONFIGURED)
        message = composed(self._sender, to, subject, text, html, key=key, **more)
        session = None
        try:
            session = self._opened(TimeLimit(patience))
            session.send_message(message, self._sender, [to])
        except OSError as error:  # which all of smtplib's are
            raise _told(error, in_doubt=bool(session and session.in_doubt)) from error
        finally:
            if session:
                _take_leave(session)
        return message["Message-ID"]

    def _opened(self, limit):
        host, port = self._parts.hostname, self._parts.port
        if self._parts.scheme == "smtps":
            session = _EncryptedSession(host, port or 465, limit, local_hostname=self._domain, context=self._tls)
        else:
            session = _Session(host, port or 587, limit, local_hostname=self._domain)
        try:
            self._prepare(session, host)
        except BaseException:
            session.close()
            raise
        return session

    def _prepare(self, session, host):
        session.ehlo_or_helo_if_needed()
        encrypted = self._parts.scheme == "smtps"
        if not encrypted and session.has_extn("starttls"):
            session.starttls(context=self._tls)
            session.ehlo()
            encrypted = True
        if self._parts.username:
            if not encrypted and host not in _THIS_MACHINE:
                raise smtplib.SMTPException("the server offers no TLS, and would get the password in the open")
            session.login(unquote(self._parts.username), unquote(self._parts.password or ""))


class _Session(smtplib.SMTP):
    """A talk with a mail server that ends when its time is over, and knows when the message left our hands."""

    def __init__(self, host, port, limit, **options):
        self._limit = limit
        self.in_doubt = False
        super().__init__(host, port, timeout=limit.left(), **options)

    def send(self, s):
        self._wait_no_longer()
        super().send(s)

    def getreply(self):
        self._wait_no_longer()
        return super().getreply()

    def data(self, msg):
        """Hands the message over. Until the server has answered nobody knows whether it took it."""
        self.in_doubt = True
        try:
            answer = super().data(msg)
        except smtplib.SMTPDataError:
            self.in_doubt = False
            raise
        self.in_doubt = False
        return answer

    def _wait_no_longer(self):
        if self.sock:
            self.sock.settimeout(self._limit.left())


class _EncryptedSession(_Session, smtplib.SMTP_SSL):
    """The same within TLS."""


def _told(error, in_doubt):
    """The error in our words. What is wrong with us, and not with the message, may be put right: then it is sent."""
    code = _code(error)
    if isinstance(error, smtplib.SMTPAuthenticationError):
        return Unavailable(f"smtp {code}")
    if isinstance(error, smtplib.SMTPNotSupportedError):
        return Refused("smtp unsupported")
    if code is not None and not in_doubt:
        return Refused(f"smtp {code}") if code >= 500 else Unavailable(f"smtp {code}")
    return Uncertain("unknown") if in_doubt else Unavailable(type(error).__name__)


def _code(error):
    """What the server answered, None if it did not."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return max(code for code, _ in error.recipients.values())
    return error.smtp_code if isinstance(error, smtplib.SMTPResponseException) and error.smtp_code > 0 else None


def _take_leave(session):
    """The message was taken or not by now; how the talk ends changes nothing."""
    with suppress(OSError):
        session.quit()
    session.close()
