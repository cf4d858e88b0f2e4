"""Lawmatics' OAuth and the part of its API that Intake uses. Matters are called prospects there."""

from urllib.parse import quote

from intake.gateways.platform_http import PlatformUnavailable, RecordGone, RequestRejected
from intake.integrations.platforms.contract import Platform, PlatformClient
from intake.integrations.platforms.data_types import MatterPage
from intake.integrations.platforms.parsing import optional_text, same_text

from . import mapping

_MAX_PAGES = 400
"""How many pages of 25 records a search reads before it gives up."""


class LawmaticsClient(PlatformClient):
    """Lawmatics' API for one connection."""

    def __init__(self, transport):
        super().__init__(transport)
        self._ids = {}
        """Ids by name of the lists read so far, such as `/stages`."""

    def who_am_i(self):
        user = mapping.parse_record(self._transport.request("GET", "/users/me"))
        attributes = user["attributes"]
        return {"id": user["id"], "name": optional_text(attributes.get("name")),
                "email": optional_text(attributes.get("email"))}

    def find_contact(self, contact):
        try:
            found = self._transport.request("GET", f"/contacts/find_by_email/{quote(contact.email, safe='')}")
        except RecordGone:
            return None
        # If there are several, the oldest is the one that the firm has worked with.
        matching = [row["id"] for row in mapping.parse_rows(found)
                    if same_text(row["attributes"].get("email"), contact.email)]
        return min(matching, key=int, default=None)

    def find_contacts_named(self, contact):
        query = {"fields": "first_name,last_name,email", "filter_by": "last_name", "filter_on": contact.last_name,
                 "filter_with": "="}
        return [row["id"] for row in self._all("/contacts", query)
                if same_text(row["attributes"].get("email"), contact.email)
                and same_text(row["attributes"].get("first_name"), contact.first_name)
                and same_text(row["attributes"].get("last_name"), contact.last_name)]

    def create_contact(self, contact):
        return self._create("/contacts", mapping.contact_body(contact))

    def has_contact(self, contact_id):
        try:
            self._transport.request("GET", f"/contacts/{contact_id}")
        except RecordGone:
            return False
        return True

    def find_matters(self, matter, contact_id):
        query = {"fields": "all", "filter_by": "case_title", "filter_on": matter.title, "filter_with": "="}
        return [row["id"] for row in self._all("/prospects", query)
                if same_text(row["attributes"].get("case_title"), matter.title)
                and mapping.may_belong_to(contact_id, row)]

    def create_matter(self, matter, contact_id):
        body = mapping.prospect_body(matter, contact_id, self.practice_area_id(matter))
        stage = self._id("/stages", mapping.STAGES.get(matter.case_type))
        if stage:
            try:
                return self._create("/prospects", body | {"stage_id": stage})
            except RequestRejected:
                pass  # it is not documented whether a stage may be set; create the prospect without it
        return self._create("/prospects", body)

    def update_matter(self, matter_id, matter, contact_id):
        # Without the stage, which the firm has probably changed since.
        self._transport.request("PUT", f"/prospects/{matter_id}",
                                json=mapping.prospect_body(matter, contact_id, self.practice_area_id(matter)))

    def practice_area_id(self, matter):
        return self._id("/practice_areas", matter.practice_area)

    def matters(self, cursor=None):
        page = int(cursor or 1)
        answer = self._transport.request("GET", "/prospects", query={"page": page, "fields": "case_title"})
        ids, following = [row["id"] for row in mapping.parse_rows(answer)], mapping.next_page(answer, page)
        return MatterPage(ids, following and str(following))

    def has_note(self, matter, matter_id):
        query = {"fields": "all", "filter_by": "notable_id", "filter_on": matter_id, "filter_with": "="}
        try:
            return any(mapping.is_note_of(matter, row["attributes"]) for row in self._all("/notes", query))
        except RecordGone:  # it is not documented whether notes can be listed
            return False

    def create_note(self, matter, matter_id, link):
        self._transport.request("POST", "/notes", json=mapping.note_body(matter, matter_id, link))

    def _create(self, path, body):
        return mapping.parse_record(self._transport.request("POST", path, json=body))["id"]

    def _id(self, path, name):
        """Return the id of the entry with this name in the list at the path, None if there is none. It is read once."""
        if not name:
            return None
        if path not in self._ids:
            named = ((row["attributes"].get("name"), row["id"]) for row in self._all(path, {"fields": "name"}))
            try:
                self._ids[path] = {str(its_name).strip().casefold(): id for its_name, id in named}
            except RecordGone as answer:  # would be mistaken for the matter's
                raise PlatformUnavailable(answer.detail) from None
        return self._ids[path].get(name.strip().casefold())

    def _all(self, path, query):
        """Yield the records of every page. Raises `PlatformUnavailable` if there are too many: one may be missed."""
        page = 1
        while page:
            if page > _MAX_PAGES:
                raise PlatformUnavailable("The list comes to no end.")
            answer = self._transport.request("GET", path, query=query | {"page": page})
            yield from mapping.parse_rows(answer)
            page = mapping.next_page(answer, page)


class LawmaticsPlatform(Platform):
    """Lawmatics: how a firm connects, and the data that it accepts. Its tokens do not expire unless a response says so.
    """

    segment, name, setting = "lawmatics", "Lawmatics", "LAWMATICS"
    scope = "read write"
    client, webhooks = LawmaticsClient, mapping.LawmaticsWebhooks()
    matter_key = "lawmatics_matter_id"
    takes_note = has_stages = takes_leads = True

    def revoke(self, access_token):
        # Lawmatics documents no revocation; if the operator set an address, it is used as in RFC 7009.
        if url := self.oauth.deauthorize_url:
            form = {"token": access_token} | self._credentials()
            self.http.request("POST", url, form=form, token=access_token)
