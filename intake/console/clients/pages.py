"""`/clients`: the list, a client's page, and the form of their details."""

from typing import Any

from flask import Blueprint

from intake.cases.client_merges.models import ClientMerge
from intake.cases.clients.actions import create_client, update
from intake.cases.clients.duplicates import likely_duplicates
from intake.cases.clients.errors import DuplicateEmail
from intake.cases.clients.export import export
from intake.cases.clients.models import Client
from intake.cases.clients.search_words import search_words
from intake.cases.holds.models import LegalHold, read_shown
from intake.cases.matters.models import Matter
from intake.console.frame.console_page import console_page, go_to
from intake.console.frame.paging import page_of
from intake.console.frame.shown_version import fetch_to_save, is_outdated, kept_version
from intake.core.db import db
from intake.core.errors import NotFound
from intake.core.languages import LANGUAGES
from intake.messaging.communications.message_texts import client_language
from intake.portal.links.models import IntakeLink
from intake.web.forms import choice, page_number, parameter, typed

from .form import ClientForm
from .merging import states as merging
from .models import latest_messages
from .states import MESSAGES, ROWS

clients_pages = Blueprint("clients_pages", __name__)

_SORTS = {"last_name": "asc", "created_at": "desc"}
"""The list's sort keys, each with its order."""

_TAKEN = "This e-mail address belongs to another client."

NOTICES = {
    "saved": "Saved.",
    "link-open": "Saved. The link that was sent before still works. If the former address was not the client's, revoke "
    "it in the matter under “More …”, and send a new one.",
} | merging.NOTICES


@clients_pages.get("")
@console_page("clients:read")
def index(desk):
    """List the clients, by name or the newest first, optionally those who match a search."""
    search, sort = _filters()
    listed = Client.listed(desk.caller, {
        "search": search, "sort": sort, "order": _SORTS[sort], "page": page_number(), "per_page": ROWS},
        Client.phone)
    return desk.page("clients.html", listed=listed, search=search, sort=sort)


@clients_pages.get("/new")
@console_page("clients:write")
def new(desk):
    """Show the form of a new client."""
    return _form(desk, ClientForm(desk.firm, _blank(desk)))


@clients_pages.post("/new")
@console_page("clients:write", once=True)
def create(desk):
    """Register a client without a matter; ask once if it is probably somebody whom the firm already has."""
    form = ClientForm.sent(desk.firm, _blank(desk))
    values, duplicates = form.check(), ()
    if values is not None:
        duplicates = likely_duplicates(
            desk.caller, **{name: values[name] for name in ("first_name", "last_name", "email", "phone")})
        if {each.id for each in duplicates} <= set(typed("others", 500).split()):
            try:
                return go_to("clients_pages.show", client_id=create_client(desk.caller, **values).id, done="saved")
            except DuplicateEmail:
                form.wrong["email"] = _TAKEN
    return _form(desk, form, 422, duplicates=duplicates)


@clients_pages.get("/export.csv")
@console_page("clients:read")
def download(desk):
    """Export the clients that match the address as CSV."""
    search, sort = _filters()
    return export(desk.caller, search, sort, _SORTS[sort])


@clients_pages.get("/<client_id>")
@console_page("clients:read")
def show(desk, client_id):
    """Show a client's details, matters and messages."""
    try:
        client: Any = Client.fetch(desk.caller, client_id, ClientMerge.into(client_id),
                              LegalHold.as_column(LegalHold.on_clients(desk.caller, [client_id])))
    except NotFound:
        stays = Client.merge_target(desk.caller, client_id)
        if stays is None:
            raise
        return go_to("clients_pages.show", client_id=stays, failed=parameter("failed") or None)
    return desk.page("client.html", notices=NOTICES, client=client, holds=read_shown(client.holds),
                     language_name=LANGUAGES[client_language(client, desk.firm)].name,
                     matters=page_of(Matter.of_client(desk.caller, client.id), ROWS), most_messages=MESSAGES,
                     messages=list(latest_messages(desk.caller, client.id)))


@clients_pages.get("/<client_id>/edit")
@console_page("clients:write")
def edit(desk, client_id):
    """Show the form of the client's details."""
    return _form(desk, ClientForm(desk.firm, Client.fetch(desk.caller, client_id)))


@clients_pages.post("/<client_id>/edit")
@console_page("clients:write")
def save(desk, client_id):
    """Change the client's details, unless somebody else did meanwhile; then show the present values."""
    try:
        with db.atomic():
            form = ClientForm.sent(desk.firm, fetch_to_save(Client, desk.caller, client_id))
            values = form.check()
            if values is not None and not is_outdated(form.saved):
                client = update(desk.caller, client_id, **values)
                is_elsewhere = (client.email, client.phone) != (form.client.email, form.client.phone)
                is_open = is_elsewhere and IntakeLink.sent_to(desk.caller, client_id).exists()
                return go_to("clients_pages.show", client_id=client_id, done="link-open" if is_open else "saved")
    except DuplicateEmail:
        form.wrong["email"] = _TAKEN
    return _form(desk, form, 422 if form.wrong else 409)


def _filters():
    """Return the words and the order in the address of the list."""
    return search_words(parameter("search", 255)), choice("sort", _SORTS, "last_name")


def _blank(desk):
    """Return the client whom the form of a new one shows."""
    return Client(id=None, firm_id=desk.firm.id, custom_fields={})


def _form(desk, form, status=200, duplicates=()):
    return desk.page("client_form.html", status, client=form.client, typed=form.texts, wrong=form.wrong,
                     now=form.saved if status == 409 else None, version=kept_version(form.wrong, form.saved),
                     languages=LANGUAGES.values(), duplicates=duplicates)
