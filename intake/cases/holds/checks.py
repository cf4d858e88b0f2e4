"""Checks that every action makes before it loses something: whether that is on hold.

A change loses something if it leaves no trace of what was there. Closing a matter loses nothing, nor does a
second file, a note where there was none, or another telephone number to reach the client by.
"""

from intake.core.ids import is_id

from .errors import OnHold
from .models import LegalHold, block_new_holds


def require_matter_not_held(scope, matter_id):
    """Raise `OnHold` if the matter is held; else it is not until the transaction ends. Call it before locking rows."""
    block_new_holds(scope)
    refuse_for_matter(scope, matter_id)


def require_clients_not_held(scope, *client_ids):
    """As `require_matter_not_held`, for clients and all their matters."""
    block_new_holds(scope)
    refuse_for_clients(scope, *client_ids)


def is_matter_held(scope, matter_id):
    """Whether the matter is held; the result holds until the transaction ends. Call it before locking rows."""
    block_new_holds(scope)
    return LegalHold.on_matter(scope, matter_id).exists()


def refuse_for_matter(scope, matter_id):
    """Raise `OnHold` if the matter is held. Call `block_new_holds` before."""
    if is_id(matter_id):
        refuse_held(LegalHold.on_matter(scope, matter_id))


def refuse_for_clients(scope, *client_ids):
    """Raise `OnHold` if one of the clients or a matter of theirs is held. Call `block_new_holds` before."""
    refuse_held(LegalHold.on_clients(scope, [id for id in client_ids if is_id(id)]))


def refuse_for_lead(scope, lead):
    """Raise `OnHold` if a hold's search finds the lead, or its matter or client is held. As for `refuse_for_matter`."""
    if lead.client_id:
        refuse_for_clients(scope, lead.client_id)
    refuse_held(LegalHold.on_lead(scope, lead))


def is_overwritten(record, changes, names):
    """Whether changes of a record replace or shorten what one of these of its fields holds.

    A text may be continued, a list and an object may be added to.
    """
    return any(name in changes and _is_lost(getattr(record, name), changes[name]) for name in names)


def _is_lost(before, after):
    if not before:
        return False
    if isinstance(before, str) and isinstance(after, str):
        return not after.startswith(before)
    if isinstance(before, dict) and isinstance(after, dict):
        return any(name not in after or _is_lost(value, after[name]) for name, value in before.items())
    if isinstance(before, list) and isinstance(after, list):
        return not all(value in after for value in before)
    return before != after


def refuse_held(holds):
    """Raise `OnHold` if the query finds a hold."""
    if hold := LegalHold.with_names(holds).first():
        raise OnHold(hold)
