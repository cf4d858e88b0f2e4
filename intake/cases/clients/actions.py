"""Actions on clients."""

from intake.accounts.audit.recording import record_act, record_change
from intake.cases.holds.checks import is_overwritten, refuse_for_clients
from intake.cases.holds.models import block_new_holds
from intake.core.db import db, map_constraint_errors
from intake.core.text_search import folded, folded_names, name_order
from intake.engine.events.actions import record_event
from intake.engine.tasks.actions import plan

from .errors import DuplicateEmail
from .models import Client
from .portal_proofs import ADDRESSES, invalidate_proofs
from .schemas import ClientEvent
from .states import CHECKED, KEPT

_EVENT_DATA = ClientEvent()


def create_client(scope, **values):
    """Create a client. Raises `DuplicateEmail`."""
    with unique_email(), db.atomic():
        client = Client.create_with_next(firm_id=scope.firm_id, **values, **search_keys(values))
        record_act("client.created", client)
        record_event("client.created", client.firm_id, _EVENT_DATA.dump(client))
    return client


def update(scope, client_id, **values):
    """Change the given values of a client. Raises `NotFound`, `DuplicateEmail`, `OnHold`."""
    with unique_email(), db.atomic():
        if values.keys() & set(KEPT):
            block_new_holds(scope)
        client = Client.fetch_locked(scope, client_id)
        changes = client.differing(values)
        if is_overwritten(client, changes, KEPT):
            refuse_for_clients(client, client.id)
        if changes:
            client.change(**changes, **search_keys(client.__data__ | changes))
            record_change(client, changes)
        if changes.keys() & ADDRESSES:
            invalidate_proofs(client, client.id)
        if changes.keys() & set(CHECKED):
            plan(client.firm_id, "check_client_again", client.id)
    return client


def set_contact_preferences(scope, client_id, preferences):
    """Set these of a client's contact preferences and leave the others. Raises `NotFound`."""
    with db.atomic():
        client = Client.fetch_locked(scope, client_id)
        changes = client.differing({"contact_preferences": (client.contact_preferences or {}) | preferences})
        if changes:
            client.change(**changes)
            record_change(client, changes)


def search_keys(values):
    """Return the case-folded columns of a client's values that searches, lists and the unique constraint use."""
    parts = (values.get(name) for name in ("first_name", "last_name", "email"))
    return {"email_key": folded(values["email"]) if values.get("email") else None,
            "last_name_key": name_order(values["last_name"], values.get("first_name", "")),
            "search_key": folded_names(" ".join(part for part in parts if part))}


def unique_email():
    """Raise `DuplicateEmail` if the block gives a client the address of another one."""
    return map_constraint_errors(clients_email_unique=DuplicateEmail)
