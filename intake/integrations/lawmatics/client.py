"""Lawmatics' OAuth and its API as far as we need it.

Matters are called prospects there, and everything comes in JSON:API envelopes.
"""

from urllib.parse import quote, urlencode

from intake.integrations.platform import Away, Client, MatterPage, NotFound, Platform, Rejected, Tokens

from . import mapping

_MOST_PAGES = 400
"""Of 25 records each: how far a search goes before it is given up."""


class Lawmatics(Platform):
    """Integration B. Its tokens know no end, unless an answer names one."""

    segment = "lawmatics"
    name = "Lawmatics"
    setting = "LAWMATICS"
    matter_key = "lawmatics_matter_id"
    takes_note = True
    practice_areas = mapping.PRACTICE_AREAS

    def authorize_url(self, state, redirect_uri):
        query = {"client_id": self.account.client_id, "redirect_uri": redirect_uri, "response_type": "code",
                 "scope": "read write", "state": state}
        return f"{self.account.authorize_url}?{urlencode(query)}"

    def exchange(self, code, redirect_uri):
        return self._tokens(grant_type="authorization_code", code=code, redirect_uri=redirect_uri)

    def refresh(self, refresh_token):
        return self._tokens(grant_type="refresh_token", refresh_token=refresh_token)

    def revoke(self, access_token):
        # Lawmatics documents no revocation; where the operator names an address it is asked as RFC 7009 says.
        if self.account.deauthorize_url:
            form = {"token": access_token} | self._credentials()
            self.web.request("POST", self.account.deauthorize_url, form=form, token=access_token)

    def client(self, line):
        return LawmaticsClient(line)

    def _credentials(self):
        return {"client_id": self.account.client_id, "client_secret": self.account.client_secret}

    def _tokens(self, **form):
        return Tokens.told(self.web.request("POST", self.account.token_url, form=form | self._credentials()).json)


class LawmaticsClient(Client):
    """Lawmatics' API for one connection."""

    def __init__(self, line):
        self._line = line
        self._ids = {}
        """Ids by name of the lists that were read, such as `/stages`."""

    def who_am_i(self):
        record = _record(self._line.request("GET", "/users/me"))
        told = record["attributes"]
        return {"id": record["id"], "name": told.get("name"), "email": told.get("email")}

    def find_contact(self, person):
        try:
            found = self._line.request("GET", f"/contacts/find_by_email/{quote(person.email, safe='')}")
        except NotFound:
            return None
        # Of several the oldest is the one that the firm has worked with.
        matching = [record["id"] for record in _records(found)
                    if mapping.same_text(record["attributes"].get("email"), person.email)]
        return min(matching, key=int, default=None)

    def find_contacts_named(self, person):
        query = {"fields": "first_name,last_name,email", "filter_by": "last_name", "filter_on": person.last_name,
                 "filter_with": "="}
        return [record["id"] for record in self._all("/contacts", query) if not record["attributes"].get("email")
                and mapping.same_text(record["attributes"].get("first_name"), person.first_name)
                and mapping.same_text(record["attributes"].get("last_name"), person.last_name)]

    def create_contact(self, person):
        return _record(self._line.request("POST", "/contacts", json=mapping.contact(person)))["id"]

    def has_contact(self, contact_id):
        try:
            self._line.request("GET", f"/contacts/{contact_id}")
        except NotFound:
            return False
        return True

    def find_matters(self, case, contact_id):
        query = {"fields": "all", "filter_by": "case_title", "filter_on": case.title, "filter_with": "="}
        return [record["id"] for record in self._all("/prospects", query)
                if mapping.same_text(record["attributes"].get("case_title"), case.title)
                and _may_be_of(contact_id, record)]

    def create_matter(self, case, contact_id):
        body = mapping.prospect(case, contact_id, self._practice_area(case))
        stage = self._id("/stages", mapping.STAGES.get(case.case_type))
        if stage:
            try:
                return _record(self._line.request("POST", "/prospects", json=body | {"stage_id": stage}))["id"]
            except Rejected:
                pass  # whether a stage may be set is documented nowhere; the matter is what counts
        return _record(self._line.request("POST", "/prospects", json=body))["id"]

    def update_matter(self, matter_id, case, contact_id):
        # Not the stage: the firm has moved it on by now.
        self._line.request("PUT", f"/prospects/{matter_id}",
                           json=mapping.prospect(case, contact_id, self._practice_area(case)))

    def knows_practice_area(self, case):
        return self._practice_area(case) is not None

    def matters(self, cursor=None):
        page = int(cursor or 1)
        answer = self._line.request("GET", "/prospects", query={"page": page, "fields": "case_title"})
        return MatterPage([record["id"] for record in _records(answer)], _next_page(answer, page))

    def has_note(self, case, matter_id):
        query = {"fields": "all", "filter_by": "notable_id", "filter_on": matter_id, "filter_with": "="}
        try:
            return any(mapping.is_note_of(case, record["attributes"]) for record in self._all("/notes", query))
        except NotFound:  # that notes can be listed is documented nowhere
            return False

    def create_note(self, case, matter_id, link):
        self._line.request("POST", "/notes", json=mapping.note(case, matter_id, link))

    def _practice_area(self, case):
        return self._id("/practice_areas", case.practice_area)

    def _id(self, path, name):
        """The id of what has this name in the list at the path, which is read once; None if nothing has."""
        if not name:
            return None
        if path not in self._ids:
            named = ((record["attributes"].get("name"), record["id"]) for record in self._all(path, {"fields": "name"}))
            self._ids[path] = {str(its_name).strip().casefold(): id for its_name, id in named}
        return self._ids[path].get(name.strip().casefold())

    def _all(self, path, query):
        """The records of every page."""
        page = 1
        while page and int(page) <= _MOST_PAGES:
            answer = self._line.request("GET", path, query=query | {"page": page})
            yield from _records(answer)
            page = _next_page(answer, int(page))


def _record(answer):
    """The one record of an envelope. Raises `Away` if it holds none."""
    records = _records(answer)
    if len(records) != 1:
        raise Away("The answer holds no record.")
    return records[0]


def _records(answer):
    """The records of an envelope, each with its id as text and its attributes. Raises `Away` if these are none."""
    data = answer.get("data") if isinstance(answer, dict) else None
    records = data if isinstance(data, list) else [data]
    if not all(isinstance(record, dict) and str(record.get("id", "")).isdecimal() for record in records):
        raise Away("The answer is not in Lawmatics' form.")
    return [{**record, "id": str(record["id"]), "attributes": _object(record.get("attributes"))} for record in records]


def _next_page(answer, page):
    """The number of the page behind this one, as text; None if it was the last."""
    meta = _object(answer.get("meta")) if isinstance(answer, dict) else {}
    pages = meta.get("total_pages")
    return str(page + 1) if isinstance(pages, int) and page < pages else None


def _may_be_of(contact_id, record):
    """Whether the prospect is the contact's. One that does not tell whose it is, in either place, may be."""
    told = _object(record.get("relationships")).get("contact")
    contacts = [_object(_object(told).get("data")).get("id")] if told else []
    contacts += [record["attributes"]["contact_id"]] if "contact_id" in record["attributes"] else []
    return not contacts or contact_id in map(str, contacts)


def _object(value):
    return value if isinstance(value, dict) else {}
