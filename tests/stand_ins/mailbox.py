"""The mails and SMS that arrived on this machine, parsed."""

import email
import json
from email import policy


class Mailbox:
    """Mails that the local mail server received and SMS that were written to a folder; the oldest first."""

    def __init__(self, directory):
        self._mails, self._texts = directory / "mail", directory / "sms"
        self._recipients = {}

    def mails(self, to):
        """Return the mails to this address."""
        return [_read_mail(file) for file in sorted(self._mails.glob("*.eml"))
                if self._recipient(file, _read_mail) == to]

    def texts(self, to):
        """Return the texts of the SMS to this number."""
        return [_read_sms(file)["text"] for file in sorted(self._texts.glob("*.json"))
                if self._recipient(file, _read_sms) == to]

    def _recipient(self, file, read):
        """Return the recipient of the message in the file, cached, because the tests of a process receive thousands."""
        if file not in self._recipients:
            message = read(file)
            self._recipients[file] = message["Delivered-To" if read is _read_mail else "to"]
        return self._recipients[file]


def _read_mail(file):
    return email.message_from_bytes(file.read_bytes().replace(b"\r\n", b"\n"), policy=policy.default)


def _read_sms(file):
    return json.loads(file.read_text(encoding="utf-8"))


def plain(mail):
    """Return the mail's plain text."""
    return mail.get_body(("plain",)).get_content()


def rich(mail):
    """Return the mail's HTML."""
    return mail.get_body(("html",)).get_content()
