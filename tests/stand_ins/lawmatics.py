"""A stand-in for Lawmatics: the part of its API that Intake uses, according to the published description.

    with Lawmatics() as lawmatics:               # over HTTP at lawmatics.url; lawmatics.settings() is the environment
        lawmatics.prospects[id]["case_title"]    # its records; lawmatics.calls: the requests it got
        lawmatics.deliver({"event": "matter.stage_changed", "data": {…}, "timestamp": …})
"""

import hashlib
import hmac
import json
import secrets
import time
from itertools import count
from urllib.parse import unquote, urlencode

from .oauth import CLIENT_ID, CLIENT_SECRET, OAuthMixin
from .platform_server import Answer, PlatformServer, route

API = "/v1"
PER_PAGE = 25
PRACTICE_AREAS = ("Family Law", "Immigration", "Personal Injury", "Estate Planning", "Probate")
STAGES = ("Family Law Intake", "Immigration Intake", "PI Intake", "Estate Planning Intake", "Probate Intake", "Hired",
          "Lost - no response")
STATUSES = ("pnc", "hired", "lost")
_TITLES = {400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 422: "Unprocessable Entity",
           429: "Too Many Requests", 503: "Service Unavailable"}


class Lawmatics(OAuthMixin, PlatformServer):
    """One firm's account at Lawmatics, with developer settings enabled.

    Its tokens do not expire. `takes_stages` says whether a prospect's pipeline stage can be set, which is undocumented.
    """

    name = "Lawmatics"
    takes_stages = True

    def __init__(self, port=0, limit=10_000, first_id=5_000_000_001):
        super().__init__(port)
        self.limit, self._window = limit, (0, 0)
        """Requests per minute of the firm."""
        self._ids = count(first_id)
        self.contacts, self.prospects, self.notes = {}, {}, {}
        self.practice_areas, self.stages = self._named(PRACTICE_AREAS), self._named(STAGES)
        self.sub_statuses, self.pipelines = self._named(("New lead", "Retained")), self._named(("Intake",))
        self.webhook_url, self.webhook_secret = None, f"whsec_{secrets.token_hex(16)}"
        """The webhook address entered by the firm's admin, and the secret that is shown."""
        self.init_oauth()

    def settings(self):
        """The environment of an installation that uses this Lawmatics."""
        return {"LAWMATICS_API_URL": self.url + API, "LAWMATICS_AUTHORIZE_URL": f"{self.url}/oauth/authorize",
                "LAWMATICS_TOKEN_URL": f"{self.url}/oauth/token", "LAWMATICS_CLIENT_ID": CLIENT_ID,
                "LAWMATICS_CLIENT_SECRET": CLIENT_SECRET}

    def add_contact(self, **values):
        """Add a contact as a user of Lawmatics does; return its record."""
        return self._kept(self.contacts, {"first_name": None, "last_name": None, "email": None, "phone": None} | values)

    def add_prospect(self, case_title, **values):
        """Add a matter as a user of Lawmatics does; return its record."""
        return self._kept(self.prospects, {
            "case_title": case_title, "case_blurb": None, "first_name": None, "last_name": None, "email": None,
            "phone": None, "status": "pnc", "practice_area_id": None, "stage_id": None, "contact_id": None} | values)

    def deliver(self, payload, moment=None, secret=None, event_id=None, **headers):
        """Send the event to the firm's webhook, signed; return the status of the response. `payload` may be bytes."""
        body = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        moment = str(int(time.time()) if moment is None else moment)
        key = (secret or self.webhook_secret).encode()
        signature = hmac.new(key, f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
        named = {"X-Lawmatics-Event-Id": event_id} if event_id else {}
        return self.deliver_call(self.webhook_url, {
            "Content-Type": "application/json", "X-Lawmatics-Timestamp": moment,
            "X-Lawmatics-Signature": f"sha256={signature}"} | named | headers, body)[0]

    def refusal(self, status, headers=None, detail="No."):
        if status == 429:
            headers = {"Retry-After": "60"} | (headers or {})
        fields = {"errors": [{"status": str(status), "title": _TITLES.get(status, "Internal Server Error"),
                            "detail": detail}]}
        return Answer(status, fields, headers or {})

    def answer_to(self, call):
        if call.path.startswith(API):
            if self.bearer(call) is None:
                return self.refusal(401, detail="The access token is not valid.")
            begun, used = self._window if self._window[0] > time.time() - 60 else (time.time(), 0)
            self._window = begun, used + 1
            if used >= self.limit:
                return self.refusal(429)
        return super().answer_to(call)

    @route("GET", f"{API}/users/me")
    def _me(self, call):
        return Answer(200, {"data": {"id": "7", "type": "user", "attributes": {
            "name": "Ada Keeper", "email": "ada@lawfirm.example"}, "relationships": {}}})

    @route("GET", API + r"/(contacts|prospects|practice_areas|stages|pipelines|sub_statuses|notes)")
    def _index(self, call, kind):
        rows = [row for row in reversed(list(getattr(self, kind).values())) if self._passes(call, row)]
        page = int(call.query.get("page", 1))
        shown, pages = rows[(page - 1) * PER_PAGE: page * PER_PAGE], -(-len(rows) // PER_PAGE)
        links = {"next": f"{self.url}{call.path}?{urlencode(call.query | {'page': page + 1})}"} if page < pages else {}
        return Answer(200, {"data": [_enveloped(kind, row) for row in shown], "links": links, "meta": {
            "total_pages": pages, "limit_per_page": PER_PAGE, "total_entries": len(rows)}})

    @route("GET", API + r"/(contacts|prospects)/find_by_(email|phone|name)/(.+)")
    def _found(self, call, kind, field, text):
        text = unquote(text).lower()
        for row in getattr(self, kind).values():
            value = f"{row['first_name']} {row['last_name']}" if field == "name" else row[field]
            if value and value.lower() == text:
                return Answer(200, {"data": _enveloped(kind, row)})
        return self.refusal(404, detail="There is no such record.")

    @route("GET", API + r"/(contacts|prospects|notes)/(\w+)")
    def _show(self, call, kind, id):
        row = getattr(self, kind).get(id)
        return Answer(200, {"data": _enveloped(kind, row)}) if row else self.refusal(404)

    @route("POST", f"{API}/contacts")
    def _new_contact(self, call):
        fields = call.json
        if not (fields.get("first_name") or fields.get("last_name") or fields.get("email")):
            return self.refusal(422, detail="A contact needs a name or an email.")
        contact = self.add_contact(**{name: fields.get(name) for name in ("first_name", "last_name", "email", "phone")})
        return Answer(201, {"data": _enveloped("contacts", contact)})

    @route("POST", f"{API}/prospects")
    def _new_prospect(self, call):
        return self._written(call.json, lambda values: self.add_prospect(values.pop("case_title", None), **values), 201)

    @route("PUT", API + r"/(contacts|prospects)/(\w+)")
    def _update(self, call, kind, id):
        row = getattr(self, kind).get(id)
        if row is None:
            return self.refusal(404)
        if kind == "contacts":
            row.update({name: value for name, value in call.json.items() if name in row})
            return Answer(200, {"data": _enveloped(kind, row)})
        return self._written(call.json, lambda values: row.update(values) or row, 200)

    @route("POST", f"{API}/notes")
    def _new_note(self, call):
        fields = call.json
        of = {"Prospect": self.prospects, "Contact": self.contacts}.get(fields.get("notable_type"), {})
        if str(fields.get("notable_id")) not in of or not fields.get("body"):
            return self.refusal(422, detail="A note needs a body and something that it is about.")
        names = ("name", "body", "notable_type", "notable_id")
        note = self._kept(self.notes, {name: fields.get(name) for name in names})
        return Answer(201, {"data": _enveloped("notes", note)})

    def _written(self, fields, write, status):
        """Set the writable fields of a prospect."""
        values = {name: fields[name] for name in (
            "case_title", "case_blurb", "first_name", "last_name", "email", "phone", "contact_id", "practice_area_id",
            "sub_status_id", "stage_id") if name in fields}
        if "stage_id" in values and not self.takes_stages:
            return self.refusal(422, detail="stage_id cannot be written.")
        for name, rows in (("contact_id", self.contacts), ("practice_area_id", self.practice_areas),
                           ("stage_id", self.stages), ("sub_status_id", self.sub_statuses)):
            if values.get(name) is not None and str(values[name]) not in rows:
                return self.refusal(422, detail=f"{name} is not known.")
        return Answer(status, {"data": _enveloped("prospects", write(values))})

    def _passes(self, call, row):
        """Whether the row passes the filter of the call, if there is one."""
        query = call.query
        if "filter_by" not in query:
            return True
        value, wanted = str(row.get(query["filter_by"]) or ""), query.get("filter_on", "")
        return {"=": value == wanted, "!=": value != wanted, "ilike": wanted.strip("%").lower() in value.lower(),
                "like": wanted.strip("%") in value, "null": not value, "not_null": bool(value),
                }.get(query.get("filter_with", "="), False)

    def _named(self, names):
        rows = {}
        for name in names:
            self._kept(rows, {"name": name})
        return rows

    def _kept(self, records, values):
        record = {"id": str(next(self._ids))} | values
        records[record["id"]] = record
        return record


def _enveloped(kind, row):
    attributes = {name: value for name, value in row.items() if name != "id"}
    return {"id": row["id"], "type": kind.rstrip("s") if kind != "sub_statuses" else "sub_status",
            "attributes": attributes, "relationships": {}}
