"""A firm with a record of every kind that two requests could change at the same moment, and who sends them."""

from datetime import date, timedelta

from intake.accounts.access.actions import create_key
from intake.accounts.firms.actions import register
from intake.accounts.permissions.scopes import SCOPES
from intake.accounts.sessions import actions as sessions
from intake.accounts.users.actions import invite
from intake.accounts.users.models import Invitation
from intake.cases.documents.models import DocumentRequest
from intake.cases.uploads.actions import review
from intake.core.clock import now
from intake.core.crypto import vault
from intake.engagement.letters.actions import create as create_letter
from intake.integrations.webhooks.actions import register as register_webhook
from intake.messaging.communications.actions import write_to_client
from intake.records.erasures.actions import propose
from intake.web import csrf
from tests.browsing import Browser
from tests.builders import (
    PDF,
    a_caller,
    a_client,
    a_deadline,
    a_document,
    a_lead,
    a_matter,
    a_note,
    a_template,
    a_user,
    an_intake_link,
    an_issued_upload,
    an_upload,
)
from tests.conftest import Api

_COOKIE = "a" * 32


class World:
    """The firm and its records."""

    def __init__(self, app, put):
        self.app = app
        firm = self.firm = register("Ünal & Partners", "office@example.com", plan="standard")
        self.key = create_key(firm, "race", SCOPES)[1]
        self.admin, self.other_admin, self.lawyer = (a_user(firm, role) for role in ("admin", "admin", "attorney"))
        self.sessions = [sessions.begin(user, address="198.51.100.9") for user in (self.admin, self.other_admin)]
        self.caller = a_caller(firm, user=self.admin)
        self.invitation = invite(self.caller, email="maya@example.com", role="attorney")
        self.invitation_token = vault.open(Invitation.get_by_id(self.invitation.id).sealed_token)
        self.ana = a_client(firm, email="ana@example.com", phone="+15185550142")
        self.anna = a_client(firm, email="anna@example.com", first_name="Anna")
        self.bob = a_client(firm, email="bob@example.com", first_name="Bob", last_name="Long")
        self.template = a_template(firm, form=[], documents=[{"name": "Passport"}, {"name": "Deed"}])
        self.matter = a_matter(firm, client_id=self.ana.id, assigned_attorney=self.lawyer.id)
        self.annas_matter, self.clientless_matter = a_matter(firm, client_id=self.anna.id), a_matter(firm)
        self._hand_in(put)
        self.link = an_intake_link(firm, self.matter, channels=["email"])
        an_intake_link(firm, self.annas_matter)
        self.deadline, self.later = (
            a_deadline(firm, self.matter, due_date=date(2027, month, 1)) for month in (3, 4))
        self.note = a_note(firm, self.matter)
        self.scheduled = write_to_client(firm, self.matter.id, "email", "Hi", send_at=now() + timedelta(hours=3))
        self.webhook = register_webhook(firm, "http://127.0.0.1:9/hook", ["*"])
        self.lead = a_lead(firm)
        self.letter = create_letter(
            firm, self.matter.id, [{"name": "Ana", "email": "ana@example.com"}], text="The fee is $900.")
        self.erasure = propose(self.caller, "asked", matter_id=self.matter.id)
        self.erasure_of_ana = propose(self.caller, "asked", client_id=self.ana.id)

    def _hand_in(self, put):
        """Create documents in each state, and one with two files, of which the second is not confirmed."""
        firm, requested = self.firm, {name: a_document(self.firm, self.matter, name=name) for name in (
            "pending", "confirmed", "rejected", "approved", "issued")}
        self.pending = requested["pending"]
        self.confirmed, self.rejected, self.approved = (
            an_upload(firm, put, requested[name]) for name in ("confirmed", "rejected", "approved"))
        review(firm, self.rejected.id, "rejected", "Blurred")
        review(firm, self.approved.id, "approved")
        confirmed = DocumentRequest.fetch(firm, self.confirmed.document_id)
        self.issued, self.second = (an_issued_upload(firm, each) for each in (requested["issued"], confirmed))
        for each in (self.issued, self.second):
            put(each.upload_url, PDF, "application/pdf")


class Caller:
    """A program of the firm, an admin of it at the console, and a client at the portal."""

    def __init__(self, world, session):
        self.world, self.api = world, Api(world.app, world.key)
        self._desk, self._page = Browser(world.app), Browser(world.app)
        self._desk.set_cookie("intake_session", session)
        for browser in (self._desk, self._page):
            browser.set_cookie(csrf._COOKIE.name, _COOKIE)

    def console(self, path, **form):
        return self._desk.post(path, form | {"csrf": csrf.signature(_COOKIE)})

    def page(self, path, **form):
        return self._page.post(path, form | {"csrf": csrf.signature(_COOKIE)})

    def portal(self, path, **form):
        return self.page(f"/p/{self.world.link.token}{path}", **form)

    def portal_script(self, path):
        return self._page.open("POST", f"/p/{self.world.link.token}{path}", json={}, headers={
            "Accept": "application/json", "X-CSRF-Token": csrf.signature(_COOKIE)})
