"""The link to the second part of the lead form. It is not stored: it names the lead and its last day, and is signed.

Small letters and digits only, since phones cut addresses at other characters.
"""

import hmac
import re
from dataclasses import dataclass
from datetime import date, timedelta

from intake.core.addresses import public_url
from intake.core.clock import now
from intake.core.crypto import signature
from intake.engagement.leads.models import Lead

from .states import FACTS_DAYS

_FORM = re.compile(r"([0-9a-z]{26})([0-9a-f]{4})([a-z2-7]{26})")
_BEGINNING = date(1970, 1, 1)
_FARTHEST_BEHIND = timedelta(hours=12)
"""How far a clock may be behind UTC: until then the last day is not over for everybody."""


@dataclass(frozen=True)
class FactsLink:
    """A link for the person of a lead."""

    slug: str
    lead_id: str
    last_day: date

    @classmethod
    def new(cls, slug, lead_id):
        """Return a link for the lead of the firm with this slug that is open from now on."""
        return cls(slug, lead_id, now().date() + timedelta(days=FACTS_DAYS))

    @classmethod
    def of_token(cls, slug, token):
        """Return the link with this token; None unless its signature is ours and its time is not over."""
        parts = _FORM.fullmatch(token)
        if parts is None or not hmac.compare_digest(parts[3], _signature(slug, parts[1] + parts[2])):
            return None
        link = cls(slug, f"{Lead.prefix}_{parts[1].upper()}", _BEGINNING + timedelta(days=int(parts[2], 16)))
        return link if link.last_day >= (now() - _FARTHEST_BEHIND).date() else None

    @property
    def token(self):
        """The end of the address. With it one can write to the firm in the lead's name, so it must not be logged."""
        public = f"{self.lead_id.partition('_')[2].lower()}{(self.last_day - _BEGINNING).days:04x}"
        return public + _signature(self.slug, public)

    @property
    def url(self):
        """The whole address."""
        return public_url(f"/start/{self.slug}/more/{self.token}")


def _signature(slug, public):
    return signature(f"lead facts:{slug}:{public}")
