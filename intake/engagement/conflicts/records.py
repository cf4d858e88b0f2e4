"""The description of a hit's record, as it was when the check was run."""

from intake.cases.clients.models import Client
from intake.cases.matters.models import Matter
from intake.engagement.leads.models import Lead, LeadParty
from intake.engagement.parties.models import MatterParty

from .states import CLIENT, LEAD, LEAD_PARTY, MERGED_CLIENT, PARTY


def described(scope, hits, matter, lead):
    """Return the hits with data about their records, without those of the checked matter or lead.

    All records of the firm are read: the caller's rights are applied when the check is shown.
    """
    clients = _by_id(Client, scope, {hit["parent_id"] or hit["record_id"] for hit in hits
                                     if hit["kind"] in (CLIENT, MERGED_CLIENT)})
    parties = _by_id(MatterParty, scope, {hit["record_id"] for hit in hits if hit["kind"] == PARTY})
    matters = _by_id(Matter, scope, {hit["parent_id"] for hit in hits if hit["kind"] == PARTY})
    lead_parties = _by_id(LeadParty, scope, {hit["record_id"] for hit in hits if hit["kind"] == LEAD_PARTY})
    leads = _by_id(Lead, scope, {hit["parent_id"] or hit["record_id"] for hit in hits
                                 if hit["kind"] in (LEAD, LEAD_PARTY)})
    known = []
    for hit in hits:
        kind, id, parent = hit["kind"], hit["record_id"], hit["parent_id"]
        if kind in (CLIENT, MERGED_CLIENT):
            about = _client(clients.get(parent or id), matter)
        elif kind == PARTY:
            about = _party(parties.get(id), matters.get(parent), matter)
        else:
            about = _lead(leads.get(parent or id), lead_parties.get(id), matter, lead)
        if about:
            known.append(hit | about)
    return known


def _client(client, checked):
    """Return the data about a client, None if there is none or the checked matter is theirs."""
    if client is None or (checked and checked.client_id == client.id):
        return None
    return {"name": client.full_name, "client_id": client.id}


def _party(party, matter, checked):
    """Return the data about a party of a matter, None if one of them is gone or it is the checked matter."""
    if party is None or matter is None or (checked and checked.id == matter.id):
        return None
    return {"name": party.name, "role": party.role, "matter_id": matter.id, "title": matter.title,
            "status": matter.status}


def _lead(lead, party, checked_matter, checked_lead):
    """Return the data about a lead or a party of it, None if it is gone, checked, or became the checked matter."""
    if lead is None or (checked_lead and checked_lead.id == lead.id) or (
            checked_matter and lead.matter_id == checked_matter.id):
        return None
    about = {"name": lead.full_name, "lead_id": lead.id, "status": lead.status, "title": lead.full_name}
    return about | {"name": party.name, "role": party.role} if party else about


def _by_id(model, scope, ids):
    """Return the firm's rows with these ids, by id; merged clients, too."""
    if not ids:
        return {}
    return {row.id: row for row in model.select().where(model.firm_id == scope.firm_id, model.id.in_(ids))}
