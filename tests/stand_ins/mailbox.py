"""The mails and SMS that arrived on this machine, parsed."""

import email
import json
import os
from email import policy
from email.parser import BytesHeaderParser


class Mailbox:
    """Mails that the local mail server received and SMS that were written to a folder; the oldest first."""

    def __init__(self, directory):
        self._mails, self._texts = directory / "mail", directory / "sms"
        self._recipients = {self._mails: {}, self._texts: {}}

    def mails(self, to):
        """Return the mails to this address."""
        return [email.message_from_bytes(_lines(file), policy=policy.default)
                for file in self._files(self._mails, ".eml", _recipient_of_mail, to)]

    def texts(self, to):
        """Return the texts of the SMS to this number."""
        return [_read_sms(file)["text"]
                for file in self._files(self._texts, ".json", lambda file: _read_sms(file)["to"], to)]

    def _files(self, folder, ending, recipient_of, to):
        """Return the files with messages to this recipient. Each file is read once for its recipient: the tests of a
        process receive thousands.
        """
        known = self._recipients[folder]
        for name in os.listdir(folder) if folder.exists() else ():
            if name not in known and name.endswith(ending):
                known[name] = recipient_of(folder / name)
        return [folder / name for name in sorted(name for name, recipient in known.items() if recipient == to)]


def _lines(file):
    return file.read_bytes().replace(b"\r\n", b"\n")


def _recipient_of_mail(file):
    return BytesHeaderParser(policy=policy.default).parsebytes(_lines(file))["Delivered-To"]


def _read_sms(file):
    return json.loads(file.read_text(encoding="utf-8"))


def plain(mail):
    """Return the mail's plain text."""
    return mail.get_body(("plain",)).get_content()


def rich(mail):
    """Return the mail's HTML."""
    return mail.get_body(("html",)).get_content()
