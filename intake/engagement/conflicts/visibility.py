"""The terms and hits of a check that a person may see, and whom they can ask about the others."""

from typing import Any

from intake.accounts.access.caller import Caller
from intake.accounts.users.models import User
from intake.accounts.users.names import name_of
from intake.accounts.users.states import ACTIVE, ADMIN
from intake.cases.clients.models import Client
from intake.cases.matters.models import Matter
from intake.engagement.leads.models import Lead

from .states import CLIENT, LEAD, LEAD_PARTY, MERGED_CLIENT, PARTY
from .terms import terms_of_text

_RECORD = {CLIENT: (Client, "record_id"), MERGED_CLIENT: (Client, "parent_id"), PARTY: (Matter, "parent_id"),
           LEAD: (Lead, "record_id"), LEAD_PARTY: (Lead, "parent_id")}
"""By kind of hit, the record that must be visible, and the key of its id in the hit."""

_READ_WITH = {Client: "clients:read", Matter: "matters:read", Lead: "matters:read"}
"""The scope for reading each kind of record."""


def shown_terms(caller, check):
    """Return the terms of a check; those of its matter or lead only if the caller may read whom they are about."""
    scopes = ["matters:read"] if check.matter_id or check.lead_id else []
    if check.matter_id:
        scopes.append("clients:read")
    if not isinstance(caller, Caller) or all(map(caller.may, scopes)):
        return check.sought
    typed = {term.text for name in check.names for term in terms_of_text(name)}
    return [each for each in check.sought if each["text"] in typed]


def shown_hits(caller, hits):
    """Return the hits as the caller may see them.

    A hit whose record they may not see has only its `kind` and the people to `ask`.
    """
    hidden = _hidden(caller, hits)
    asked = _people_to_ask(caller, hits, hidden)
    return [{"kind": hit["kind"], "visible": False, "ask": asked[index]} if index in hidden
            else hit | {"visible": True, "ask": []} for index, hit in enumerate(hits)]


def _hidden(caller, hits):
    """Return the positions of hits that the caller may not see; none for callers who see every record of the firm."""
    scopes = _READ_WITH.items() if isinstance(caller, Caller) else ()  # an export is made for the firm
    refused = {model for model, scope in scopes if not caller.may(scope)}
    if caller.assignee is None and not refused:
        return set()
    seen = {model: set() if model in refused else set(model.of(caller, model.id).where(model.id.in_(ids)).scalars())
            for model, ids in _records_of(hits).items()}
    return {index for index, hit in enumerate(hits)
            if hit[_RECORD[hit["kind"]][1]] not in seen[_RECORD[hit["kind"]][0]]}


def _records_of(hits):
    """Return the ids of the records of hits, by model."""
    ids: dict[Any, set[str]] = {}
    for hit in hits:
        model, name = _RECORD[hit["kind"]]
        ids.setdefault(model, set()).add(hit[name])
    return ids


def _people_to_ask(caller, hits, hidden):
    """Return {position: names} of the people in charge of hidden hits; the firm's administrators if there is none."""
    if not hidden:
        return {}
    wanted = _records_of(hits[index] for index in hidden)
    in_charge = {model: _people_of(caller, model, ids) for model, ids in wanted.items()}
    people = list(User.of(caller.firm).where(User.status == ACTIVE))
    names = {id: name_of(user) for user in people for id in user.assigned_as}
    admins = sorted(name_of(user) for user in people if user.role == ADMIN)

    def asked(hit):
        model, name = _RECORD[hit["kind"]]
        id = in_charge[model].get(hit[name])
        return [names[id]] if id in names else admins

    return {index: asked(hits[index]) for index in hidden}


def _people_of(caller, model, ids):
    """Return {record id: assignee id}; the assignee of a client is that of their newest matter."""
    if model is Lead:
        rows = Lead.of(caller.firm, Lead.id, Lead.assigned_to).where(Lead.id.in_(ids))
    else:
        about = Matter.id if model is Matter else Matter.client_id
        rows = Matter.of(caller.firm, about, Matter.assigned_attorney).where(
            about.in_(ids), Matter.assigned_attorney.is_null(False)).order_by(Matter.created_at)
    return dict(rows.tuples())
