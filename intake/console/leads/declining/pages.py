"""`/leads/<id>/decline`: the reason, and the letter to the person."""

from typing import Any

from flask import Blueprint, request

from intake.console.frame.console_page import console_page, go_to
from intake.console.frame.shown_version import fetch_to_save
from intake.console.leads import states
from intake.console.leads.seen import require_status_seen
from intake.core.db import db
from intake.core.errors import InvalidStatusTransition
from intake.core.languages import LANGUAGES
from intake.engagement.leads.actions import update
from intake.engagement.leads.errors import LeadQuarantined
from intake.engagement.leads.models import Lead
from intake.engagement.leads.states import DECLINED, TRANSITIONS
from intake.engagement.leads.writing import language_of, letter_of_decline
from intake.messaging.communications.errors import SendFailed
from intake.messaging.communications.safety import allows, may_identify
from intake.messaging.communications.states import EMAIL
from intake.web.forms import typed

declining = Blueprint("declining", __name__)

_LONGEST = {"reason": 500, "subject": 200, "message": 20_000}
WRONG = {
    "reason": "Say why, for the firm’s own records.",
    "subject": "Enter a subject of at most 200 characters.",
    "message": "Enter a letter of at most 20,000 characters.",
    "sending": "The letter cannot be e-mailed: there is no address that may be used. Decline without it, and call.",
}


@declining.get("")
@console_page("matters:write")
def show(desk, lead_id):
    """Show the suggested letter, in the person's language or the one in the address."""
    lead = Lead.fetch(desk.caller, lead_id)
    asked = request.args.get("language")
    language = asked if asked in LANGUAGES else language_of(lead, desk.firm)
    letter = letter_of_decline(lead, desk.firm, language)
    return _page(desk, lead, {"reason": "", "subject": letter.subject, "message": letter.message,
                              "mail": _is_reached(lead) and may_identify(lead)}, language)


@declining.post("")
@console_page("matters:write", once=True)
def decline(desk, lead_id):
    """Decline the lead, and mail the letter if that was chosen, unless somebody else has declined it meanwhile."""
    lead = Lead.fetch(desk.caller, lead_id)
    given: dict[str, Any] = {name: typed(name, longest).strip() for name, longest in _LONGEST.items()}
    given["mail"] = bool(typed("mail"))
    wrong = {name: WRONG[name] for name, longest in _LONGEST.items()
             if (given["mail"] or name == "reason") and not 0 < len(given[name]) <= longest}
    language = typed("language", 8)
    if wrong:
        return _page(desk, lead, given, language, 422, wrong)
    letter = {"letter": {"subject": given["subject"], "message": given["message"]}} if given["mail"] else {}
    try:
        with db.atomic():
            locked = fetch_to_save(Lead, desk.caller, lead_id)
            require_status_seen(locked)
            TRANSITIONS.check(locked.status, DECLINED)
            update(desk.caller, lead_id, status=DECLINED, declined_reason=given["reason"], **letter)
    except LeadQuarantined:
        return desk.nothing_saved(states.NOTICES, "quarantine-first", "leads_pages.show", lead_id=lead_id)
    except InvalidStatusTransition:
        return desk.nothing_saved(states.NOTICES, "meanwhile", "leads_pages.show", lead_id=lead_id)
    except SendFailed:
        return _page(desk, lead, given | {"mail": False}, language, 422, {"sending": WRONG["sending"]})
    return go_to("leads_pages.show", lead_id=lead_id, done="declined-mailed" if letter else "declined")


def _is_reached(lead):
    return bool(lead.email) and allows(lead, EMAIL)


def _page(desk, lead, given, letter_language, status=200, wrong=None):
    return desk.page("lead_decline.html", status, lead=lead, given=given, wrong=wrong, reasons=states.REASONS,
                     is_reached=_is_reached(lead), is_named=may_identify(lead), letter_language=letter_language,
                     languages=LANGUAGES.values())
