"""Signed events from a platform about a matter that is linked to one of the sample's."""

import json
from itertools import count

from intake.cases.matters.models import Matter
from intake.core.clock import iso, now
from intake.core.crypto import vault
from intake.integrations.connections.models import Integration
from intake.integrations.inbound import authentication
from intake.integrations.inbound.models import InboundEvent
from intake.integrations.sync.models import IntegrationLink
from intake.integrations.sync.states import MATTER

from .platforms import send, signed, within_reach

_DATA = {"clio": {"status": "Closed"}, "lawmatics": {"name": "Silva", "stage": "Lost", "previous_stage": "Hired"}}
_number = count(70_000_000_001)


def send_event(sample, call, event):
    """Send the event; return the response, the matter's status, and the event type of the audit record."""
    segment = call.split("/")[2]
    with within_reach(sample, call), sample.app.app_context():
        integration = Integration.for_platform(sample.firm, segment)
        authentication.store_secret(integration, None, "the-secret")
        if segment == "lawmatics":
            integration.change(webhook_secret=vault.seal("the-secret"))
        matter_id, number = sample.fresh("matter_id"), next(_number)
        IntegrationLink.create(firm_id=sample.firm.id, integration_id=integration.id, kind=MATTER, matter_id=matter_id,
                               external_id=str(number))
        body = json.dumps({"event": event, "timestamp": iso(now()), "data": {"id": number} | _DATA[segment]}).encode()
        answer = send(sample, segment, signed(segment, "the-secret", body), body)
        kept = InboundEvent.of(sample.firm).where(InboundEvent.resource_id == number).get()
        return answer.json, Matter.fetch(sample.firm, matter_id).status, kept.event_type if kept.processed else None
