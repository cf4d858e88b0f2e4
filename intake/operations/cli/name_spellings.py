"""Updates names and titles stored before accents and apostrophes were ignored."""

from contextlib import suppress

from peewee import fn

from intake.cases.clients.models import Client
from intake.cases.court_forms.models import CourtForm
from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.errors import DuplicateMatter
from intake.cases.matters.models import Matter
from intake.cases.templates.models import Template
from intake.core.db import map_constraint_errors
from intake.core.text_search import as_folded, folded_names, name_order, searchable
from intake.engagement.leads.models import Lead

_BATCH = 1000
_TITLES = (Matter.title_key, DocumentRequest.name_key, Template.name_key, CourtForm.search_key)


def add_spellings():
    """Store further spellings of names and titles, and the order of clients. Return how many records were updated."""
    names = sum(_add_to(column, folded_names) for column in (Client.search_key, Lead.search_key))
    titles = sum(_add_to(column, lambda key: searchable(as_folded(key))) for column in _TITLES)
    return _list_clients() + names + titles


def _list_clients():
    changed, last = 0, ""
    columns = Client.id, Client.last_name_key, Client.last_name, Client.first_name
    while clients := list(Client.select(*columns).where(Client.id > last).order_by(Client.id).limit(_BATCH)):
        for client in clients:
            wanted = name_order(client.last_name, client.first_name)
            if wanted != client.last_name_key:
                # It may have been changed meanwhile.
                changed += Client.update(last_name_key=wanted).where(
                    Client.id == client.id, Client.last_name_key == client.last_name_key).execute()
        last = clients[-1].id
    return changed


def _add_to(column, spell):
    model, changed, last = column.model, 0, ""
    is_spelled_otherwise = (fn.OCTET_LENGTH(column) > fn.LENGTH(column)) | column.regexp("['`]")
    while rows := list(model.select(model.id, column).where(model.id > last, is_spelled_otherwise)
                       .order_by(model.id).limit(_BATCH).tuples()):
        for last, key in rows:
            if (wanted := spell(key)) == key:
                continue
            # During an upgrade a matter can have got the title of another one.
            with suppress(DuplicateMatter), map_constraint_errors(matters_title_unique=DuplicateMatter):
                # It may have been changed meanwhile.
                changed += model.update({column: wanted}).where(model.id == last, column == key).execute()
    return changed
