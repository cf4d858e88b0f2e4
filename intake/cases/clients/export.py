"""Clients as CSV."""

from intake.accounts.audit.recording import record_act
from intake.core.clock import iso
from intake.core.csv_lines import csv_response
from intake.core.db import db

from .models import Client
from .schemas import Address
from .states import CHANNELS

_ADDRESS = tuple(Address().fields)
_WAYS = (*CHANNELS, "voicemail")
COLUMNS = ("id", "last_name", "first_name", "email", "phone", "not_safe", *_ADDRESS, "matters_count", "created_at")


def export(caller, search, sort, order):
    """Record the export, and return the response with the clients that the search finds, in this order.

    `not_safe` names the ways in which the client must not be reached.
    """
    with db.atomic():
        record_act("clients.exported", caller.firm)
    rows = Client.matching(caller, search, Client.phone).select_extend(
        Client.last_name_key, Client.contact_preferences, Client.address)
    return csv_response(COLUMNS, map(_cells, Client.order(sort, order).batches(rows)), "clients.csv")


def _cells(client):
    wishes, address = client.contact_preferences or {}, client.address or {}
    return (client.id, client.last_name, client.first_name, client.email, client.phone,
            " ".join(name for name in _WAYS if wishes.get(name) is False),
            *(address.get(name) for name in _ADDRESS), client.matters_count, iso(client.created_at))
