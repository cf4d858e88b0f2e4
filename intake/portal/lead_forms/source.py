"""Where somebody came from: it is kept from the addresses and never asked."""

from flask import request

from intake.core.addresses import public_url
from intake.core.plain_text import one_line
from intake.engagement.leads.states import CAMPAIGN

_LONGEST_ADDRESS, _LONGEST = 2_000, 200
CARRIED = ("page", "referrer", *(f"utm_{'campaign' if part == 'name' else part}" for part in CAMPAIGN))
"""The parameters of the form's address, which are its hidden fields as well; `utm_…` are those that advertisements use.
"""


def source_shown():
    """Return the hidden fields of a form that is opened, by `CARRIED`."""
    given = {name: request.args.get(name, "") for name in CARRIED}
    given["page"] = given["page"] or public_url(request.path)
    given["referrer"] = given["referrer"] or request.headers.get("Referer", "")
    return _cleaned(given)


def source_sent():
    """Return the hidden fields of a form that was sent."""
    return _cleaned({name: request.form.get(name, "") for name in CARRIED})


def as_source(carried):
    """Return the `source` of a lead."""
    campaign = {part: carried[name] for part, name in zip(CAMPAIGN, CARRIED[2:], strict=True) if carried[name]}
    source = {"page": carried["page"], "referrer": carried["referrer"], "campaign": campaign}
    return {name: value for name, value in source.items() if value}


def _cleaned(given):
    texts = {name: one_line(text.encode(errors="ignore").decode())[:_LONGEST] for name, text in given.items()}
    for name in ("page", "referrer"):
        text = one_line(given[name].encode(errors="ignore").decode())
        texts[name] = text if text.startswith(("https://", "http://")) and len(text) <= _LONGEST_ADDRESS else ""
    return texts
