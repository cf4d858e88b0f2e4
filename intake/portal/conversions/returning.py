"""Whether a lead is a client of the firm already."""

from intake.cases.clients.actions import create_client, update
from intake.cases.clients.duplicates import has_similar_name, is_reached_by, likely_duplicates
from intake.cases.clients.models import Client
from intake.core.name_locks import lock_name
from intake.engagement.leads.states import WISHES

from .errors import ClientUncertain

_SHOWN = ("id", "first_name", "last_name", "email", "phone")
_OF_MATTER = ("id", "first_name", "last_name", "email", "matters_count", "created_at", "updated_at")


def candidates_for(scope, lead):
    """Return the clients who may be the person, and the matching one, None if a person has to decide."""
    found = likely_duplicates(scope, lead.first_name, lead.last_name, lead.email, lead.phone)
    same = [client for client in found if is_reached_by(client, lead.email, lead.phone)]
    certain = same[0] if len(same) == 1 and has_similar_name(same[0], lead.first_name, lead.last_name) else None
    return found, certain


def client_of(scope, lead, client_id, new_client):
    """Return the client that the lead becomes: the named one, the one who is the same person, or a new one.

    Call it in the transaction of the conversion: another lead of the same person waits for its end. Raises
    `NotFound`, `ClientUncertain`, `DuplicateEmail`.
    """
    for way in sorted(filter(None, (lead.email_key, lead.phone))):
        lock_name(f"{lead.firm_id} {way}")
    if client_id is None and not new_client:
        found, certain = candidates_for(scope, lead)
        if found and certain is None:
            raise ClientUncertain(candidates=[
                {name: getattr(shown_to(scope, each), name) for name in _SHOWN} for each in found])
        client_id = certain and certain.id
    if client_id is None:
        return create_client(scope, first_name=lead.first_name, last_name=lead.last_name, email=lead.email,
                             phone=lead.phone, contact_preferences=lead.contact_preferences,
                             custom_fields={"language": lead.language} if lead.language else {})
    client = Client.fetch_to_refer(scope, client_id)
    return update(scope, client.id, **_wishes(client, lead))


def shown_to(caller, client):
    """Return the client; for a caller who may not read clients, only what a matter shows of its client."""
    if client is None or caller.may("clients:read"):
        return client
    return Client(**{name: getattr(client, name) for name in _OF_MATTER})


def _wishes(client, lead):
    """Return the contact preferences with the lead's additions: unknown details, and every wish not to be contacted.

    No address or number is added: anybody can write in a client's name, and would then get links to the firm's data.
    """
    wishes, known = lead.contact_preferences or {}, client.contact_preferences or {}
    refused = {name: False for name in WISHES if wishes.get(name) is False}
    return {"contact_preferences": {**wishes, **known, **refused}} if wishes else {}
