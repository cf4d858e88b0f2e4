"""A stand-in for Clio Manage: the part of its API that Intake uses, according to the published description.

    with Clio() as clio:                         # over HTTP at clio.url; clio.settings() is the environment for it
        clio.matters[id]["status"]               # its records; clio.calls: the requests it got
        clio.deliver("updated", clio.matters[id])
"""

import secrets
import time
from datetime import UTC, datetime
from itertools import count
from urllib.parse import urlencode

from .clio_files import ClioFiles
from .clio_hooks import ClioHooks
from .oauth import CLIENT_ID, CLIENT_SECRET, OAuthMixin
from .platform_server import Answer, PlatformServer, route

VERSION = "4.0.13"
API = "/api/v4"
LIFETIME = 2_592_000
PRACTICE_AREAS = ("Family Law", "Immigration", "Personal Injury", "Estate Planning", "Probate", "Criminal")
MOST, FARTHEST = 200, 10_000
EMAILS = ("Work", "Home", "Other")
PHONES = ("Work", "Home", "Mobile", "Fax", "Pager", "Skype", "Other")
STATUSES = ("open", "pending", "closed")
_TYPES = {400: "ArgumentError", 401: "Unauthorized", 403: "Forbidden", 404: "RecordNotFound", 410: "GoneError",
          422: "UnprocessableEntity", 429: "RateLimited"}


class Clio(ClioHooks, ClioFiles, OAuthMixin, PlatformServer):
    """One account at Clio with one user. Ids exceed 32 bits, as Clio allows."""

    name = "Clio"
    lifetime = LIFETIME
    declines_on_own_page = True

    def __init__(self, port=0, limit=10_000, first_id=14_000_000_001):
        super().__init__(port)
        self.limit = limit
        """Requests per minute and token."""
        self._ids = count(first_id)
        self.user = {"id": next(self._ids), "etag": '"1"', "name": "Ada Keeper", "email": "ada@lawfirm.example"}
        self.contacts, self.matters = {}, {}
        self.practice_areas = {id: {"id": id, "etag": '"1"', "name": name}
                               for id, name in zip(self._ids, PRACTICE_AREAS, strict=False)}
        self.init_oauth()
        self.init_files()
        self.init_webhooks()

    def settings(self):
        """The environment of an installation that uses this Clio."""
        return {"CLIO_API_URL": self.url + API, "CLIO_AUTHORIZE_URL": f"{self.url}/oauth/authorize",
                "CLIO_TOKEN_URL": f"{self.url}/oauth/token", "CLIO_DEAUTHORIZE_URL": f"{self.url}/oauth/deauthorize",
                "CLIO_CLIENT_ID": CLIENT_ID, "CLIO_CLIENT_SECRET": CLIENT_SECRET}

    def add_contact(self, **values):
        """Add a contact as a user of Clio does; return its record."""
        return self._kept(self.contacts, {"type": "Person", "email_addresses": [], "phone_numbers": []} | values)

    def add_matter(self, description, status="Open", **values):
        """Add a matter as a user of Clio does; return its record."""
        id = next(self._ids)
        return self._kept(self.matters, {
            "id": id, "display_number": f"{id % 100_000:05}-Matter", "custom_number": None, "description": description,
            "status": status, "client": None, "practice_area": None, "client_reference": None,
            "updated_at": _moment()} | values)

    def change(self, matter_id, **values):
        """Change a matter as a user of Clio does; return the statuses of the webhook deliveries."""
        matter = self.matters[matter_id]
        self._rewritten(matter, values)
        return self.deliver("updated", matter)

    def refusal(self, status, headers=None, type=None, message="No."):
        payload = {"error": {"type": type or _TYPES.get(status, "InternalServerError"), "message": message}}
        return Answer(status, payload, headers or {})

    def answer_to(self, call):
        if not call.path.startswith(API):
            return super().answer_to(call)
        if call.headers.get("x-api-version", VERSION) != VERSION:
            return self.refusal(410, message="This version is retired.")
        grant = self.bearer(call)
        if grant is None:
            return self.refusal(401, message="The access token is not valid.")
        left, resets_at = self._counted(grant)
        headers = {"X-RateLimit-Limit": str(self.limit), "X-RateLimit-Remaining": str(max(0, left)),
                   "X-RateLimit-Reset": str(int(resets_at))}
        if left < 0:
            return self.refusal(429, headers | {"Retry-After": str(max(1, round(resets_at - time.time())))})
        answer = super().answer_to(call)
        answer.headers = headers | answer.headers | ({"X-API-VERSION": VERSION} if answer.status < 400 else {})
        return answer

    def _counted(self, grant):
        """The calls left to the grant in this minute, and when the minute ends."""
        if getattr(grant, "resets_at", 0) < time.time():
            grant.resets_at, grant.used = time.time() + 60, 0
        grant.used += 1
        return self.limit - grant.used, grant.resets_at

    # Endpoints

    @route("POST", "/oauth/deauthorize")
    def _deauthorize(self, call):
        grant = self.bearer(call)
        if grant is None:
            return self.refusal(401)
        if call.form.get("token") == grant.access_token:
            grant.revoked = True
        return Answer(200, {})

    @route("GET", f"{API}/users/who_am_i.json")
    def _who_am_i(self, call):
        return self.shown(call, self.user)

    @route("GET", f"{API}/practice_areas.json")
    def _practice_areas(self, call):
        return self.listed(call, self.practice_areas.values())

    @route("GET", f"{API}/contacts.json")
    def _contacts(self, call):
        words, type = call.query.get("query", "").lower(), call.query.get("type")
        return self.listed(call, [contact for contact in self.contacts.values()
                                  if words in str(contact).lower() and type in (None, contact["type"])])

    @route("GET", API + r"/contacts/(\w+)\.json")
    def _contact(self, call, id):
        contact = self.contacts.get(_number(id))
        return self.shown(call, contact) if contact else self.refusal(404, message="Contact not found.")

    @route("POST", f"{API}/contacts.json")
    def _new_contact(self, call):
        data = _data(call)
        wrong = [entry for field, names in (("email_addresses", EMAILS), ("phone_numbers", PHONES))
                 for entry in data.get(field, []) if entry.get("name") not in names]
        if data.get("type") not in ("Person", "Company") or wrong or not (data.get("name") or data.get("last_name")):
            return self.refusal(422, message="A person needs a name; each address and number one of the known names.")
        name = data.get("name") or f"{data.get('first_name', '')} {data['last_name']}".strip()
        contact = self.add_contact(**data | {"name": name})
        return self.shown(call, contact, 201)

    @route("GET", f"{API}/matters.json")
    def _matters(self, call):
        statuses = [status for status in call.query.get("status", "").lower().split(",") if status]
        area, words = call.query.get("practice_area_id"), call.query.get("query", "").lower()
        return self.listed(call, [
            matter for matter in self.matters.values()
            if (not statuses or matter["status"].lower() in statuses)
            and (not area or str((matter["practice_area"] or {}).get("id")) == area)
            and (not words or words in str(matter).lower())
            and call.query.get("client_id") in (None, str((matter["client"] or {}).get("id")))
            and call.query.get("ids[]", str(matter["id"])) == str(matter["id"])])

    @route("POST", f"{API}/matters.json")
    def _new_matter(self, call):
        data = _data(call)
        if "client" not in data or not data.get("description"):
            return self.refusal(422, message="client and description are required.")
        return self._written(call, data, lambda values: self.add_matter(**values), 201)

    @route("GET", API + r"/matters/(\w+)\.json")
    def _matter(self, call, id):
        matter = self.matters.get(_number(id))
        return self.shown(call, matter) if matter else self.refusal(404, message="Matter not found.")

    @route("PATCH", API + r"/matters/(\w+)\.json")
    def _changed_matter(self, call, id):
        matter = self.matters.get(_number(id))
        if matter is None:
            return self.refusal(404, message="Matter not found.")
        return self._written(call, _data(call), lambda values: self._rewritten(matter, values), 200)

    def _rewritten(self, matter, values):
        matter.update(values, etag=f'"{secrets.token_hex(4)}"', updated_at=_moment())
        return matter

    def _written(self, call, data, write, status):
        """Set the writable fields of a matter; custom_number is ignored."""
        values = {name: data[name] for name in ("description", "client_reference", "open_date") if name in data}
        if "status" in data:
            if str(data["status"]).lower() not in STATUSES:
                return self.refusal(422, message="No such status.")
            values["status"] = data["status"].capitalize()
        for name, records in (("client", self.contacts), ("practice_area", self.practice_areas)):
            if data.get(name) is not None:
                record = records.get(data[name].get("id"))
                if record is None:
                    return self.refusal(422, message=f"{name} is not known.")
                values[name] = {"id": record["id"], "etag": record["etag"], "name": record["name"]}
        matter = write(values)
        answer = self.shown(call, matter, status)
        if self.echoes:
            answer.before_sending = lambda: self.deliver("created" if status == 201 else "updated", matter)
        return answer

    # Responses

    def shown(self, call, record, status=200):
        """Respond with one record and its requested fields."""
        fields = _fields(call)
        unknown = [name for name in fields if name not in record]
        if unknown:
            return self.refusal(400, type="InvalidFields", message=f"{unknown[0]} is not a valid field.")
        return Answer(status, {"data": _picked(record, fields)})

    def listed(self, call, records):
        """Respond with a page of the records and the address of the next one."""
        limit, offset = _number(call.query.get("limit", MOST)), _number(call.query.get("offset", 0))
        after = call.query.get("page_token")
        if not 0 < limit <= MOST or offset > FARTHEST:
            return self.refusal(400, message=f"limit is at most {MOST}, offset at most {FARTHEST}.")
        rows = sorted(records, key=lambda record: record["id"])
        fields = _fields(call)
        if rows and (unknown := [name for name in fields if name not in rows[0]]):
            return self.refusal(400, type="InvalidFields", message=f"{unknown[0]} is not a valid field.")
        by_cursor = call.query.get("order") == "id(asc)" and "offset" not in call.query
        rest = [row for row in rows if row["id"] > _number(after)] if after else rows[offset:]
        paging = {}
        if len(rest) > limit and (by_cursor or offset + limit <= FARTHEST):
            step = {"page_token": rest[limit - 1]["id"]} if by_cursor else {"offset": offset + limit}
            paging["next"] = f"{self.url}{call.path}?{urlencode(call.query | step)}"
        return Answer(200, {"data": [_picked(row, fields) for row in rest[:limit]],
                            "meta": {"paging": paging, "records": len(rows)}})

    def _kept(self, records, values):
        record = {"id": next(self._ids), "etag": f'"{secrets.token_hex(4)}"'} | values
        records[record["id"]] = record
        return record


def _moment():
    return datetime.now(UTC).isoformat(timespec="seconds")


def _data(call):
    data = call.json.get("data")
    return data if isinstance(data, dict) else {}


def _number(text):
    return int(text) if str(text).isdecimal() else -1


def _fields(call):
    """The requested fields: name → its inner names, or None for all of it. There is one level of nesting."""
    fields, name, inner, deep = {}, "", None, False
    for letter in call.query.get("fields", "id,etag") + ",":
        if letter == "{":
            inner, deep, word = [], True, ""
        elif deep and letter in ",}":
            inner.append(word)
            word, deep = "", letter == ","
        elif deep:
            word += letter
        elif letter == ",":
            fields[name], name, inner = inner, "", None
        else:
            name += letter
    return {name: inner for name, inner in fields.items() if name}


def _picked(record, fields):
    return {name: _part(record.get(name), inner) for name, inner in fields.items()}


def _part(value, inner):
    if isinstance(value, list):
        return [_part(each, inner) for each in value]
    if isinstance(value, dict):
        return {name: value.get(name) for name in inner or ("id", "etag") if name in value}
    return value
