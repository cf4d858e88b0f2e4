"""Lawmatics' API as far as we need it. Matters are called prospects there."""

from urllib.parse import quote

from intake.integrations.platforms.platform import Client, NotFound, Rejected
from intake.integrations.platforms.records import MatterPage
from intake.integrations.platforms.sense import text

from . import mapping
from .answers import may_be_of, next_page, one, rows

_MOST_PAGES = 400
"""Of 25 records each: how far a search goes before it is given up."""


class LawmaticsClient(Client):
    """Lawmatics' API for one connection."""

    def __init__(self, line):
        self._line = line
        self._ids = {}
        """Ids by name of the lists that were read, such as `/stages`."""

    def who_am_i(self):
        user = one(self._line.request("GET", "/users/me"))
        told = user["attributes"]
        return {"id": user["id"], "name": text(told.get("name")), "email": text(told.get("email"))}

    def find_contact(self, person):
        try:
            found = self._line.request("GET", f"/contacts/find_by_email/{quote(person.email, safe='')}")
        except NotFound:
            return None
        # Of several the oldest is the one that the firm has worked with.
        matching = [row["id"] for row in rows(found)
                    if mapping.same_text(row["attributes"].get("email"), person.email)]
        return min(matching, key=int, default=None)

    def find_contacts_named(self, person):
        query = {"fields": "first_name,last_name,email", "filter_by": "last_name", "filter_on": person.last_name,
                 "filter_with": "="}
        return [row["id"] for row in self._all("/contacts", query) if not row["attributes"].get("email")
                and mapping.same_text(row["attributes"].get("first_name"), person.first_name)
                and mapping.same_text(row["attributes"].get("last_name"), person.last_name)]

    def create_contact(self, person):
        return one(self._line.request("POST", "/contacts", json=mapping.contact(person)))["id"]

    def has_contact(self, contact_id):
        try:
            self._line.request("GET", f"/contacts/{contact_id}")
        except NotFound:
            return False
        return True

    def find_matters(self, case, contact_id):
        query = {"fields": "all", "filter_by": "case_title", "filter_on": case.title, "filter_with": "="}
        return [row["id"] for row in self._all("/prospects", query)
                if mapping.same_text(row["attributes"].get("case_title"), case.title) and may_be_of(contact_id, row)]

    def create_matter(self, case, contact_id):
        body = mapping.prospect(case, contact_id, self._practice_area(case))
        stage = self._id("/stages", mapping.STAGES.get(case.case_type))
        if stage:
            try:
                return one(self._line.request("POST", "/prospects", json=body | {"stage_id": stage}))["id"]
            except Rejected:
                pass  # whether a stage may be set is documented nowhere; the matter is what counts
        return one(self._line.request("POST", "/prospects", json=body))["id"]

    def update_matter(self, matter_id, case, contact_id):
        # Not the stage: the firm has moved it on by now.
        self._line.request("PUT", f"/prospects/{matter_id}",
                           json=mapping.prospect(case, contact_id, self._practice_area(case)))

    def knows_practice_area(self, case):
        return self._practice_area(case) is not None

    def matters(self, cursor=None):
        page = int(cursor or 1)
        told = self._line.request("GET", "/prospects", query={"page": page, "fields": "case_title"})
        ids, following = [row["id"] for row in rows(told)], next_page(told, page)
        return MatterPage(ids, following and str(following))

    def has_note(self, case, matter_id):
        query = {"fields": "all", "filter_by": "notable_id", "filter_on": matter_id, "filter_with": "="}
        try:
            return any(mapping.is_note_of(case, row["attributes"]) for row in self._all("/notes", query))
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
            named = ((row["attributes"].get("name"), row["id"]) for row in self._all(path, {"fields": "name"}))
            self._ids[path] = {str(its_name).strip().casefold(): id for its_name, id in named}
        return self._ids[path].get(name.strip().casefold())

    def _all(self, path, query):
        """The records of every page."""
        page = 1
        while page and page <= _MOST_PAGES:
            told = self._line.request("GET", path, query=query | {"page": page})
            yield from rows(told)
            page = next_page(told, page)
