"""`/matters/new`: the steps to a new matter, and its link."""

from functools import partial

from flask import Blueprint, request

from intake.accounts.firms.states import PRACTICE_AREAS
from intake.cases.clients.errors import DuplicateEmail
from intake.cases.clients.search_words import search_words
from intake.cases.matters.errors import DuplicateMatter, MatterLimitReached
from intake.cases.matters.models import Matter
from intake.cases.search.models import search_records
from intake.cases.templates.models import Template
from intake.console.frame.console_page import console_page, go_to
from intake.console.frame.sent_once import answer_once
from intake.console.matters.head import IN_DOUBT, return_to
from intake.console.matters.people import People
from intake.core.languages import LANGUAGES
from intake.engagement.conflicts.errors import ConflictCheckRequired
from intake.gateways.send_errors import UNKNOWN
from intake.messaging.communications.errors import SendFailed
from intake.messaging.communications.message_texts import client_language
from intake.portal.links.models import IntakeLink
from intake.web.forms import parameter

from . import actions
from .draft import Draft
from .messages import channels_to, chosen_channels, preview
from .states import CLIENT, FOUND, MATTER, SEND

new_matter = Blueprint("new_matter", __name__)

_ONLY_LINK = "link"
"""The value of the button that creates the link without sending it."""


@new_matter.get("")
@console_page("opening")
def show(desk):
    """Show the first step, or the second if the address has the id of a client."""
    draft = Draft(desk)
    return _page(desk, draft, MATTER if draft.client else CLIENT)


@new_matter.post("")
@console_page("opening")
def proceed(desk):
    """Go to the next step, or back to the requested one; after the last step open the matter."""
    draft, step, wanted = Draft(desk), request.form.get("step"), request.form.get("to")
    if wanted == CLIENT:
        draft.leave_client()
        return _page(desk, draft, CLIENT)
    if not draft.check_client() or (step == CLIENT and draft.find_duplicates()):
        return _page(desk, draft, CLIENT, 422)
    if step not in (MATTER, SEND) or wanted == MATTER:
        return _page(desk, draft, MATTER)
    if not draft.check_matter(propose=step == MATTER):
        return _page(desk, draft, MATTER, 422)
    if step == MATTER or not draft.was_checklist_shown:
        return _page(desk, draft, SEND)
    return answer_once(desk.caller, partial(_open, desk, draft, () if wanted == _ONLY_LINK else chosen_channels(draft)))


@new_matter.get("/<matter_id>")
@console_page("opening")
def done(desk, matter_id):
    """Show the link of the new matter, for copying and as a QR code."""
    link, matter = IntakeLink.fetch_current(desk.caller, matter_id), Matter.fetch(desk.caller, matter_id)
    return desk.page("new_matter_done.html", matter=matter, link=link, is_unsent="unsent" in request.args,
                     in_doubt=IN_DOUBT if request.args.get("unsent") == UNKNOWN else None)


def _open(desk, draft, channels):
    documents = draft.check_documents()
    if documents is None:
        return _page(desk, draft, SEND, 422)
    client = draft.client.id if draft.client else draft.new_client
    try:
        actions.open_matter(desk.caller, draft.matter_id, client, draft.matter, documents, channels)
    except DuplicateMatter:
        draft.wrong["title"] = "A matter with this title already exists."
        return _page(desk, draft, MATTER, 422)
    except MatterLimitReached:
        draft.wrong["title"] = "The plan's limit of matters is reached."
        return _page(desk, draft, MATTER, 422)
    except DuplicateEmail:
        draft.typed["others"] = ""  # show the client with this address again
        draft.find_duplicates()
        return _page(desk, draft, CLIENT, 422)
    except ConflictCheckRequired:
        return return_to("parties_tab.show", draft.matter_id, done="check-first")
    except SendFailed as failure:
        return go_to("new_matter.done", matter_id=draft.matter_id, unsent=failure.details["reason"])
    return go_to("new_matter.done", matter_id=draft.matter_id)


def _page(desk, draft, step, status=200):
    values = {CLIENT: _client_step, MATTER: _matter_step, SEND: _send_step}[step](desk, draft)
    return desk.page("new_matter.html", status, draft=draft, typed=draft.typed, wrong=draft.wrong, step=step, **values)


def _client_step(desk, draft):
    if draft.is_email_taken:
        draft.wrong["email"] = "This e-mail address belongs to another client."
    words = search_words(parameter("q", 255))
    _, found, _ = search_records(desk.caller, words, ("clients",), FOUND) if words else (0, {"clients": []}, [])
    return {"words": words, "found": found["clients"], "languages": LANGUAGES.values()}


def _matter_step(desk, draft):
    return {"templates": Template.choices(desk.caller, desk.language),
            "colleagues": People(list(draft.colleagues())).choices, "practice_areas": PRACTICE_AREAS}


def _send_step(desk, draft):
    channels = channels_to(draft.addressee)
    return {"channels": [(channel, preview(draft, channel)) for channel in channels], "chosen": chosen_channels(draft),
            "reads": LANGUAGES[client_language(draft.addressee, desk.firm)]}
