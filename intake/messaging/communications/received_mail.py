"""Reads a received mail (RFC 5322, MIME): its text and other data. Nothing in it is trusted. At most
`_MOST_PARTS` parts are read, none deeper than `_DEEPEST` levels, and only the beginnings of headers and texts, so that
a mail of any form costs little; only texts are decoded.
"""

import codecs
import re
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.parser import HeaderParser
from functools import partial
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from intake.core.plain_text import one_line

from .html_text import text_of_html
from .quoted_text import without_quoted
from .states import EMAIL_LENGTH, SUBJECT_LENGTH

_DEEPEST, _MOST_PARTS = 6, 50
_MOST_OF_HEADERS, _MOST_OF_PART_HEADERS, _MOST_OF_HEADER, _MOST_OF_TEXT = 64 * 1024, 4 * 1024, 2_000, 256 * 1024
_LONGEST_NAME, _MOST_NAMES = 100, 10

_BLANK_LINE = re.compile(rb"\r?\n\r?\n")
_ADDRESS = re.compile(r"<([^<>@\s]{1,64}@[^<>@\s]{1,190})>|([^<>@\s\"(),:;]{1,64}@[^<>@\s\"(),:;]{1,190})")
_FAILED = re.compile(rb"^Action:[ \t]*failed\b", re.IGNORECASE | re.MULTILINE)
_STATUS = re.compile(rb"^Status:[ \t]*(5\.[0-9]{1,3}\.[0-9]{1,3})\b", re.IGNORECASE | re.MULTILINE)
_MEANT = {"iso8859-1": "cp1252", "gb2312": "gb18030"}
"""Encodings that programs name although they use a larger one that contains it."""
_CHARSETS = re.compile("utf-(8|16|32)(-[bl]e)?|utf-8-sig|ascii|iso8859-[0-9]+|cp[0-9]+|koi8-[rtu]|mac-.+|gb.+|big5.*|"
                       "euc_.+|shift_jis.*|iso2022_.+|hz|tis-620|johab|ptcp154|kz1048")
"""Python's names of the encodings of text in mails; decoding others, such as punycode, may take minutes."""


class ReceivedMail(NamedTuple):
    """A mail; missing parts are empty texts."""

    recipients: str
    """All addresses to which it was sent, as one text."""
    sender: str
    message_id: str
    subject: str
    message: str
    """The text without quotations, with a note about attachments, which are not stored."""
    is_automatic: bool
    """Whether a program wrote it."""
    bounce: str | None
    """The status (RFC 3463), such as 5.1.1, if it is a report that a mail was not delivered."""


def read_mail(raw, recipient=""):
    """Return the `ReceivedMail` in these bytes; `recipient` is the envelope's, if the caller knows it."""
    parts = list(_parts_of(raw))
    headers = parts[0][0]
    is_report = headers.get_content_type() == "multipart/report"
    return ReceivedMail(
        recipients=" ".join([recipient, *(value for name in ("Delivered-To", "X-Original-To", "To", "Cc")
                                          for value in _values(headers, name))]),
        sender=_address_in(_value(headers, "From")), message_id=_value(headers, "Message-ID"),
        subject=_decoded(_value(headers, "Subject"))[:SUBJECT_LENGTH], message=_message_of(parts),
        is_automatic=is_report or _is_automatic(headers), bounce=_bounce_status(parts) if is_report else None)


def fields_of(content_type, body):
    """Return {name: bytes} of the fields of a form, empty for any other body. The body may be cut off at its end."""
    head = f"Content-Type: {content_type}\n\n".encode(errors="replace")
    form_type = _split(head, _MOST_OF_HEADERS)[0].get_content_type()
    if form_type == "multipart/form-data":
        return {_safely(partial(part.get_param, "name", header="Content-Disposition")): content
                for part, content, _ in _parts_of(head + body)}
    if form_type == "application/x-www-form-urlencoded":
        pairs = (each.partition(b"=") for each in body.split(b"&", _MOST_PARTS))
        return {name.decode("latin-1"): unquote_to_bytes(value.replace(b"+", b" ")) for name, _, value in pairs}
    return {}


def _parts_of(raw):
    """Yield (headers, body, choice) of the mail and of each of its parts, in order; the body is empty if it has parts.

    `choice` is the number of the `multipart/alternative` to which the part belongs, or None.
    """
    waiting: list[tuple[bytes, int, int | None]] = [(raw, 0, None)]
    for number in range(_MOST_PARTS):
        if not waiting:
            return
        piece, depth, choice = waiting.pop()
        headers, body = _split(piece, _MOST_OF_PART_HEADERS if depth else _MOST_OF_HEADERS)
        boundary = _safely(headers.get_boundary) if headers.get_content_maintype() == "multipart" else None
        yield headers, b"" if boundary else body, choice
        if boundary and depth < _DEEPEST:
            choice = number if headers.get_content_subtype() == "alternative" else choice
            line = rb"\n--%b(?=(?:--)?[ \t\r]*(?:\n|\Z))" % re.escape(boundary.encode(errors="replace"))
            pieces = re.split(line, b"\n" + body, maxsplit=_MOST_PARTS)[1:]
            waiting += [(each.partition(b"\n")[2], depth + 1, choice) for each in reversed(pieces)
                        if not each.startswith(b"--")]


def _split(raw, most):
    """Return the headers of a mail or a part, and its body."""
    if raw[:1] == b"\n" or raw[:2] == b"\r\n":
        return Message(), raw
    blank = _BLANK_LINE.search(raw, 0, most)
    head, body = (raw[:blank.start()], raw[blank.end():]) if blank else (raw[:most], b"")
    headers = HeaderParser().parsestr(head.decode(errors="replace"))
    for name in ("Content-Type", "Content-Disposition"):
        if len(headers.get(name, "")) > _MOST_OF_HEADER:
            del headers[name]
    return headers, body


def _message_of(parts):
    shown = [each for each in parts if _name_of(each[0]) is None]
    written = _body_text(shown)
    names = [name[:_LONGEST_NAME] for part, *_ in parts if (name := _name_of(part))][:_MOST_NAMES]
    notes = []
    if not written and any(part.get_content_type() == "text/html" for part, *_ in shown):
        notes.append("[The mail has no text; its HTML is not kept]")
    if names:
        notes.append(f"[{len(names)} attachment{'' if len(names) == 1 else 's'} not kept: {', '.join(names)}]")
    # Quotations are looked for in twice as much text as is stored.
    answer = without_quoted(written[:2 * EMAIL_LENGTH])[:EMAIL_LENGTH - sum(map(len, notes)) - 10]
    return "\n\n".join(filter(None, (answer, *notes)))


def _body_text(parts):
    """Return all text: phones send the text above and below a picture as separate parts. Plain text is preferred to its
    alternatives, unless it is blank.
    """
    plain = {number: text for number, (part, body, _) in enumerate(parts)
             if part.get_content_type() == "text/plain" and (text := _text_of(part, body)).strip()}
    answered = {parts[number][2] for number in plain} - {None}
    texts = []
    for number, (part, body, choice) in enumerate(parts):
        if number in plain:
            texts.append(plain[number])
        elif part.get_content_type() == "text/html" and choice not in answered:
            texts.append(text_of_html(_text_of(part, body)))
    return "\n\n".join(filter(None, (text.strip("\n") for text in texts)))


def _text_of(part, body):
    part.set_payload(body[:_MOST_OF_TEXT].decode("ascii", "surrogateescape"))
    content = part.get_payload(decode=True)
    return _storable(_text_in(content, _safely(part.get_content_charset))).replace("\r\n", "\n")


def _text_in(content, charset):
    try:
        name = codecs.lookup(charset or "ascii").name
    except (LookupError, ValueError):
        name = "ascii"
    if name == "ascii":  # also for parts that name no character set
        try:
            return codecs.getincrementaldecoder("utf-8")().decode(content)  # the last character may be incomplete
        except UnicodeDecodeError:
            name = "cp1252"
    return content.decode(_MEANT.get(name, name) if _CHARSETS.fullmatch(name) else "utf-8", "replace")


def _name_of(part):
    """Return the name of an attachment, or its type if it has none; None if the part is text of the mail."""
    name = _safely(part.get_filename)
    is_shown = part.get_content_maintype() in ("text", "message", "multipart") and not _is_attached(part)
    if is_shown and not name:
        return None
    return _decoded((name or "")[:_MOST_OF_HEADER]) or one_line(_storable(part.get_content_type()))


def _is_attached(part):
    return part.get_content_disposition() == "attachment"


def _is_automatic(headers):
    """Whether the mail is a program's answer, such as an out-of-office reply (RFC 3834)."""
    return (_value(headers, "Auto-Submitted").lower() not in ("", "no")
            or any(headers.get(name) for name in ("X-Autoreply", "X-Autorespond"))
            or _value(headers, "Precedence").lower() == "auto_reply")


def _bounce_status(parts):
    report = next((body for part, body, _ in parts if part.get_content_type() == "message/delivery-status"), b"")
    report = report[:_MOST_OF_HEADERS].replace(b"\r\n", b"\n")
    if not _FAILED.search(report):
        return None
    status = _STATUS.search(report)
    return status[1].decode() if status else "5.0.0"


def _values(headers, name):
    return [one_line(str(value)[:_MOST_OF_HEADER]) for value in headers.get_all(name, [])[:_MOST_PARTS]]


def _value(headers, name):
    return next(iter(_values(headers, name)), "")


def _address_in(text):
    found = _ADDRESS.findall(text)
    return "".join(found[-1]) if found else ""


def _decoded(text):
    """Return the text with its encoded words (RFC 2047) decoded, as one line."""
    try:
        return one_line(_storable(str(make_header(decode_header(text)))))
    except (MessageError, LookupError, ValueError):
        return one_line(_storable(text))


def _storable(text):
    """Return the text without the characters that Postgres cannot store."""
    return text.replace("\0", "").encode(errors="replace").decode()


def _safely(read):
    """Return the result of `read`, which parses a header's parameters; None if they are too malformed for it."""
    try:
        return read()
    except (LookupError, TypeError, ValueError):
        return None
