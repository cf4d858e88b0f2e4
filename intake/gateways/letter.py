"""A mail as it travels: headers that hold one line each whatever they are made of, plain text, and HTML beside it."""

from email.errors import MessageError
from email.header import Header
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import formatdate, make_msgid

from intake.core.plain_text import one_line

from .sending import Refused


class _Policy(EmailPolicy):
    """Python's own, but for long subjects: where it breaks one that is not ASCII a space gets lost."""

    def fold(self, name, value):
        if name.lower() != "subject" or value.isascii():
            return super().fold(name, value)
        return f"{name}: {Header(value, 'utf-8', header_name=name).encode(linesep=self.linesep)}{self.linesep}"

    def fold_binary(self, name, value):
        return self.fold(name, value).encode("ascii", "surrogateescape")


_SPECIAL = str.maketrans(dict.fromkeys('"\\<>()[],:;@', " "))


def composed(sender, to, subject, text, html=None, *, key=None, name=None, reply_to=None, automatic=False):
    """The `EmailMessage`. `name` is shown as its sender, `key` makes its Message-ID the same every time.

    What is `automatic` says so, and no out-of-office reply comes back. Raises `Refused` for an impossible address.
    """
    domain = sender.partition("@")[2]
    message = EmailMessage(policy=_Policy())
    message["From"] = _address(sender, name)
    message["To"] = _address(to)
    if reply_to:
        message["Reply-To"] = _address(reply_to)
    message["Subject"] = one_line(subject)
    message["Date"] = formatdate()
    message["Message-ID"] = f"<{key}@{domain}>" if key else make_msgid(domain=domain)
    if automatic:
        message["Auto-Submitted"] = "auto-generated"
    # Not as 8-bit text, which not every server on the way takes.
    message.set_content(text, cte="quoted-printable")
    if html:
        message.add_alternative(html, subtype="html", cte="quoted-printable")
    return message


def _address(spec, name=None):
    # Without the characters that mean something in an address: encoded or folded they have been lost in the past,
    # and what stood between them then read as another address.
    shown = one_line((name or "").translate(_SPECIAL))
    try:
        return Address(shown, addr_spec=spec)
    except (MessageError, ValueError, IndexError):
        raise Refused("bad address") from None
