"""Queries for a firm's usage."""

from peewee import Select, fn

from intake.accounts.access.models import RequestCount
from intake.accounts.users.models import count_seats
from intake.cases.clients.models import Client
from intake.cases.matters.models import MatterCount
from intake.cases.matters.states import ACTIVE, ARCHIVED
from intake.cases.uploads.models import StorageUsed, Upload
from intake.cases.uploads.states import ISSUED
from intake.core.db import db
from intake.portal.links.models import IntakeLink


def figures(scope, start, end):
    """Return the firm's figures by name, read in one statement; those of a period include `start` but not `end`."""
    named = {
        "matters": _matters(scope),
        "matters_active": _matters(scope, MatterCount.status == ACTIVE),
        "matters_archived": _matters(scope, MatterCount.status == ARCHIVED),
        "clients": Client.of(scope, fn.COUNT(1)),
        "users": count_seats(scope),
        "uploads": Upload.of(scope, fn.COUNT(1)).where(
            Upload.status != ISSUED, Upload.uploaded_at >= start, Upload.uploaded_at < end),
        "bytes": StorageUsed.of(scope),
        "requests": RequestCount.between(scope, start.date(), end.date()),
        "links_sent": IntakeLink.sent_between(scope, start, end),
    }
    row = Select(columns=[query.alias(name) for name, query in named.items()]).dicts().execute(db)
    return {name: int(figure or 0) for name, figure in next(iter(row)).items()}


def _matters(scope, *conditions):
    return MatterCount.summed(MatterCount.firm_id == scope.firm_id, *conditions)
