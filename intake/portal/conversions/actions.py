"""Make a lead a client: a matter, the template's checklist, an intake link and perhaps a letter, in one transaction."""

from typing import NamedTuple

from intake.accounts.audit.recording import record_act
from intake.accounts.firms.models import Firm
from intake.accounts.users.models import User
from intake.cases.clients.models import Client
from intake.cases.matters.actions import lock_to_create
from intake.cases.matters.models import Matter
from intake.cases.templates.actions import create_matter_with_template
from intake.core.clock import now
from intake.core.db import db
from intake.core.errors import Invalid, InvalidStatusTransition
from intake.engagement.leads.actions import change_status
from intake.engagement.leads.errors import LeadQuarantined
from intake.engagement.leads.models import Lead
from intake.engagement.leads.states import CONVERTIBLE, ENGAGED
from intake.engagement.letters import actions as letters
from intake.engagement.letters.models import Letter
from intake.engagement.parties.actions import adopt
from intake.portal.links.actions import default_channels, make, queue
from intake.portal.links.models import IntakeLink
from intake.portal.links.states import LIFETIME_DAYS

from .returning import client_of, shown_to
from .titles import free_title


class Conversion(NamedTuple):
    """The result of a conversion."""

    client: Client | None
    matter: Matter
    link: IntakeLink | None
    letter: Letter | None


def convert(caller, lead_id, client_id=None, new_client=False, channels=None, expires_in_days=LIFETIME_DAYS,
            letter_template_id=None, letter_values=None, send_letter=True, **values):
    """Make the lead a client with a matter and its intake link, which the worker sends by the channels.

    With `letter_template_id` an engagement letter to the client is made, too, which the worker sends or which stays a
    draft. `values` are the matter's; those that are left out come from the lead, except a suspended person in charge.
    Somebody who is a client already is linked. For a lead that was already converted, the result of that is returned
    and nothing changes. Raises `NotFound`, `InvalidStatusTransition` unless the lead is cleared, `LeadQuarantined`,
    `ClientUncertain`, `DuplicateEmail`, `DuplicateMatter`, `MatterLimitReached`, `NotAColleague`,
    `ConflictCheckRequired`, `SendFailed` for a channel that does not reach the client; for the letter `Invalid` without
    an e-mail address, and what `send_later` raises.
    """
    with db.atomic():
        lock_to_create(caller, values["assigned_attorney"] if "assigned_attorney" in values
                       else Lead.fetch(caller, lead_id).assigned_to)
        lead = Lead.fetch_locked(caller, lead_id)
        if lead.status != ENGAGED:
            _check(lead)
            matter = _convert(caller, lead, client_id, new_client, channels, expires_in_days, values)
            if letter_template_id:
                _write_letter(caller, matter, letter_template_id, letter_values, send_letter)
    matter = Matter.fetch(caller, lead.matter_id)
    link = IntakeLink.current(matter, matter.id).first()
    written = Letter.of_matter(caller, matter.id)
    return Conversion(shown_to(caller, matter.client), matter.show_link_to(caller), link and link.show_to(caller),
                      written[-1] if written else None)


def _check(lead):
    """Raise the reason for which the lead cannot become a client."""
    if lead.quarantined:
        raise LeadQuarantined
    if lead.status not in CONVERTIBLE:
        raise InvalidStatusTransition("Only a cleared lead can become a client.", **{
            "from": lead.status, "to": ENGAGED})


def _convert(caller, lead, client_id, new_client, channels, expires_in_days, values):
    client = client_of(caller, lead, client_id, new_client)
    in_charge = None if User.is_suspended(caller, lead.assigned_to) else lead.assigned_to
    values = {"practice_area": lead.practice_area, "assigned_attorney": in_charge,
              "description": lead.message, **values}
    if not values.get("title"):
        values["title"] = free_title(Firm.fetch(lead.firm_id), lead, values["practice_area"])
    matter = create_matter_with_template(caller, client_id=client.id, **values)
    lead.change(client_id=client.id, matter_id=matter.id)
    adopt(lead, matter)
    link = make(caller, matter.id, expires_in_days)
    record_act("lead.converted", lead, client_id=client.id, matter_id=matter.id)
    moment = now()
    change_status(lead, ENGAGED, engaged_at=moment, answered_at=lead.answered_at or moment)
    queue(link, default_channels(lead, client) if channels is None else dict.fromkeys(channels))
    return matter


def _write_letter(caller, matter, template_id, values, send):
    client = Client.fetch(caller, matter.client_id)
    if not client.email:
        raise Invalid({"letter_template_id": ["The client has no e-mail address to sign a letter at."]})
    letter = letters.create(caller, matter.id, [{"name": client.full_name, "email": client.email}], template_id,
                            values=values)
    if send:
        letters.send_later(letter)
