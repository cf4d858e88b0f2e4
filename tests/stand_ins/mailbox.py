"""The mails and SMS that arrived on this machine, parsed."""

import email
import json
from email import policy


class Mailbox:
    """Mails that the local mail server received and SMS that were written to a folder; the oldest first."""

    def __init__(self, directory):
        self._mails, self._texts = directory / "mail", directory / "sms"

    def mails(self, to):
        """Return the mails to this address."""
        parsed = (email.message_from_bytes(file.read_bytes().replace(b"\r\n", b"\n"), policy=policy.default)
                  for file in sorted(self._mails.glob("*.eml")))
        return [mail for mail in parsed if mail["Delivered-To"] == to]

    def texts(self, to):
        """Return the texts of the SMS to this number."""
        parsed = (json.loads(file.read_text(encoding="utf-8")) for file in sorted(self._texts.glob("*.json")))
        return [message["text"] for message in parsed if message["to"] == to]


def plain(mail):
    """Return the mail's plain text."""
    return mail.get_body(("plain",)).get_content()


def rich(mail):
    """Return the mail's HTML."""
    return mail.get_body(("html",)).get_content()
