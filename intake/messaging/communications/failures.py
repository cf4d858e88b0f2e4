"""Explains to people why a message failed and what they can do."""

from typing import NamedTuple

from intake.gateways.send_errors import GAVE_UP, NOT_CONFIGURED, UNKNOWN

from .states import FIRM_SUSPENDED, NO_ADDRESS, NO_LINK, NO_SAFE_CHANNEL, OPTED_OUT, OTHER_CLIENT, SMS


class Failure(NamedTuple):
    """An English sentence; whether another address may help; and whether sending the message again may help."""

    sentence: str
    correct_address: bool = False
    send_again: bool = False


MAY_HAVE_ARRIVED = "It may have arrived: the connection broke while it was sent. Ask the client first."
WRITTEN_TO_ANOTHER = "It was written to the client whom the matter had before, and was not sent."

_WRONG_NUMBER = Failure("The number is wrong or cannot receive SMS.", correct_address=True)
_WANTS_NONE = Failure("This number asked to get no more SMS. Write by e-mail, or call.")
_REFUSED_ADDRESS = Failure("The client's mail server does not know this address, or refuses it.", correct_address=True)
_FULL_MAILBOX = Failure("The client's mailbox is full, or the message is too large.", send_again=True)

_FAILURES = {
    UNKNOWN: Failure(MAY_HAVE_ARRIVED, send_again=True),
    OPTED_OUT: _WANTS_NONE,
    GAVE_UP: Failure("It could not be sent for a whole day. Send it again.", send_again=True),
    NOT_CONFIGURED: Failure("This installation cannot send such messages yet. Ask those who run it."),
    NO_ADDRESS: Failure("The client had no address for it at that time. Add one, then send it again.",
                        correct_address=True, send_again=True),
    NO_LINK: Failure("The intake link in the message no longer works. Send the client a new one."),
    OTHER_CLIENT: Failure(WRITTEN_TO_ANOTHER),
    FIRM_SUSPENDED: Failure("It was due while the firm was suspended. Send it again if it is still right.",
                            send_again=True),
    NO_SAFE_CHANNEL: Failure("There is no channel that the client allows. Ask how to reach them."),
    "bad address": _REFUSED_ADDRESS,
    "smtp unsupported": Failure("The mail server cannot send to such an address.", correct_address=True),
    **dict.fromkeys(("smtp 501", "smtp 511", "smtp 521", "smtp 550", "smtp 551", "smtp 553", "smtp 556"),
                    _REFUSED_ADDRESS),
    **dict.fromkeys(("bounce 5.1.0", "bounce 5.1.1", "bounce 5.1.2", "bounce 5.1.3", "bounce 5.1.6", "bounce 5.1.10",
                     "bounce 5.2.1", "bounce 5.4.4", "bounce 5.7.1"), _REFUSED_ADDRESS),
    **dict.fromkeys(("smtp 552", "bounce 5.2.2", "bounce 5.2.3", "bounce 5.3.4"), _FULL_MAILBOX),
    **dict.fromkeys(("twilio 21211", "twilio 21214", "twilio 21217", "twilio 21401", "twilio 21421", "twilio 21614",
                     "twilio 30005", "twilio 30006"), _WRONG_NUMBER),
    "twilio 21610": _WANTS_NONE,
    "twilio 30003": Failure("The phone was off or out of reach. Send it again later.", send_again=True),
    "twilio 30004": Failure("The client's phone blocks such messages. Write by e-mail, or call."),
    "twilio 30007": Failure("The phone company took the message for spam. Rephrase it, or call."),
}
"""By the error stored with the message; the codes of SMTP, of bounces (RFC 3463) and of Twilio are permanent ones."""

_ANY_SMS = Failure("The SMS was not delivered.", correct_address=True, send_again=True)
_ANY_MAIL = Failure("The client's mail server did not take the message.", correct_address=True, send_again=True)


def failure_of(message):
    """Return the `Failure` of a message that failed."""
    return _FAILURES.get(message.error) or (_ANY_SMS if message.channel == SMS else _ANY_MAIL)
