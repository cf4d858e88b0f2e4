"""`/clients/:id/merge`: finding the duplicate, choosing who stays, and undoing the merge."""

from flask import Blueprint, request

from intake.cases.client_merges import actions
from intake.cases.clients.duplicates import likely_duplicates
from intake.cases.clients.errors import DuplicateEmail
from intake.cases.clients.models import Client
from intake.cases.clients.search_words import search_words
from intake.cases.holds.models import LegalHold
from intake.console.frame.console_page import console_page, go_to
from intake.core.errors import NotFound
from intake.web.forms import parameter, typed

from .states import FOUND

merging = Blueprint("merging", __name__)


@merging.get("")
@console_page("clients:write")
def show(desk, client_id):
    """Show the possible duplicates, or both clients side by side if the address names the other one."""
    client = Client.fetch(desk.caller, client_id)
    if "with" in request.args:
        other = Client.fetch(desk.caller, request.args["with"])
        pair = (client, other) if other.id != client.id else None
        holds = list(LegalHold.shown(LegalHold.on_clients(desk.caller, [client.id, other.id]))) if pair else ()
        return desk.page("client_merge.html", client=client, pair=pair, holds=holds)
    words = search_words(parameter("search", 255))
    if words:
        found = Client.listed(desk.caller, {"search": words, "sort": "last_name", "order": "asc", "page": 1,
                                            "per_page": FOUND}, Client.phone).rows
    else:
        found = likely_duplicates(desk.caller, client.first_name, client.last_name, client.email, client.phone)
    return desk.page("client_merge.html", client=client, words=words, found=found)


@merging.post("")
@console_page("clients:write", once=True)
def merge(desk, client_id):
    """Merge both clients into the one who was chosen."""
    pair, stays = {client_id, typed("other", 64)}, typed("stays", 64)
    if stays not in pair or len(pair) != 2:
        raise NotFound
    [merged] = pair - {stays}
    actions.merge(desk.caller, merged, stays)
    return go_to("clients_pages.show", client_id=stays, done="merged")


@merging.post("/undo")
@console_page("clients:write", once=True)
def undo(desk, client_id):
    """Undo the merge of this client, and show the client."""
    into = typed("into", 64)
    try:
        actions.undo(desk.caller, client_id)
    except NotFound as missing:
        is_late = missing.details.get("id") == client_id
        return go_to("clients_pages.show", client_id=into, failed="late" if is_late else "merged-since")
    except DuplicateEmail:
        return go_to("clients_pages.show", client_id=into, failed="taken")
    return go_to("clients_pages.show", client_id=client_id, done="undone")
