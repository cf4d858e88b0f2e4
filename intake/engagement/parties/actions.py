"""Actions on the parties of a matter."""

from intake.accounts.audit.recording import record_act, record_change
from intake.cases.holds.checks import is_overwritten, refuse_for_matter, require_matter_not_held
from intake.cases.holds.models import block_new_holds
from intake.cases.matters.models import Matter
from intake.core.db import db
from intake.engine.tasks.actions import plan

from .errors import TooManyParties
from .models import MatterParty
from .states import MOST_PARTIES

_NAMES = ("name", "aliases", "former_names", "email", "phone", "address")
_KEPT = (*_NAMES, "kind", "role", "relation")


def add(scope, matter_id, **values):
    """Add a party to a matter. Raises `NotFound`, `TooManyParties`."""
    with db.atomic():
        matter = Matter.fetch_locked(scope, matter_id)
        if MatterParty.of_matter(matter, matter.id).count() >= MOST_PARTIES:
            raise TooManyParties
        party = MatterParty.create(firm_id=matter.firm_id, matter_id=matter.id, **values)
        record_act("party.created", party, matter_id=matter.id)
        _check_again(party)
    return party


def update(scope, matter_id, party_id, **values):
    """Change the given values of a party. Raises `NotFound`, `OnHold`."""
    with db.atomic():
        block_new_holds(scope)
        party = MatterParty.fetch_in(scope, matter_id, party_id)
        changes = party.differing(values)
        if is_overwritten(party, changes, _KEPT):
            refuse_for_matter(scope, matter_id)
        if changes and not party.change(**changes):
            MatterParty.fetch_in(scope, matter_id, party_id)  # raises `NotFound` if it was deleted meanwhile
        record_change(party, changes, matter_id=matter_id)
        if changes.keys() & set(_NAMES):
            _check_again(party)
    return party


def delete(scope, matter_id, party_id):
    """Remove a party from its matter. Raises `NotFound`, `OnHold`."""
    with db.atomic():
        require_matter_not_held(scope, matter_id)
        party = MatterParty.fetch_in(scope, matter_id, party_id)
        if party.delete_row():
            record_act("party.deleted", party, matter_id=matter_id)


def adopt(lead, matter):
    """Copy the parties of a lead to the matter that it became. A conflict check of the lead has covered them."""
    for party in lead.parties:
        MatterParty.create(
            firm_id=matter.firm_id, matter_id=matter.id, name=party.name, kind=party.kind, role=party.role,
            aliases=party.aliases, relation=party.relation)


def _check_again(party):
    plan(party.firm_id, "check_conflicts_again", party.matter_id)
