"""Clio's OAuth and its API as far as we need it.

A default answer holds only `id` and `etag`, so every call names its `fields`. Ids are numbers there and text here.
"""

from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode

from intake.integrations.platform import (
    Away,
    Client,
    MatterPage,
    NotFound,
    Platform,
    Rejected,
    Slot,
    Subscription,
    Tokens,
)

from . import mapping

SCOPES = "matters:read matters:write contacts:read contacts:write documents:read documents:write"
RESOURCE_TYPES = ("matter", "contact", "document")
_EVENTS = ["created", "updated", "deleted"]
_TOLD = {"matter": "id,etag,status,updated_at", "contact": "id,etag,name", "document": "id,etag,name"}
_LARGEST_DOCUMENT = 100 * 1024 * 1024
"""Above this Clio wants a file in several parts."""
_SUBSCRIBED_FOR = timedelta(days=30)
_VERSION = "latest_document_version{uuid,put_url,put_headers,fully_uploaded}"
_OURS_TO_SAY = ("host", "content-length")
_MOST = 200
_BY_ID = "id(asc)"
"""Only in this order does a list go on beyond its 10,000th record."""


class Clio(Platform):
    """Clio Manage."""

    segment, name, setting = "clio", "Clio", "CLIO"
    deauthorize_path = "/oauth/deauthorize"
    matter_key, user_key = "clioMatterId", "clio_user"
    largest_document = _LARGEST_DOCUMENT
    subscribes = RESOURCE_TYPES
    practice_areas = mapping.PRACTICE_AREAS

    def authorize_url(self, state, redirect_uri):
        query = {"response_type": "code", "client_id": self.account.client_id, "redirect_uri": redirect_uri,
                 "scope": SCOPES, "state": state, "redirect_on_decline": "true"}
        return f"{self.account.authorize_url}?{urlencode(query)}"

    def exchange(self, code, redirect_uri):
        return self._tokens(grant_type="authorization_code", code=code, redirect_uri=redirect_uri)

    def refresh(self, refresh_token):
        return self._tokens(grant_type="refresh_token", refresh_token=refresh_token)

    def revoke(self, access_token):
        self.web.request("POST", self.account.deauthorize_url, form={"token": access_token}, token=access_token)

    def client(self, line):
        return ClioClient(line)

    def _tokens(self, **grant):
        form = {"client_id": self.account.client_id, "client_secret": self.account.client_secret} | grant
        return Tokens.told(self.web.request("POST", self.account.token_url, form=form).json)


class ClioClient(Client):
    """Clio's API for one connection."""

    def __init__(self, line):
        self._line = line
        self._practice_areas = None
        self._versions = {}

    def who_am_i(self):
        user = self._one("GET", "/users/who_am_i.json", "id,name,email")
        return {"id": user["id"], "name": user.get("name"), "email": user.get("email")}

    def find_contact(self, person):
        wanted = person.email.casefold()
        found = self._all("/contacts.json", "id,email_addresses{address}", query=person.email, type="Person",
                          order=_BY_ID)
        return next((_id(contact) for contact in found if wanted in _addresses(contact)), None)

    def find_contacts_named(self, person):
        name = f"{person.first_name} {person.last_name}"
        found = self._all("/contacts.json", "id,name,email_addresses{address}", query=name, type="Person", order=_BY_ID)
        return [_id(contact) for contact in reversed(list(found))
                if contact.get("name") == name and not _addresses(contact)]

    def create_contact(self, person):
        return _id(self._one("POST", "/contacts.json", "id", mapping.contact(person)))

    def has_contact(self, contact_id):
        try:
            self._one("GET", f"/contacts/{contact_id}.json", "id")
        except NotFound:
            return False
        return True

    def find_matters(self, case, contact_id):
        found = [matter for matter in self._all(
            "/matters.json", "id,description,client_reference,client{id}", client_id=contact_id, order=_BY_ID)
            if _id(matter.get("client")) == contact_id]
        ours = [_id(matter) for matter in found if matter.get("client_reference") == case.id]
        return ours or [_id(matter) for matter in found if matter.get("description") == mapping.description(case)]

    def create_matter(self, case, contact_id):
        data = mapping.matter(case, contact_id, self._practice_area_id(case)) | {"client_reference": case.id}
        return _id(self._write("POST", "/matters.json", data))

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
        return MatterPage([_id(matter) for matter in _rows(told)], _next(told))

    def create_document(self, paper, matter_id):
        return self._begun(paper, {"id": int(matter_id), "type": "Matter"})

    def resume_document(self, paper, document_id):
        document = self._one("GET", f"/documents/{document_id}.json", "id,latest_document_version{fully_uploaded}")
        if (document.get("latest_document_version") or {}).get("fully_uploaded"):
            return None
        # The address that was given for the file may be too old by now: a new version has a new one.
        return self._begun(paper, {"id": int(document_id), "type": "Document"})

    def finish_document(self, slot):
        document = self._one("PATCH", f"/documents/{slot.id}.json", "id,latest_document_version{fully_uploaded}",
                             {"uuid": slot.version, "fully_uploaded": True})
        if not (document.get("latest_document_version") or {}).get("fully_uploaded"):
            raise Away("The file has not arrived.")

    def subscriptions(self, url):
        return [Subscription(_id(each), each["model"], None) for each in self._all("/webhooks.json", "id,url,model")
                if each.get("url") == url and each.get("model")]

    def subscribe(self, url, resource_type):
        until = _soon()
        made = self._one("POST", "/webhooks.json", "id", {
            "url": url, "model": resource_type, "events": _EVENTS, "fields": _TOLD[resource_type],
            "expires_at": until.isoformat()})
        return Subscription(_id(made), resource_type, until)

    def renew(self, subscription_id):
        until = _soon()
        self._one("PATCH", f"/webhooks/{subscription_id}.json", "id", {"expires_at": until.isoformat()})
        return until

    def unsubscribe(self, subscription_id):
        self._line.request("DELETE", f"/webhooks/{subscription_id}.json")

    def _begun(self, paper, parent):
        data = {"name": paper.name, "content_type": paper.content_type, "parent": parent}
        document = self._one("POST", "/documents.json", f"id,{_VERSION}", data)
        version = document.get("latest_document_version") or {}
        try:
            headers = {each["name"]: each["value"] for each in version.get("put_headers") or ()
                       if each["name"].lower() not in _OURS_TO_SAY}
            return Slot(_id(document), version["uuid"], version["put_url"], headers)
        except (KeyError, TypeError, AttributeError):
            raise Away("The answer says nothing of where the file goes.") from None

    def _practice_area_id(self, case):
        """Clio's id of the practice area; None if it has none of this name."""
        if case.practice_area is None:
            return None
        if self._practice_areas is None:
            self._practice_areas = {str(area.get("name")).casefold(): area["id"]
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
        self._versions[_id(written)] = written.get("etag")
        return written

    def _one(self, method, path, fields, data=None):
        told = self._line.request(method, path, query={"fields": fields}, json=data and {"data": data})
        record = told.get("data") if isinstance(told, dict) else None
        if not isinstance(record, dict) or not isinstance(record.get("id"), int | str):
            raise Away("The answer holds no record.")
        return record

    def _all(self, path, fields, **filters):
        """Every record of a list, page by page."""
        told = self._line.request("GET", path, query={"fields": fields, "limit": _MOST} | filters)
        yield from _rows(told)
        while address := _next(told):
            told = self._line.request("GET", address)
            yield from _rows(told)


def _rows(told):
    rows = told.get("data") if isinstance(told, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, dict) and "id" in row for row in rows):
        raise Away("The answer holds no list.")
    return rows


def _next(told):
    """The address of the next page; None on the last one."""
    meta = told.get("meta")
    paging = meta.get("paging") if isinstance(meta, dict) else None
    address = paging.get("next") if isinstance(paging, dict) else None
    return address if isinstance(address, str) else None


def _id(record):
    return str(record["id"]) if record else None


def _addresses(contact):
    return {str(each.get("address")).casefold() for each in contact.get("email_addresses") or ()}


def _soon():
    return datetime.now(UTC).replace(microsecond=0) + _SUBSCRIBED_FOR
