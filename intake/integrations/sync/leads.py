"""Sends leads to platforms that keep prospects, each lead exactly once.

As with matters, a link without ids is stored before anything is created, and existing records are looked for first,
which also finds those of a killed attempt. When the lead becomes a client, its prospect is linked to the matter.
"""

from datetime import timedelta

from intake.accounts.audit.recording import record_act
from intake.core.clock import now
from intake.core.db import db
from intake.engagement.leads.models import Lead
from intake.engine.tasks.actions import Postponed, plan
from intake.gateways.platform_http import (
    PermissionDenied,
    PlatformUnavailable,
    RateLimited,
    RequestRejected,
    TokenRejected,
)
from intake.integrations.connections.models import Integration
from intake.integrations.connections.transport import ConnectionTransport
from intake.integrations.platforms.data_types import ContactPayload, MatterPayload
from intake.integrations.platforms.errors import NotConnected
from intake.integrations.platforms.registry import PLATFORMS, get_platform

from .failures import failure_for
from .models import IntegrationLink, LeadLink
from .states import CONTACT, MATTER, PRACTICE_AREA_NAMES

_LEASE_RETRY = timedelta(seconds=5)


def send_lead(integration, lead):
    """Find or create the lead's contact and prospect, unless it was sent. Raises a `PlatformError`.

    Raises `Postponed` while a run of the connection is in progress or the platform takes no more requests. A refusal is
    kept with the link, so that the firm sees it.
    """
    if integration.is_paused:
        raise Postponed(integration.paused_until)
    if not integration.acquire_lease(lead.id):
        raise Postponed(now() + _LEASE_RETRY)
    try:
        link, is_new = LeadLink.for_record(integration, lead_id=lead.id)
        if not link.external_id:
            _send(integration, lead, link, is_new)
    except (RequestRejected, PermissionDenied, TokenRejected) as refusal:
        failure = failure_for(refusal, PLATFORMS[integration.platform].name)
        link.change(error_code=failure.error.code, platform_said=failure.detail or None)
        raise
    except (PlatformUnavailable, RateLimited) as error:
        if error.retry_after is not None:
            integration.pause(error.retry_after)
        raise
    finally:
        integration.release_lease(lead.id)


def send_again(scope, lead_id):
    """Plan to send a lead again to the connected platforms that refused it.

    Raises `NotFound`, `NotConnected` if those that refused it are not connected any more.
    """
    with db.atomic():
        lead = Lead.fetch(scope, lead_id)
        refused = {link.integration_id: link for link in LeadLink.of(lead).where(
            LeadLink.lead_id == lead.id, LeadLink.error_code.is_null(False))}
        integrations = list(Integration.of(lead).where(Integration.id.in_(list(refused))))
        connected = [each for each in integrations if each.connected]
        if integrations and not connected:
            raise NotConnected(integrations[0].platform)
        for each in connected:
            refused[each.id].change(error_code=None, platform_said=None)
        if connected:
            plan(lead.firm_id, "send_lead", lead.id)
            record_act("lead.sent_again", lead)


def adopt_prospect(integration, matter):
    """Link the prospect of the lead that became this matter to the matter, and its contact to the client.

    The contact is linked only if the lead is the matter's present client, with their address: anybody can write in a
    client's name. Nor is it if it is another client's, who had the address before. This happens only once: if the
    records are deleted there, new ones are created.
    """
    lead = Lead.of(integration).where(Lead.matter_id == matter.id).first()
    link = lead and LeadLink.of_connection(integration).where(
        LeadLink.lead_id == lead.id, LeadLink.external_id.is_null(False)).first()
    if link:
        client = matter.client
        if client and client.id == lead.client_id and lead.email_key in (None, client.email_key) and (
                not IntegrationLink.linked_ids(integration, CONTACT, [link.contact_id])):
            _adopt(integration, CONTACT, link.contact_id, client_id=client.id)
        _adopt(integration, MATTER, link.external_id, matter_id=matter.id)
        LeadLink.delete_for(integration, LeadLink.id == link.id)


def _adopt(integration, kind, external_id, **record):
    own, _ = IntegrationLink.for_record(integration, kind=kind, **record)
    if not own.external_id:
        own.change(external_id=external_id, settled_at=now())


def _send(integration, lead, link, is_new):
    platform = get_platform(integration.platform)
    transport = ConnectionTransport(platform, integration, lambda: _renew(integration, lead))
    client = platform.client(transport)
    contact = ContactPayload(lead.id, lead.first_name, lead.last_name, lead.email, lead.phone)
    if not link.contact_id:
        link.change(contact_id=_find_contact(client, contact, is_new) or client.create_contact(contact))
    prospect = MatterPayload(lead.id, f"{lead.full_name} ({lead.id[-6:]})", lead.message,
                             practice_area=PRACTICE_AREA_NAMES.get(lead.practice_area))
    found = client.find_matters(prospect, link.contact_id)
    link.change(external_id=found[0] if found else client.create_matter(prospect, link.contact_id), error_code=None,
                platform_said=None)


def _find_contact(client, contact, is_new):
    if contact.email:
        return client.find_contact(contact)
    # Namesakes cannot be distinguished, but an old link means that a killed attempt may have created the contact.
    return None if is_new else next(iter(client.find_contacts_named(contact)), None)


def _renew(integration, lead):
    if not integration.renew_lease(lead.id):
        raise Postponed(now() + _LEASE_RETRY)
