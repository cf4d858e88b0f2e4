"""Clio's OAuth and the part of its API that Intake uses.

A response holds only `id` and `etag` by default, so every call names its `fields`. Ids are numbers at Clio, text here.
"""

from datetime import timedelta

from intake.core.clock import now
from intake.gateways.platform_http import PlatformUnavailable, RecordGone, RequestRejected
from intake.integrations.platforms.contract import Platform, PlatformClient
from intake.integrations.platforms.data_types import MatterPage, Subscription
from intake.integrations.platforms.parsing import optional_text, record_id

from . import mapping

_EVENT_FIELDS = {"matter": "id,etag,status,updated_at", "contact": "id,etag,name", "document": "id,etag,name"}
_SUBSCRIPTION_LIFETIME = timedelta(days=30)
_NOT_DELIVERED = ("pending", "suspended")
"""The statuses of a subscription whose handshake was not answered, or whose events were answered too slowly."""
_UPLOAD_FIELDS = "id,latest_document_version{uuid,put_url,put_headers,fully_uploaded}"
_UPLOAD_STATUS = "id,latest_document_version{fully_uploaded}"
_UPLOAD_ERRORS = ("UploadNotFoundError", "UploadTimeoutError")
"""Clio has not found the uploaded file; it is to be tried again."""
_PAGE_SIZE = 200
_MAX_PAGES = 500
"""How many pages a search reads before it gives up."""
_BY_ID = "id(asc)"
"""The only order in which Clio lists more than 10,000 records."""


class ClioClient(PlatformClient):
    """Clio's API for one connection."""

    def __init__(self, transport):
        super().__init__(transport)
        self._practice_areas: dict[str, int] | None = None
        self._versions: dict[str, str | None] = {}

    def who_am_i(self):
        user = self._one("GET", "/users/who_am_i.json", "id,name,email")
        return {"id": int(mapping.id_of(user)), "name": optional_text(user.get("name")),
                "email": optional_text(user.get("email"))}

    def find_contact(self, contact):
        wanted = contact.email.casefold()
        found = self._all("/contacts.json", "id,email_addresses{address}", query=contact.email, type="Person",
                          order=_BY_ID)
        return next((mapping.id_of(row) for row in found if wanted in mapping.email_addresses(row)), None)

    def find_contacts_named(self, contact):
        name, wanted = f"{contact.first_name} {contact.last_name}", (contact.email or "").casefold()
        found = self._all("/contacts.json", "id,name,email_addresses{address}", query=name, type="Person", order=_BY_ID)
        return [mapping.id_of(row) for row in reversed(list(found))
                if row.get("name") == name and (
                    wanted in mapping.email_addresses(row) if wanted else not mapping.email_addresses(row))]

    def create_contact(self, contact):
        return mapping.id_of(self._one("POST", "/contacts.json", "id", mapping.contact_body(contact)))

    def has_contact(self, contact_id):
        try:
            self._one("GET", f"/contacts/{contact_id}.json", "id")
        except RecordGone:
            return False
        return True

    def find_matters(self, matter, contact_id):
        found = [row for row in self._all(
            "/matters.json", "id,description,client_reference,client{id}", client_id=contact_id, order=_BY_ID)
            if row.get("client") and mapping.id_of(row["client"]) == contact_id]
        ours = [mapping.id_of(row) for row in found if row.get("client_reference") == matter.id]
        return ours or [mapping.id_of(row) for row in found if row.get("description") == mapping.description(matter)]

    def create_matter(self, matter, contact_id):
        data = mapping.matter_body(matter, contact_id, self.practice_area_id(matter)) | {"client_reference": matter.id}
        return mapping.id_of(self._write("POST", "/matters.json", data))

    def update_matter(self, matter_id, matter, contact_id):
        self._write("PATCH", f"/matters/{matter_id}.json",
                    mapping.matter_body(matter, contact_id, self.practice_area_id(matter)))

    def version_of(self, matter_id):
        return self._versions.get(matter_id)

    def practice_area_id(self, matter):
        if matter.practice_area is None:
            return None
        if self._practice_areas is None:
            try:
                self._practice_areas = {str(row.get("name")).casefold(): int(record_id(row.get("id")))
                                        for row in self._all("/practice_areas.json", "id,name")}
            except RecordGone as answer:  # would be mistaken for the matter's
                raise PlatformUnavailable(answer.detail) from None
        return self._practice_areas.get(matter.practice_area.casefold())

    def matters(self, cursor=None):
        if cursor:
            answer = self._transport.request("GET", cursor)
        else:
            query = {"fields": "id", "limit": _PAGE_SIZE, "order": _BY_ID}
            answer = self._transport.request("GET", "/matters.json", query=query)
        return MatterPage([mapping.id_of(row) for row in mapping.parse_rows(answer)], mapping.next_page(answer))

    def create_document(self, document, matter_id):
        return self._start_upload(document, {"id": int(matter_id), "type": "Matter"})

    def resume_document(self, document, document_id):
        if mapping.is_uploaded(self._one("GET", f"/documents/{document_id}.json", _UPLOAD_STATUS)):
            return None
        # The first upload address may have expired: a new version has a new one.
        return self._start_upload(document, {"id": int(document_id), "type": "Document"})

    def finish_document(self, target):
        data = {"uuid": target.version, "fully_uploaded": True}
        try:
            document = self._one("PATCH", f"/documents/{target.id}.json", _UPLOAD_STATUS, data)
        except RequestRejected as refusal:
            if any(error in refusal.detail for error in _UPLOAD_ERRORS):
                raise PlatformUnavailable(refusal.detail) from None
            raise
        if not mapping.is_uploaded(document):
            raise PlatformUnavailable("The file has not arrived.")

    def subscriptions(self, url):
        return [mapping.id_of(row) for row in self._all("/webhooks.json", "id,url,model")
                if row.get("url") == url and row.get("model")]

    def subscribe(self, url, resource_type):
        expires_at = _subscription_expiry()
        created = self._one("POST", "/webhooks.json", "id", {
            "url": url, "model": resource_type, "events": ["created", "updated", "deleted"],
            "fields": _EVENT_FIELDS[resource_type], "expires_at": expires_at.isoformat()})
        return Subscription(mapping.id_of(created), expires_at)

    def renew(self, subscription_id):
        expires_at = _subscription_expiry()
        data = {"expires_at": expires_at.isoformat()}
        if self._one("PATCH", f"/webhooks/{subscription_id}.json", "id,status", data).get("status") in _NOT_DELIVERED:
            raise RecordGone("Clio delivers nothing to the subscription.")
        return expires_at

    def unsubscribe(self, subscription_id):
        self._transport.request("DELETE", f"/webhooks/{subscription_id}.json")

    def _start_upload(self, document, parent):
        data = {"name": document.name, "content_type": document.content_type, "parent": parent}
        return mapping.parse_upload_target(self._one("POST", "/documents.json", _UPLOAD_FIELDS, data))

    def _write(self, method, path, data):
        try:
            written = self._one(method, path, "id,etag", data)
        except RequestRejected:
            if "custom_number" not in data:
                raise
            accepted = {name: data[name] for name in data if name != "custom_number"}
            written = self._one(method, path, "id,etag", accepted)
        self._versions[mapping.id_of(written)] = optional_text(written.get("etag"))
        return written

    def _one(self, method, path, fields, data=None):
        body = data and {"data": data}
        return mapping.parse_record(self._transport.request(method, path, query={"fields": fields}, json=body))

    def _all(self, path, fields, **filters):
        """Yield every record of a list, page by page. Raises `PlatformUnavailable` if it does not end."""
        answer = self._transport.request("GET", path, query={"fields": fields, "limit": _PAGE_SIZE} | filters)
        yield from mapping.parse_rows(answer)
        seen: set[str] = set()
        while address := mapping.next_page(answer):
            if address in seen or len(seen) == _MAX_PAGES:
                raise PlatformUnavailable("The list comes to no end.")
            seen.add(address)
            answer = self._transport.request("GET", address)
            yield from mapping.parse_rows(answer)


def _subscription_expiry():
    return now().replace(microsecond=0) + _SUBSCRIPTION_LIFETIME


class ClioPlatform(Platform):
    """Clio Manage: how a firm connects, and the data that it accepts."""

    segment, name, setting = "clio", "Clio", "CLIO"
    scope = "matters:read matters:write contacts:read contacts:write documents:read documents:write"
    shares = (*Platform.shares, "documents:read")
    consent_query = {"redirect_on_decline": "true"}
    deauthorize_path = "/oauth/deauthorize"
    reports_removal = True
    client, webhooks = ClioClient, mapping.ClioWebhooks()
    matter_path = "/nc/#/matters/{id}"
    matter_key, user_key = "clioMatterId", "clio_user"
    largest_document = 100 * 1024 * 1024  # Clio wants a larger file in several parts
    subscribes = ("matter", "contact", "document")

    def revoke(self, access_token):
        if url := self.oauth.deauthorize_url:
            self.http.request("POST", url, form={"token": access_token}, token=access_token)
