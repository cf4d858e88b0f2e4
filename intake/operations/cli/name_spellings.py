"""Names and titles that were stored before they were found without their accents."""

from contextlib import suppress

from peewee import fn

from intake.cases.clients.models import Client
from intake.cases.court_forms.models import CourtForm
from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.errors import DuplicateMatter
from intake.cases.matters.models import Matter
from intake.cases.templates.models import Template
from intake.core.db import map_constraint_errors
from intake.core.text_search import as_folded, folded_names, searchable
from intake.engagement.leads.models import Lead

_BATCH = 1000
_TITLES = (Matter.title_key, DocumentRequest.name_key, Template.name_key, CourtForm.search_key)


def add_spellings():
    """Let names and titles be found without their accents; return of how many records that is new."""
    return sum(_add_to(column, folded_names) for column in (Client.search_key, Lead.search_key)) + sum(
        _add_to(column, lambda key: searchable(as_folded(key))) for column in _TITLES)


def _add_to(column, spell):
    model, changed, last = column.model, 0, ""
    has_accents = fn.OCTET_LENGTH(column) > fn.LENGTH(column)
    while rows := list(model.select(model.id, column).where(model.id > last, has_accents)
                       .order_by(model.id).limit(_BATCH).tuples()):
        for last, key in rows:
            if (wanted := spell(key)) == key:
                continue
            # During an upgrade a matter can have got the title of another one.
            with suppress(DuplicateMatter), map_constraint_errors(matters_title_unique=DuplicateMatter):
                # It may have been changed meanwhile.
                changed += model.update({column: wanted}).where(model.id == last, column == key).execute()
    return changed
