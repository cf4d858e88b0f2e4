"""Everything that can happen to a client (decisions.md 4)."""

from intake.core.db import db, map_constraint_errors
from intake.core.text_search import folded
from intake.engine.events.actions import record_event

from .errors import DuplicateEmail
from .models import Client
from .schemas import ClientCreated


def register(scope, **values):
    """The firm has a new client. Raises `DuplicateEmail`."""
    with _one_address_each(), db.atomic():
        client = Client.create(firm_id=scope.firm_id, **values, **_keys(values))
        # The firm's internal notes stay within the firm.
        record_event("client.created", client.firm_id, ClientCreated(exclude=("notes",)).dump(client))
    return client


def update(scope, client_id, **values):
    """The client has the given values; what was not given stays. Raises `NotFound`, `DuplicateEmail`."""
    with _one_address_each(), db.atomic():
        client = Client.fetch_locked(scope, client_id)
        changes = client.differing(values)
        if changes:
            client.change(**changes, **_keys(client.__data__ | changes))
    return client


def _keys(values):
    """The folded texts by which the client is found."""
    parts = (values.get(name) for name in ("first_name", "last_name", "email"))
    return {"email_key": folded(values["email"]) if values.get("email") else None,
            "last_name_key": folded(values["last_name"]),
            "search_key": folded(" ".join(part for part in parts if part))}


def _one_address_each():
    return map_constraint_errors(clients_email_unique=DuplicateEmail)
