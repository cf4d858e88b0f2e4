"""Clio's API as far as we need it.

A default answer holds only `id` and `etag`, so every call names its `fields`. Ids are numbers there and text here.
"""

from datetime import UTC, datetime, timedelta

from intake.integrations.platforms.platform import Client, NotFound, PlatformUnavailable, Rejected
from intake.integrations.platforms.records import MatterPage, Subscription
from intake.integrations.platforms.sense import number, text

from . import mapping
from .answers import addresses, has_arrived, id_of, next_page, one, rows, slot_of

_EVENTS = ["created", "updated", "deleted"]
_TOLD = {"matter": "id,etag,status,updated_at", "contact": "id,etag,name", "document": "id,etag,name"}
_SUBSCRIBED_FOR = timedelta(days=30)
_VERSION = "latest_document_version{uuid,put_url,put_headers,fully_uploaded}"
_ARRIVED = "id,latest_document_version{fully_uploaded}"
_MOST = 200
_MOST_PAGES = 500
"""How far a search goes before it is given up."""
_BY_ID = "id(asc)"
"""Only in this order does a list go on beyond its 10,000th record."""


class ClioClient(Client):
    """Clio's API for one connection."""

    def __init__(self, line):
        self._line = line
        self._practice_areas = None
        self._versions = {}

    def who_am_i(self):
        user = self._one("GET", "/users/who_am_i.json", "id,name,email")
        return {"id": int(id_of(user)), "name": text(user.get("name")), "email": text(user.get("email"))}

    def find_contact(self, person):
        wanted = person.email.casefold()
        found = self._all("/contacts.json", "id,email_addresses{address}", query=person.email, type="Person",
                          order=_BY_ID)
        return next((id_of(contact) for contact in found if wanted in addresses(contact)), None)

    def find_contacts_named(self, person):
        name = f"{person.first_name} {person.last_name}"
        found = self._all("/contacts.json", "id,name,email_addresses{address}", query=name, type="Person", order=_BY_ID)
        return [id_of(contact) for contact in reversed(list(found))
                if contact.get("name") == name and not addresses(contact)]

    def create_contact(self, person):
        return id_of(self._one("POST", "/contacts.json", "id", mapping.contact(person)))

    def has_contact(self, contact_id):
        try:
            self._one("GET", f"/contacts/{contact_id}.json", "id")
        except NotFound:
            return False
        return True

    def find_matters(self, case, contact_id):
        found = [matter for matter in self._all(
            "/matters.json", "id,description,client_reference,client{id}", client_id=contact_id, order=_BY_ID)
            if matter.get("client") and id_of(matter["client"]) == contact_id]
        ours = [id_of(matter) for matter in found if matter.get("client_reference") == case.id]
        return ours or [id_of(matter) for matter in found if matter.get("description") == mapping.description(case)]

    def create_matter(self, case, contact_id):
        data = mapping.matter(case, contact_id, self._practice_area_id(case)) | {"client_reference": case.id}
        return id_of(self._write("POST", "/matters.json", data))

    def update_matter(self, matter_id, case, contact_id):
        self._write("PATCH", f"/matters/{matter_id}.json",
                    mapping.matter(case, contact_id, self._practice_area_id(case)))

    def version_of(self, matter_id):
        return self._versions.get(matter_id)

    def knows_practice_area(self, case):
        return self._practice_area_id(case) is not None

    def matters(self, cursor=None):
        query = {"fields": "id", "limit": _MOST, "order": _BY_ID}
        told = self._line.request("GET", cursor) if cursor else self._line.request("GET", "/matters.json", query=query)
        return MatterPage([id_of(matter) for matter in rows(told)], next_page(told))

    def create_document(self, paper, matter_id):
        return self._begun(paper, {"id": int(matter_id), "type": "Matter"})

    def resume_document(self, paper, document_id):
        if has_arrived(self._one("GET", f"/documents/{document_id}.json", _ARRIVED)):
            return None
        # The address that was given for the file may be too old by now: a new version has a new one.
        return self._begun(paper, {"id": int(document_id), "type": "Document"})

    def finish_document(self, slot):
        data = {"uuid": slot.version, "fully_uploaded": True}
        if not has_arrived(self._one("PATCH", f"/documents/{slot.id}.json", _ARRIVED, data)):
            raise PlatformUnavailable("The file has not arrived.")

    def subscriptions(self, url):
        return [Subscription(id_of(each), each["model"], None) for each in self._all("/webhooks.json", "id,url,model")
                if each.get("url") == url and each.get("model")]

    def subscribe(self, url, resource_type):
        until = _soon()
        made = self._one("POST", "/webhooks.json", "id", {
            "url": url, "model": resource_type, "events": _EVENTS, "fields": _TOLD[resource_type],
            "expires_at": until.isoformat()})
        return Subscription(id_of(made), resource_type, until)

    def renew(self, subscription_id):
        until = _soon()
        self._one("PATCH", f"/webhooks/{subscription_id}.json", "id", {"expires_at": until.isoformat()})
        return until

    def unsubscribe(self, subscription_id):
        self._line.request("DELETE", f"/webhooks/{subscription_id}.json")

    def _begun(self, paper, parent):
        data = {"name": paper.name, "content_type": paper.content_type, "parent": parent}
        return slot_of(self._one("POST", "/documents.json", f"id,{_VERSION}", data))

    def _practice_area_id(self, case):
        """Clio's id of the practice area, as the number that it is there; None if it has none of this name."""
        if case.practice_area is None:
            return None
        if self._practice_areas is None:
            self._practice_areas = {str(area.get("name")).casefold(): int(number(area.get("id")))
                                    for area in self._all("/practice_areas.json", "id,name")}
        return self._practice_areas.get(case.practice_area.casefold())

    def _write(self, method, path, data):
        try:
            written = self._one(method, path, "id,etag", data)
        except Rejected:
            if "custom_number" not in data:
                raise
            possible = {name: data[name] for name in data if name != "custom_number"}
            written = self._one(method, path, "id,etag", possible)
        self._versions[id_of(written)] = text(written.get("etag"))
        return written

    def _one(self, method, path, fields, data=None):
        return one(self._line.request(method, path, query={"fields": fields}, json=data and {"data": data}))

    def _all(self, path, fields, **filters):
        """Every record of a list, page by page. Raises `PlatformUnavailable` if it comes to no end."""
        told = self._line.request("GET", path, query={"fields": fields, "limit": _MOST} | filters)
        yield from rows(told)
        seen = set()
        while address := next_page(told):
            if address in seen or len(seen) == _MOST_PAGES:
                raise PlatformUnavailable("The list comes to no end.")
            seen.add(address)
            told = self._line.request("GET", address)
            yield from rows(told)


def _soon():
    return datetime.now(UTC).replace(microsecond=0) + _SUBSCRIBED_FOR
