"""Translation between Intake's payloads and the JSON of Lawmatics' API and webhooks; matters are prospects there.

Responses are JSON:API documents: `{data: {id, attributes, relationships}, meta: {total_pages}}`.
"""

import hashlib
import hmac
import re

from intake.cases.matters.states import ACTIVE, ARCHIVED, CLOSED, STATUSES
from intake.gateways.platform_http import PlatformUnavailable
from intake.integrations.platforms.contract import WebhookFormat
from intake.integrations.platforms.data_types import ParsedEvent
from intake.integrations.platforms.parsing import (
    json_object,
    optional_id,
    optional_name,
    optional_time,
    record_id,
    same_text,
)

STAGES = {
    "divorce_standard": "Family Law Intake",
    "custody_only": "Family Law Intake",
    "immigration_asylum": "Immigration Intake",
    "personal_injury_auto": "PI Intake",
    "estate_planning_will": "Estate Planning Intake",
    "estate_planning_probate": "Probate Intake",
}
"""Case type → the pipeline stage of a new prospect."""

NOTE_NAME = "Intake completed"

SIGNATURE_LIFETIME_SECONDS = 300
_CLOSED_WORDS = ("closed", "lost", "declined", "completed")
_STAGE_FIELDS = {"matter.stage_changed": "stage", "matter.status_changed": "status"}
"""The events that report a matter's new stage, and the field that holds it. The second is Lawmatics' own name."""
_TIME = re.compile(r"[0-9]{1,12}")


def contact_body(contact):
    """Return the fields of a new contact, without the empty ones."""
    return _filled(first_name=contact.first_name, last_name=contact.last_name, email=contact.email,
                   phone=contact.phone)


def prospect_body(matter, contact_id, practice_area_id):
    """Return the fields of a new or changed prospect, without the empty ones."""
    return _filled(case_title=matter.title, case_blurb=matter.description, contact_id=contact_id,
                   practice_area_id=practice_area_id)


def note_body(matter, matter_id, link):
    """Return the note about the completed intake. It contains our id of the matter, which `is_note_of` looks for."""
    return {"name": NOTE_NAME, "notable_type": "Prospect", "notable_id": matter_id,
            "body": f"The client has completed the intake of {matter.title} ({matter.id}): {link}"}


def is_note_of(matter, attributes):
    """Whether these are the attributes of the note about this matter's completed intake."""
    return attributes.get("name") == NOTE_NAME and matter.id in str(attributes.get("body"))


def parse_record(answer):
    """Return the record of a response. Raises `PlatformUnavailable` if there is not exactly one."""
    found = parse_rows(answer)
    if len(found) != 1:
        raise PlatformUnavailable("The answer holds no record.")
    return found[0]


def parse_rows(answer):
    """Return the records of a response, each with its id as text and its attributes.

    Raises `PlatformUnavailable` for another form.
    """
    data = json_object(answer).get("data")
    found = data if isinstance(data, list) else [data]
    if not all(isinstance(row, dict) for row in found):
        raise PlatformUnavailable("The answer is not in Lawmatics' form.")
    return [{**row, "id": record_id(row.get("id")), "attributes": json_object(row.get("attributes"))} for row in found]


def next_page(answer, page):
    """Return the number of the page after this one; None if it was the last."""
    pages = json_object(answer.get("meta")).get("total_pages")
    return page + 1 if isinstance(pages, int) and page < pages and answer["data"] else None


def may_belong_to(contact_id, row):
    """Whether the prospect is the contact's, or names no contact in either of the two places."""
    related = json_object(row.get("relationships")).get("contact")
    contacts = [json_object(json_object(related).get("data")).get("id")] if related else []
    contacts += [row["attributes"]["contact_id"]] if "contact_id" in row["attributes"] else []
    return not contacts or contact_id in map(str, contacts)


def _filled(**fields):
    return {name: value for name, value in fields.items() if value}


class LawmaticsWebhooks(WebhookFormat):
    """Events without handshake and subscriptions: an admin of the firm enters the secret in Intake."""

    def is_signed(self, secret, call, moment):
        time = call.headers.get("X-Lawmatics-Timestamp", "")
        if not _TIME.fullmatch(time) or abs(moment.timestamp() - int(time)) > SIGNATURE_LIFETIME_SECONDS:
            return False
        expected = hmac.new(secret.encode(), f"{time}.".encode() + call.body, hashlib.sha256).hexdigest()
        given = call.headers.get("X-Lawmatics-Signature", "").strip()
        return hmac.compare_digest(given.encode(), f"sha256={expected}".encode())

    def parse(self, call, resource_type, settings):
        payload = call.payload
        data = json_object(payload.get("data"))
        event_type = optional_name(payload.get("event")) or optional_name(payload.get("event_type")) or "unknown"
        occurred_at = optional_time(payload.get("timestamp"))
        return ParsedEvent(
            event_type, event_type.partition(".")[0] if "." in event_type else None, optional_id(data.get("id")),
            occurred_at, identity=_identity(call, occurred_at),
            status=_status(data, _STAGE_FIELDS.get(event_type), settings["stage_statuses"]))


def _identity(call, occurred_at):
    """Return the event's own id; else its body, if that holds the time."""
    id = call.payload.get("event_id")
    if isinstance(id, str | int) and id:
        return f"id {id}".encode()
    return call.body if occurred_at else None


def _status(data, field, overrides):
    """Return the status for the matter's new stage; None if the event reports none."""
    value = data.get(field) or data.get("stage") if field else None
    stage = optional_name(json_object(value).get("name") if isinstance(value, dict) else value)
    return status_of(stage, overrides) if stage else None


def status_of(stage, overrides):
    """Return the matter status for a stage of this name; the firm's `overrides` take precedence."""
    for name, status in overrides.items():
        if same_text(name, stage) and status in STATUSES:
            return status
    words = stage.casefold()
    if any(word in words for word in _CLOSED_WORDS):
        return CLOSED
    return ARCHIVED if "archived" in words else ACTIVE
