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
            client = clients.get(parent or id)
            if client and not (matter and matter.client_id == client.id):
                known.append(hit | {"name": client.full_name, "client_id": client.id})
        elif kind == PARTY:
            party, of = parties.get(id), matters.get(parent)
            if party and of and not (matter and matter.id == of.id):
                known.append(hit | {"name": party.name, "role": party.role, "matter_id": of.id, "title": of.title,
                                    "status": of.status})
        else:
            of, party = leads.get(parent or id), lead_parties.get(id)
            if of and not (lead and lead.id == of.id) and not (matter and of.matter_id == matter.id):
                known.append(hit | {"name": party.name if party else of.full_name, "lead_id": of.id,
                                    "status": of.status, "title": of.full_name}
                             | ({"role": party.role} if party else {}))
    return known


def _by_id(model, scope, ids):
    """Return the firm's rows with these ids, by id; merged clients, too."""
    if not ids:
        return {}
    return {row.id: row for row in model.select().where(model.firm_id == scope.firm_id, model.id.in_(ids))}
