"""Queries for a firm's usage."""

from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from peewee import Select, fn

from intake.accounts.access.models import RequestCount
from intake.accounts.firms.models import Firm
from intake.accounts.users.models import count_seats
from intake.cases.clients.models import Client
from intake.cases.matters.counts import MatterCount
from intake.cases.matters.states import ACTIVE, ARCHIVED
from intake.cases.uploads.models import Upload
from intake.cases.uploads.states import ISSUED
from intake.cases.uploads.storage_limit import GIGABYTE
from intake.cases.uploads.storage_used import StorageUsed
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


def firms_near_a_limit(plans, share, start, end):
    """Return the ids of the firms that use at least this share of a limit of their plan.

    Requests are counted from `start` up to, but not including, `end`, which may be longer than a billing period.
    """
    each = _EachFirm(Firm.id)
    used = {"users": count_seats(each), "matters": _matters(each), "storage_gb": StorageUsed.of(each),
            "requests_per_period": RequestCount.between(each, start.date(), end.date())}
    units = {"storage_gb": GIGABYTE}
    near = [(Firm.plan == name) & (fn.COALESCE(query, 0) >= share * allowed * units.get(limit, 1))
            for name, plan in plans.items() for limit, query in used.items() if (allowed := getattr(plan, limit))]
    return list(Firm.select(Firm.id).where(reduce(or_, near)).order_by(Firm.id).scalars())


class _EachFirm(NamedTuple):
    """The scope of subqueries in a query about all firms: `firm_id` is its column."""

    firm_id: Any
    assignee: None = None


def _matters(scope, *conditions):
    return MatterCount.summed(MatterCount.firm_id == scope.firm_id, *conditions)
