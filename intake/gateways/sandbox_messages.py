"""Mail and SMS of a sandbox: kept instead of sent, and refused by some recipients (docs/sandbox.md)."""

from typing import Any, Protocol

from .email_message import compose_email
from .mail import Mail
from .send_errors import Refused, SendError, Unavailable, counting_outcomes
from .sms import Sms

_ADDRESSES: dict[str, tuple[type[SendError], str]] = {
    "bounces": (Refused, "smtp 550"), "mailbox-full": (Unavailable, "smtp 452")}
"""By the part of the address before a plus sign and the @."""

_NUMBERS: dict[str, tuple[type[SendError], str]] = {
    "+15005550001": (Refused, "twilio 21211"), "+15005550009": (Refused, "twilio 21614"),
    "+15005550002": (Unavailable, "unreachable")}
"""Twilio's own test numbers for recipients."""


class Keep(Protocol):
    """Keeps a message; `error` is the reason why it counts as not sent."""

    def __call__(self, *, channel: str, recipient: str, text: str, sender: str | None = None,
                 reply_to: str | None = None, subject: str | None = None, html: str | None = None,
                 error: str | None = None) -> str:
        """Return the message's id."""


class KeptMail(Mail):
    """Keeps every mail."""

    is_configured = True

    def __init__(self, sender: str, keep: Keep) -> None:
        super().__init__(None, sender)
        self._keep = keep

    @counting_outcomes("mails")
    def send(self, to: str, subject: str, text: str, html: str | None = None, *, key: str | None = None,
             timeout: float = 0, return_path: str | None = None, **more: Any) -> str:
        """Keep the mail and return its Message-ID. Raises `Refused` or `Unavailable` for some recipients."""
        message = compose_email(self._sender, to, subject, text, html, key=key, **more)
        failure = _ADDRESSES.get(to.partition("@")[0].partition("+")[0].lower())
        self._keep(channel="email", recipient=to, sender=str(message["From"]), reply_to=message["Reply-To"],
                   subject=str(message["Subject"]), text=text, html=html, error=failure and failure[1])
        if failure:
            raise failure[0](failure[1])
        return message["Message-ID"]


class KeptSms(Sms):
    """Keeps every SMS."""

    is_configured = True

    def __init__(self, settings: Any, keep: Keep) -> None:
        super().__init__(settings)
        self._keep = keep

    @counting_outcomes("sms")
    def send(self, to: str, text: str, callback_url: str | None = None, timeout: float = 0) -> str:
        """Keep the SMS and return its id. Raises `Refused` or `Unavailable` for some numbers."""
        failure = _NUMBERS.get(to)
        id = self._keep(channel="sms", recipient=to, text=text, error=failure and failure[1])
        if failure:
            raise failure[0](failure[1])
        return id

    def check(self) -> None:
        """Do nothing: there is no account to check."""
