"""Deadlines as an iCalendar object (RFC 5545): a whole-day event each.

Title and matter are named, notes are not: the calendar leaves the firm for whatever program reads it.
"""

import re
from datetime import UTC
from urllib.parse import urlsplit

from intake.core.addresses import public_url

_ESCAPED = re.compile(r"([\\;,])")
_CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")
_LINE_BYTES = 75


def to_icalendar(firm, deadlines):
    """Return the text of a calendar with these deadlines, each of which has its `matter`."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Intake//Deadlines//EN", "CALSCALE:GREGORIAN",
             f"X-WR-CALNAME:{_text(firm.name)}", "REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H"]
    for deadline in deadlines:
        lines += _event(deadline)
    return "".join(f"{_folded(line)}\r\n" for line in (*lines, "END:VCALENDAR"))


def _event(deadline):
    host = urlsplit(public_url("/")).hostname
    # Some programs keep what they have unless this is later; the summary has the title of the matter, too.
    changed = f"{max(deadline.changed_at, deadline.matter.updated_at).astimezone(UTC):%Y%m%dT%H%M%SZ}"
    return (
        "BEGIN:VEVENT", f"UID:{deadline.id}@{host}", f"DTSTAMP:{changed}", f"LAST-MODIFIED:{changed}",
        f"DTSTART;VALUE=DATE:{deadline.due_date:%Y%m%d}",
        f"SUMMARY:{_text(f'{deadline.title} · {deadline.matter.title}')}",
        f"URL:{public_url(f'/deadlines/{deadline.id}')}", "TRANSP:TRANSPARENT", "END:VEVENT")


def _text(text):
    """Escape a text; line breaks are the only control characters that can be escaped."""
    text = _CONTROLS.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return _ESCAPED.sub(r"\\\1", text).replace("\n", "\\n")


def _folded(line):
    """Fold a line longer than 75 bytes, between characters; continuation lines begin with a space."""
    pieces, size = [""], 0
    for character in line:
        length = len(character.encode())
        if size + length > _LINE_BYTES:
            pieces.append(" ")
            size = 1
        pieces[-1] += character
        size += length
    return "\r\n".join(pieces)
