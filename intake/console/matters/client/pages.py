"""`/matters/<id>/client`: the client of a matter, chosen among those known or entered as a new one."""

from flask import Blueprint

from intake.cases.clients.actions import create_client
from intake.cases.clients.errors import DuplicateEmail
from intake.cases.clients.search_words import search_words
from intake.cases.matters.actions import lock_to_change, update
from intake.cases.search.models import search_records
from intake.console.frame.console_page import console_page
from intake.console.frame.shown_version import is_outdated, version_of
from intake.console.matters.head import return_to
from intake.console.matters.models import fetch_matter
from intake.console.new_matter.draft import Draft
from intake.console.new_matter.states import FOUND
from intake.core.db import db
from intake.core.languages import LANGUAGES
from intake.engagement.letters.models import Letter
from intake.web.forms import parameter

client_pages = Blueprint("client_pages", __name__)


class _ChangedMeanwhile(Exception):
    """The matter got another client while the page was open."""


@client_pages.get("")
@console_page("opening")
def show(desk, matter_id):
    """Show the search for a client, and the form of a new one."""
    return _page(desk, matter_id, Draft(desk))


@client_pages.post("")
@console_page("opening", once=True)
def save(desk, matter_id):
    """Give the matter this client, unless somebody else has meanwhile given it another one."""
    draft = Draft(desk)
    if not draft.check_client() or draft.find_duplicates():
        return _page(desk, matter_id, draft, 422)
    try:
        with db.atomic():
            client = draft.client or create_client(desk.caller, **draft.new_client)
            matter = lock_to_change(desk.caller, matter_id, {"client_id": client.id})
            if is_outdated(matter.client_id):
                raise _ChangedMeanwhile
            update(desk.caller, matter_id, client_id=client.id)
    except DuplicateEmail:
        draft.typed["others"] = ""  # the one with the address is shown again
        draft.find_duplicates()
        return _page(desk, matter_id, draft, 422)
    except _ChangedMeanwhile:
        return _page(desk, matter_id, draft, 409)
    return return_to("matters_pages.show", matter_id, done="client-set")


def _page(desk, matter_id, draft, status=200):
    if draft.is_email_taken:
        draft.wrong["email"] = "This e-mail address belongs to another client."
    matter, words = fetch_matter(desk.caller, matter_id), search_words(parameter("q", 255))
    found = search_records(desk.caller, words, ("clients",), FOUND)[1]["clients"] if words else []
    return desk.page("matter_client.html", status, matter=matter, version=version_of(matter.client_id), words=words,
                     found=found, open_letters=list(Letter.open_in(desk.caller, matter.id)), draft=draft,
                     typed=draft.typed, wrong=draft.wrong, languages=LANGUAGES.values(),
                     was_changed=status == 409)
