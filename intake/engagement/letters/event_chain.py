"""The events of a letter, each with a digest over itself and its predecessor, so that changes and gaps are detected.

They are added while the letter's row is locked, so that their numbers are consecutive.
"""

import hashlib
import json
from datetime import datetime

from peewee import CompositeKey, IntegerField, JSONField, TextField

from intake.core.clock import iso, now
from intake.core.db import Model


class LetterEvent(Model):
    """An event in a letter's history; `at` is text, because the text is digested."""

    firm_id = TextField()
    letter_id = TextField()
    number = IntegerField()
    type = TextField()
    at = TextField()
    actor = TextField()
    address = TextField(null=True)
    details = JSONField()
    digest = TextField()

    class Meta:
        primary_key = CompositeKey("firm_id", "letter_id", "number")

    @property
    def moment(self):
        """When it happened, as a datetime."""
        return datetime.fromisoformat(self.at)

    @classmethod
    def of_letter(cls, letter):
        """Return the letter's events in their order."""
        return list(cls.select().where(cls.firm_id == letter.firm_id, cls.letter_id == letter.id).order_by(cls.number))

    @classmethod
    def last_of(cls, letter):
        """Return the letter's last event, None without any."""
        return cls.select().where(cls.firm_id == letter.firm_id, cls.letter_id == letter.id).order_by(
            cls.number.desc()).first()


def add_event(letter, type, actor, address=None, **details):
    """Add an event to the letter, whose row is locked, and return it. The certificate shows its `details`."""
    last = LetterEvent.last_of(letter)
    values = {"number": last.number + 1 if last else 1, "type": type, "at": iso(now()), "actor": actor,
              "address": address, "details": details}
    digest = digest_of(letter.id, values, last.digest if last else "")
    return LetterEvent.create(firm_id=letter.firm_id, letter_id=letter.id, digest=digest, **values)


def digest_of(letter_id, values, digest_before):
    """Return the SHA-256, in hex, over the event in canonical JSON and the digest of the previous event."""
    content = json.dumps({"letter_id": letter_id, "before": digest_before, **values}, sort_keys=True,
                         separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(content.encode()).hexdigest()


def first_broken(events):
    """Return the number of the first event that was changed since it was recorded, or None. The events are in order."""
    before = ""
    for number, event in enumerate(events, 1):
        values = {name: getattr(event, name) for name in ("number", "type", "at", "actor", "address", "details")}
        if event.number != number or event.digest != digest_of(event.letter_id, values, before):
            return number
        before = event.digest
    return None
