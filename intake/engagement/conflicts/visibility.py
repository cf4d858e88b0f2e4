"""What of a check's hits somebody may see, and whom they ask about the others."""

from typing import Any

from intake.accounts.users.models import User
from intake.accounts.users.states import ACTIVE, ADMIN
from intake.cases.clients.models import Client
from intake.cases.matters.models import Matter
from intake.engagement.leads.models import Lead

from .states import CLIENT, LEAD, LEAD_PARTY, MERGED_CLIENT, PARTY

_RECORD = {CLIENT: (Client, "record_id"), MERGED_CLIENT: (Client, "parent_id"), PARTY: (Matter, "parent_id"),
           LEAD: (Lead, "record_id"), LEAD_PARTY: (Lead, "parent_id")}
"""By kind of hit the record that must be visible, and which id of the hit names it."""


def shown_hits(caller, hits):
    """Return the hits as the caller may see them.

    One whose record they may not see has its `kind` and whom to `ask`, and nothing else.
    """
    hidden = _hidden(caller, hits)
    asked = _asked(caller, hits, hidden)
    return [{"kind": hit["kind"], "visible": False, "ask": asked[index]} if index in hidden
            else hit | {"visible": True, "ask": []} for index, hit in enumerate(hits)]


def _hidden(caller, hits):
    """Return the positions of hits that the caller may not see; who sees every record of the firm sees all."""
    if caller.assignee is None:
        return set()
    wanted: dict[Any, set[str]] = {}
    for hit in hits:
        model, name = _RECORD[hit["kind"]]
        wanted.setdefault(model, set()).add(hit[name])
    seen = {model: set(model.of(caller, model.id).where(model.id.in_(ids)).scalars()) for model, ids in wanted.items()}
    return {index for index, hit in enumerate(hits)
            if hit[_RECORD[hit["kind"]][1]] not in seen[_RECORD[hit["kind"]][0]]}


def _asked(caller, hits, hidden):
    """Return by position the names of the people in charge of hidden hits; without one the firm's administrators."""
    if not hidden:
        return {}
    in_charge = {}
    for index in hidden:
        model, name = _RECORD[hits[index]["kind"]]
        in_charge[index] = _person_of(caller, model, hits[index][name])
    people = list(User.of(caller.firm).where(User.status == ACTIVE))
    names = {id: _name(user) for user in people for id in user.assigned_as}
    admins = sorted(_name(user) for user in people if user.role == ADMIN)
    return {index: [names[id]] if id in names else admins for index, id in in_charge.items()}


def _person_of(caller, model, id):
    """Return the id under which the record is assigned to somebody, for a client that of their newest matter."""
    if model is Lead:
        return Lead.of(caller.firm, Lead.assigned_to).where(Lead.id == id).scalar()
    about = Matter.id == id if model is Matter else Matter.client_id == id
    return Matter.of(caller.firm, Matter.assigned_attorney).where(
        about, Matter.assigned_attorney.is_null(False)).order_by(Matter.created_at.desc()).limit(1).scalar()


def _name(user):
    return " ".join(filter(None, (user.first_name, user.last_name))) or user.email
