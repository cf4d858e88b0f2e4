"""Sends mail by SMTP."""

import io
import logging
import smtplib
import socket
import ssl
from collections.abc import Iterable
from contextlib import suppress
from email.message import EmailMessage
from functools import partial
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

from flask import current_app
from werkzeug.local import LocalProxy

from config.settings import LOOPBACK_HOSTS

from .email_message import compose_email
from .pause import Pause
from .send_errors import NOT_CONFIGURED, UNKNOWN, Refused, SendError, Unavailable, Uncertain, counting_outcomes
from .time_limit import TimeLimit

_TIMEOUT_SECONDS = 8
_GO_AHEAD, _TOO_LARGE = 354, 552
_log = logging.getLogger(__name__)


class Mail:
    """The mail server at `url`: `smtps://` uses TLS from the start, the others as soon as the server offers it.

    With `smtp+starttls://` nothing is sent without TLS, and a password never is over a network.
    """

    def __init__(self, url: str | None, sender: str, ca_file: str | None = None) -> None:
        self._parts = urlsplit(url) if url else None
        self._sender = sender
        self._domain = sender.partition("@")[2] or None
        self._tls = ssl.create_default_context(cafile=ca_file) if url else None
        self._pause = Pause((Unavailable, Uncertain), partial(Unavailable, "pause"))

    @property
    def is_configured(self) -> bool:
        """Whether a mail server is set."""
        return self._parts is not None

    @counting_outcomes("mails")
    def send(self, to: str, subject: str, text: str, html: str | None = None, *, key: str | None = None,
             timeout: float = _TIMEOUT_SECONDS, return_path: str | None = None, **more: Any) -> str:
        """Send a mail and return its Message-ID, derived from `key` if given.

        Bounces go to the address `return_path`, else to the sender. `more` are further options of `compose_email`:
        `name`, `reply_to`, `automatic`, `unsubscribe_url`, `references`, `attachment`. `timeout`, in seconds, covers
        all steps together. Raises `Refused`, `Unavailable` (also in a `Pause`), `Uncertain`.
        """
        if self._parts is None:
            _log.warning("mail not sent: no mail server configured")
            raise Refused(NOT_CONFIGURED)
        message = compose_email(self._sender, to, subject, text, html, key=key, **more)
        with self._pause.around():
            # A domain with letters beyond ASCII is written as xn--… in the message.
            recipient = message["To"].addresses[0].addr_spec
            self._hand_over(message, self._parts, return_path or self._sender, recipient, TimeLimit(timeout))
        return message["Message-ID"]

    def check(self, timeout: float, try_senders: Iterable[str] = ()) -> None:
        """Connect to the server, log in if the URL has a user name, and quit. Raises `OSError`.

        Also offer a mail from each of `try_senders` to our own sender, without sending it.
        """
        if self._parts:
            session = self._open(self._parts, TimeLimit(timeout))
            try:
                for sender in try_senders:
                    session.offer(sender, self._sender)
            finally:
                _quit(session)

    def _hand_over(self, message: EmailMessage, parts: SplitResult, sender: str, to: str, limit: TimeLimit) -> None:
        session = None
        try:
            session = self._open(parts, limit)
            session.send_message(message, sender, [to])
        except OSError as error:  # the base class of all smtplib errors
            raise _send_error(error, session) from error
        finally:
            if session:
                _quit(session)

    def _open(self, parts: SplitResult, limit: TimeLimit) -> "_Session":
        is_encrypted = parts.scheme == "smtps"
        session_class, port = (_TlsSession, 465) if is_encrypted else (_Session, 587)
        options = {"context": self._tls} if is_encrypted else {}
        session = session_class(parts.hostname or "", parts.port or port, limit, local_hostname=self._domain, **options)
        try:
            session.ehlo_or_helo_if_needed()
            if not is_encrypted and session.has_extn("starttls"):
                session.starttls(context=self._tls)
                session.ehlo()
                is_encrypted = True
            needs_tls = parts.scheme != "smtp" or (parts.username and parts.hostname not in LOOPBACK_HOSTS)
            if needs_tls and not is_encrypted:
                raise smtplib.SMTPException("the server offers no TLS, and would get everything in the open")
            if parts.username:
                session.login(unquote(parts.username), unquote(parts.password or ""))
        except BaseException:
            session.close()
            raise
        return session


mail: Mail = LocalProxy(lambda: current_app.extensions["mail"])  # type: ignore[assignment]
"""The running application's `Mail`."""


class _Session(smtplib.SMTP):
    """An SMTP session that has one time limit for all steps and knows whether the message may have been accepted."""

    def __init__(self, host: str, port: int, limit: TimeLimit, **options: Any) -> None:
        self._limit = limit
        self.in_doubt = False
        super().__init__(host, port, timeout=limit.left(), **options)

    def send(self, s: Any) -> None:
        if self.sock:
            self.sock.settimeout(self._limit.left())
        super().send(s)

    def getreply(self) -> tuple[int, bytes]:
        if self.file is None and self.sock:
            self.file = io.BufferedReader(_LimitedReads(self.sock, self._limit))
        code, text = super().getreply()
        # Until the server has refused the message: another answer than 250, such as that it ends the session, is none.
        self.in_doubt = code == _GO_AHEAD or (self.in_doubt and not 400 <= code < 600)
        return code, text

    def offer(self, sender: str, recipient: str) -> None:
        """Begin a mail with these addresses, then abandon it. Raises `SMTPException` if either is refused."""
        for command, send, address in (("MAIL FROM", self.mail, sender), ("RCPT TO", self.rcpt, recipient)):
            code, reply = send(address)
            if code not in (250, 251):
                answer = reply.decode(errors="replace")
                raise smtplib.SMTPException(f"{command}:<{address}> was answered with {code} {answer}")
        self.rset()


class _LimitedReads(io.RawIOBase):
    """Reads from a server within a time limit: one that sends a character a second would otherwise never time out."""

    def __init__(self, sock: socket.socket, limit: TimeLimit) -> None:
        self._sock, self._limit = sock, limit

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._sock.settimeout(self._limit.left())
        return self._sock.recv_into(buffer)


class _TlsSession(_Session, smtplib.SMTP_SSL):
    """A `_Session` with TLS from the start."""


def _send_error(error: OSError, session: _Session | None) -> SendError:
    """Return the error to raise.

    Without a session, and for our own address, it is temporary: the network's, or the operator can correct it.
    """
    code = _reply_code(error)
    if isinstance(error, smtplib.SMTPNotSupportedError) and session:
        return Refused("smtp unsupported")
    if session and session.in_doubt:
        return Uncertain(UNKNOWN)
    if code is None:
        return Unavailable(type(error).__name__)
    if isinstance(error, smtplib.SMTPSenderRefused) and code != _TOO_LARGE:
        return Unavailable(f"smtp {code}")  # our own server does not take our address
    return Refused(f"smtp {code}") if code >= 500 and session else Unavailable(f"smtp {code}")


def _reply_code(error: OSError) -> int | None:
    """Return the server's reply code, None if it did not reply."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return max(code for code, _ in error.recipients.values())
    return error.smtp_code if isinstance(error, smtplib.SMTPResponseException) and error.smtp_code > 0 else None


def _quit(session: _Session) -> None:
    """End the session; errors are ignored, since the server has already accepted or refused the message."""
    with suppress(OSError):
        session.quit()
    session.close()
