"""The records that can be erased."""

from intake.cases.clients.models import Client
from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.models import Matter
from intake.engagement.leads.models import Lead

from .states import CLIENT, DOCUMENT, LEAD, MATTER

MODELS = {CLIENT: Client, MATTER: Matter, DOCUMENT: DocumentRequest, LEAD: Lead}


def fetch_record(scope, kind, record_id):
    """Return the record. Raises `NotFound`."""
    return MODELS[kind].fetch(scope, record_id)


def name_of_record(record):
    """Return what the record is called, which is typed to erase it."""
    return getattr(record, "full_name", None) or getattr(record, "title", None) or record.name
