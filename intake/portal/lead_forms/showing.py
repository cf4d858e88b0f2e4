"""The page with the lead form."""

from flask import request

from .challenges import new_challenge
from .source import CARRIED


def form_page(visit, form, status=200, notice=None, focus=None, ancestors=None):
    """Return the page with this `LeadForm`, a notice above it, and the focus in the row of this number."""
    # A challenge that was not used yet is kept: with a new one, a quick correction would look like spam.
    challenge = request.form.get("altcha") if visit.proof and notice is None else None
    return visit.page("start_form.html", status, ancestors, form=form, notice=notice, focus=focus, carried=CARRIED,
                      inert=visit.is_preview, challenge=challenge or new_challenge(visit.firm.slug))
