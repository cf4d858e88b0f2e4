"""Builds mails: single-line headers, plain text, and HTML as an alternative."""

from collections.abc import Sequence
from email.errors import MessageError
from email.header import Header
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import formatdate, make_msgid

from intake.core.plain_text import one_line

from .addresses import ascii_host
from .send_errors import Refused

_ONE_LINE = 70


class _Policy(EmailPolicy):
    """Python's policy with three exceptions: folding a long subject that is not ASCII would lose a space, long URLs and
    message ids would become encoded words, which no mail program reads there, and between the words of a long name it
    would lose a space or leave an empty line, which ends the headers.
    """

    def fold(self, name: str, value: str) -> str:
        if name.lower() in ("list-unsubscribe", "in-reply-to", "references"):
            return f"{name}: {value.replace(' ', self.linesep + ' ')}{self.linesep}"
        if name.lower() == "from" and len(value) > _ONE_LINE:
            address = value.addresses[0]  # type: ignore[attr-defined]
            shown = Header(address.display_name, "utf-8", header_name=name).encode(linesep=self.linesep)
            return f"{name}: {shown}{self.linesep} <{address.addr_spec}>{self.linesep}"
        if name.lower() != "subject" or value.isascii():
            return super().fold(name, value)
        return f"{name}: {Header(value, 'utf-8', header_name=name).encode(linesep=self.linesep)}{self.linesep}"

    def fold_binary(self, name: str, value: str) -> bytes:
        return self.fold(name, value).encode("ascii", "surrogateescape")


_SPECIAL_CHARACTERS = str.maketrans(dict.fromkeys('"\\<>()[],:;@', " "))


def compose_email(sender: str, to: str, subject: str, text: str, html: str | None = None, *, key: str | None = None,
                  name: str | None = None, reply_to: str | None = None, automatic: bool = False,
                  unsubscribe_url: str | None = None, references: Sequence[str] = (),
                  attachment: tuple[str, str, bytes] | None = None) -> EmailMessage:
    """Return the message. `name` is the sender's display name, `key` makes the Message-ID reproducible.

    `automatic` adds the header that suppresses out-of-office replies, `unsubscribe_url` those that let mail programs
    offer to unsubscribe (RFC 8058). `references` are the ids of the earlier mails in its conversation, the last of
    which it answers. `attachment` is the name, type and content of a file. Raises `Refused` for an invalid address.
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
    if references:
        message["In-Reply-To"], message["References"] = references[-1], " ".join(references)
    if automatic:
        message["Auto-Submitted"] = "auto-generated"
    if unsubscribe_url:
        message["List-Unsubscribe"] = f"<{unsubscribe_url}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    # Not as 8-bit text, which some servers on the way reject.
    message.set_content(text, cte="quoted-printable")
    if html:
        message.add_alternative(html, subtype="html", cte="quoted-printable")
    if attachment:
        filename, content_type, content = attachment
        maintype, _, subtype = content_type.partition("/")
        message.add_attachment(content, maintype, subtype, filename=filename)
    return message


def with_ascii_domain(address: str) -> str:
    """Return the address as mails have it: a domain with letters beyond ASCII is written as xn--….

    Raises `ValueError` if there is no such domain.
    """
    local_part, at, domain = address.rpartition("@")
    return address if domain.isascii() else local_part + at + ascii_host(domain)


def _address(spec: str, name: str | None = None) -> Address:
    # Characters with a meaning in addresses are removed: some Python versions lose them when encoding or folding, and
    # the rest would then read as another address.
    shown = one_line((name or "").translate(_SPECIAL_CHARACTERS))
    try:
        return Address(shown, addr_spec=with_ascii_domain(spec))
    except (MessageError, ValueError, IndexError):
        raise Refused("bad address") from None
