"""Translation between Intake's payloads and the JSON of Clio's API and webhooks.

Requests contain one record as `{data: {…}}`; responses are `{data: {…}}` or `{data: […], meta: {paging: {next}}}`.
"""

import base64
import hashlib
import hmac
import re

from intake.cases.matters.states import ACTIVE, CLOSED
from intake.gateways.platform_http import PlatformUnavailable
from intake.integrations.platforms.contract import WebhookFormat
from intake.integrations.platforms.data_types import ParsedEvent, UploadTarget
from intake.integrations.platforms.parsing import (
    json_object,
    optional_id,
    optional_name,
    optional_text,
    optional_time,
    record_id,
)

_MAX_DESCRIPTION_LENGTH = 255
_ADDRESS_FIELDS = (("city", "city"), ("state", "province"), ("zip", "postal_code"))
_TRANSPORT_HEADERS = ("host", "content-length")
"""Headers of an upload that the HTTP client sets itself."""

_STATUSES = {"open": ACTIVE, "closed": CLOSED}
_VERBS = {"created": "create", "updated": "update", "deleted": "delete",
          "matter_opened": "update", "matter_pended": "update", "matter_closed": "update"}
_SECRET = re.compile(r"[\x21-\x7e]{1,512}")


def contact_body(contact):
    """Return the fields of a new contact."""
    data = {"type": "Person", "first_name": contact.first_name, "last_name": contact.last_name}
    if contact.email:
        data["email_addresses"] = [{"name": "Work", "address": contact.email, "default_email": True}]
    if contact.phone:
        data["phone_numbers"] = [{"name": "Mobile", "number": contact.phone, "default_number": True}]
    if contact.date_of_birth:
        data["date_of_birth"] = contact.date_of_birth.isoformat()
    if address := _address(contact.address or {}):
        data["addresses"] = [address]
    return data


def matter_body(matter, contact_id, practice_area_id):
    """Return the fields of a matter. Clio does not document whether `custom_number` can be written."""
    data = {"client": {"id": int(contact_id)}, "description": description(matter)}
    if practice_area_id is not None:
        data["practice_area"] = {"id": practice_area_id}
    if matter.case_number:
        data["custom_number"] = matter.case_number
    return data


def description(matter):
    """Return the matter's title, cut to the length that Clio accepts."""
    return matter.title[:_MAX_DESCRIPTION_LENGTH]


def parse_record(answer):
    """Return the record of a response. Raises `PlatformUnavailable` if there is none."""
    data = json_object(answer).get("data")
    if not isinstance(data, dict):
        raise PlatformUnavailable("The answer holds no record.")
    record_id(data.get("id"))
    return data


def parse_rows(answer):
    """Return the records of a page. Raises `PlatformUnavailable` if it is not a list."""
    data = json_object(answer).get("data")
    if not isinstance(data, list) or not all(isinstance(row, dict) for row in data):
        raise PlatformUnavailable("The answer holds no list.")
    return data


def next_page(answer):
    """Return the address of the next page; None on the last one."""
    address = json_object(json_object(answer.get("meta")).get("paging")).get("next")
    return address if isinstance(address, str) else None


def id_of(row):
    """Return the record's id as text. Raises `PlatformUnavailable` if it has none."""
    return record_id(json_object(row).get("id"))


def email_addresses(contact):
    """Return the contact's e-mail addresses, in lower case."""
    return {str(each.get("address")).casefold() for each in contact.get("email_addresses") or ()}


def is_uploaded(document):
    """Whether the document's file is complete."""
    return bool(json_object(document.get("latest_document_version")).get("fully_uploaded"))


def parse_upload_target(document):
    """Return where the file of a new document is uploaded. Raises `PlatformUnavailable` if the record lacks it."""
    version = json_object(document.get("latest_document_version"))
    headers = {json_object(each).get("name"): json_object(each).get("value")
               for each in version.get("put_headers") or ()}
    values = version.get("uuid"), version.get("put_url"), *headers, *headers.values()
    if not all(isinstance(each, str) for each in values):
        raise PlatformUnavailable("The answer does not say where the file goes.")
    return UploadTarget(id_of(document), version["uuid"], version["put_url"],
                        {name: value for name, value in headers.items() if name.lower() not in _TRANSPORT_HEADERS})


def _address(address):
    street = ", ".join(address[line] for line in ("line1", "line2") if address.get(line))
    fields = {theirs: address[ours] for ours, theirs in _ADDRESS_FIELDS if address.get(ours)}
    if street:
        fields["street"] = street
    return {"name": "Home", **fields} if fields else {}


class ClioWebhooks(WebhookFormat):
    """Events over a subscription that began with a handshake."""

    def handshake_secret(self, call):
        secret = call.headers.get("X-Hook-Secret", "")
        return secret if _SECRET.fullmatch(secret) else None

    def subscription_id(self, call):
        values = (json_object(call.payload.get("meta")).get("webhook_id"), call.payload.get("webhook_id"),
                  json_object(json_object(call.payload.get("data")).get("webhook")).get("id"))
        return next((str(id) for id in map(optional_id, values) if id is not None), None)

    def is_signed(self, secret, call, moment):
        given = call.headers.get("X-Hook-Signature", "").strip()
        expected = hmac.digest(secret.encode(), call.body, hashlib.sha256)
        # Clio does not document how the signature is encoded.
        matches = [hmac.compare_digest(given.lower().encode(), expected.hex().encode()),
                   hmac.compare_digest(given.encode(), base64.b64encode(expected))]
        return any(matches)

    def parse(self, call, resource_type, settings):
        data = json_object(call.payload.get("data"))
        event_type, resource_type = _event_type(call.payload, resource_type)
        changed_at = optional_time(data.get("updated_at"))
        # Without one of these, the second "Closed" of "Closed, Open, Closed" has the same body as the first.
        is_unique = changed_at or data.get("etag")
        return ParsedEvent(
            event_type, resource_type, optional_id(data.get("id")),
            changed_at or optional_time(call.payload.get("timestamp")),
            identity=call.body if is_unique else None, version=optional_text(data.get("etag")),
            status=_STATUSES.get(str(data.get("status")).lower()) if event_type == "matter.update" else None)


def _event_type(payload, resource_type):
    """Return the event in the form `matter.update`, and the type of its record."""
    event = optional_name(payload.get("event")) or optional_name(payload.get("event_type"))
    if event and "." in event:
        resource_type, _, verb = event.partition(".")
    else:
        verb = event or optional_name(json_object(payload.get("meta")).get("event")) or "unknown"
    verb = _VERBS.get(verb, verb)
    return (f"{resource_type}.{verb}" if resource_type else verb), resource_type
