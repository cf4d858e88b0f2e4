"""The records that can be erased."""

from intake.cases.clients.models import Client
from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.models import Matter
from intake.core.db import db
from intake.engagement.leads.models import Lead

from .states import CLIENT, DOCUMENT, LEAD, MATTER

MODELS = {CLIENT: Client, MATTER: Matter, DOCUMENT: DocumentRequest, LEAD: Lead}


def fetch_record(scope, kind, record_id):
    """Return the record. Raises `NotFound`."""
    return MODELS[kind].fetch(scope, record_id)


def name_of_record(record):
    """Return the record's name, which is typed to confirm its erasure."""
    return getattr(record, "full_name", None) or getattr(record, "title", None) or record.name


def names_of_records(scope, erasures):
    """Return `{record_id: name}` of the records of these erasures that are still there, in one statement."""
    ids = [each.record_id for each in erasures if not each.is_done]
    return dict(db.execute_sql(_NAMES, {"firm": scope.firm_id, "ids": ids}).fetchall()) if ids else {}


_NAMES = " UNION ALL ".join(
    f"SELECT id, {name} FROM {table} WHERE firm_id = %(firm)s AND id = ANY(%(ids)s)"  # noqa: S608 (our own names)
    for table, name in (("clients", "first_name || ' ' || last_name"), ("leads", "first_name || ' ' || last_name"),
                        ("matters", "title"), ("document_requests", "name")))
