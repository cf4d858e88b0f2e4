"""Closing a firm, taking that back, and what happens when the time is over."""

from intake.accounts.audit.recording import record_act
from intake.accounts.firms.models import Firm
from intake.cases.holds.errors import OnHold
from intake.core.addresses import public_url
from intake.core.clock import now
from intake.core.db import db
from intake.core.languages import ENGLISH
from intake.core.local_time import to_local
from intake.engine.tasks.actions import plan
from intake.engine.tasks.isolation import for_each_isolated
from intake.gateways.stripe_api import stripe_api
from intake.integrations.connections.models import Integration
from intake.integrations.webhooks.models import Webhook
from intake.messaging.communications.states import EMAIL
from intake.messaging.notifications.actions import send_alert
from intake.messaging.notifications.models import admin_addresses
from intake.records.erasures.actions import erase_firm
from intake.records.exports.actions import begin

from .errors import FirmNotLeaving, OtherName
from .models import Closing
from .states import LOOKED_AGAIN_AFTER, READ_ONLY_FOR

_SWITCHES = {"webhooks": Webhook.active, "integrations": Integration.is_active}
"""The columns that are turned off while a firm is being closed."""


def state_of(caller):
    """Return whether the firm is being closed, and its closing."""
    found = Closing.current(caller)
    return {"leaving": found is not None, "created_at": found and found.created_at,
            "erase_at": found and found.erase_at, "export_id": found and found.export_id}


def close(caller, name, language=ENGLISH):
    """Make an export of the firm, and let it be read-only until it is erased; again changes nothing.

    Raises `OtherName`.
    """
    with db.atomic():
        firm = Firm.fetch_locked(caller.firm_id)
        if " ".join(name.split()) != " ".join(firm.name.split()):
            raise OtherName
        if Closing.current(firm) is None:
            moment, export = now(), begin(caller, firm, language=language)
            closing = Closing.create(firm_id=firm.id, user_id=export.user_id, export_id=export.id, paused=_pause(firm),
                                     erase_at=moment + READ_ONLY_FOR, created_at=moment)
            firm.change(leaving_since=moment)
            record_act("firm.closed", firm, erase_at=closing.erase_at.isoformat(), export_id=export.id)
            if stripe_api.is_configured:
                plan(firm.id, "end_subscription", firm.id)
            send_alert(firm, "firm_closed", f"closed {closing.id}", EMAIL, admin_addresses(firm),
                       erase_on=to_local(closing.erase_at, firm.timezone).date(),
                       address=public_url("/settings/records/close"))
    return state_of(caller)


def withdraw(caller):
    """Let the firm work as before. Raises `FirmNotLeaving`, also once its time is over."""
    with db.atomic():
        firm = Firm.fetch_locked(caller.firm_id)
        closing = Closing.current(firm)
        if closing is None or not closing.change(Closing.ended_at.is_null(), taken_back_at=now()):
            raise FirmNotLeaving
        firm.change(leaving_since=None)
        for kind, switch in _SWITCHES.items():
            switch.model.update({switch: True}).where(
                switch.model.firm_id == firm.id, switch.model.id.in_(closing.paused[kind])).execute()
        record_act("firm.closing_taken_back", firm)
    return state_of(caller)


def end_due(moment):
    """Suspend the firms whose time is over, and plan that each is erased, once.

    A firm with something on hold stays read-only, and its admins get a mail.
    """
    for_each_isolated(Closing.due(moment), lambda id: _end(id, moment), "closing not ended")


def _end(closing_id, moment):
    with db.atomic():
        if closing := Closing.claim_due(closing_id, moment):
            _suspend(Firm.fetch(closing.firm_id), closing, moment)


def _suspend(firm, closing, moment):
    try:
        with db.savepoint():
            erase_firm(firm, mail_to=admin_addresses(firm))
            closing.change(ended_at=moment)
            firm.change(suspended_at=moment)
            record_act("firm.closing_ended", firm)
    except OnHold:
        closing.change(erase_at=moment + LOOKED_AGAIN_AFTER)
        send_alert(firm, "firm_closing_held", f"held {closing.id}", EMAIL, admin_addresses(firm),
                   address=public_url("/settings/records/close"))


def _pause(firm):
    """Turn off everything that sends records elsewhere, and return the ids of what was on."""
    return {kind: [row.id for row in switch.model.update({switch: False}).where(
        switch.model.firm_id == firm.id, switch).returning(switch.model.id).execute()]
        for kind, switch in _SWITCHES.items()}
