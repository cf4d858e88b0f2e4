"""The section `webhooks` of the OpenAPI document: what endpoints receive."""

from intake.cases.client_merges.schemas import MergeEvent
from intake.cases.clients.schemas import ClientEvent
from intake.cases.matters.schemas import MatterOut
from intake.cases.uploads.schemas import DocumentEvent, DocumentReviewed
from intake.engagement.leads.schemas import LeadOut, LeadStatusEvent
from intake.engagement.letters.schemas import LetterEventOut
from intake.engine.events.states import TEST
from intake.integrations.webhooks.schemas import TestEvent
from intake.portal.links.schemas import IntakeEvent
from intake.records.erasures.schemas import ErasedEvent

from .examples import as_of, identifier
from .schemas import EventEnvelope

PAYLOADS = {
    "matter.created": MatterOut, "matter.updated": MatterOut, "matter.archived": MatterOut,
    "client.created": ClientEvent, "client.merged": MergeEvent, "client.merge_undone": MergeEvent,
    "letter.sent": LetterEventOut, "letter.signed": LetterEventOut, "letter.completed": LetterEventOut,
    "letter.declined": LetterEventOut,
    "document.uploaded": DocumentEvent, "document.approved": DocumentReviewed,
    "document.rejected": DocumentReviewed, "intake.completed": IntakeEvent, "intake.link.sent": IntakeEvent,
    "lead.created": LeadOut, "lead.status_changed": LeadStatusEvent, "record.erased": ErasedEvent, TEST: TestEvent,
}  # fmt: skip
"""The schema of `data` by the event's type."""

HEADERS = {
    "webhook-id": ("The event's identifier, the same in every delivery.", identifier("event")),
    "webhook-timestamp": ("Unix time of this attempt. Refuse one more than five minutes from now.", "1795229153"),
    "webhook-signature": (
        "One or two signatures, separated by a space: each `v1,` and the base64 of HMAC-SHA256 over "
        "`webhook-id.webhook-timestamp.body`. The key is the part of the endpoint's secret after `whsec_`, decoded "
        "from base64. One of them has to match.", "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="),
}


def webhooks(components, examples):
    """Return a path item for each type of event."""
    return {type: {"post": _delivery(type, schema(), components, examples)} for type, schema in PAYLOADS.items()}


def _delivery(type, schema, components, examples):
    data, resource = components.reference(schema), type.partition(".")[0]
    shape = {"allOf": [components.reference(EventEnvelope()),
                       {"type": "object", "properties": {"type": {"const": type}, "data": data}}]}
    operation_id = f"receive_{type.replace('.', '_')}"
    example = examples.of(shape["allOf"][0], "event") | {"type": type, "data": examples.of(data, resource)}
    example = as_of(operation_id, example)
    return {
        "operationId": operation_id,
        "summary": f"Receive {type}",
        "description": _SENT_BY_TEST if type == TEST else "Sent to endpoints that subscribed to this type or to `*`.",
        "parameters": [{"in": "header", "name": name, "required": True, "description": description, "example": sample,
                        "schema": {"type": "string"}} for name, (description, sample) in HEADERS.items()],
        "requestBody": {"required": True, "content": {"application/json": {"schema": shape, "example": example}}},
        "responses": {"2XX": {"description": "Received. Anything else, or nothing within 5 seconds, is tried again."},
                      "410": {"description": "Turns the endpoint off."}},
    }


_SENT_BY_TEST = "Sent by `POST /api/v1/webhooks/{webhook_id}/test` only, to endpoints of any subscription."
