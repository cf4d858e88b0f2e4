"""Names that were stored before they were found without their accents."""

from peewee import fn

from intake.cases.clients.models import Client
from intake.core.text_search import folded_names
from intake.engagement.leads.models import Lead

_BATCH = 1000


def add_spellings():
    """Let clients and leads be found without the accents of their names; return of how many that is new."""
    return sum(_add_to(model) for model in (Client, Lead))


def _add_to(model):
    changed, last = 0, ""
    has_accents = fn.OCTET_LENGTH(model.search_key) > fn.LENGTH(model.search_key)
    while rows := list(model.select(model.id, model.search_key).where(model.id > last, has_accents)
                       .order_by(model.id).limit(_BATCH).tuples()):
        for last, key in rows:
            if (wanted := folded_names(key)) != key:  # unless somebody changes the name meanwhile
                changed += model.update(search_key=wanted).where(model.id == last, model.search_key == key).execute()
    return changed
