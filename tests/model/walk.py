"""A random walk over the API, the console and the portal, compared with the books after every step."""

import random
from collections import Counter

import requests
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from intake.accounts.access.actions import create_key
from intake.accounts.audit.models import AuditEntry
from intake.accounts.firms.actions import register
from intake.accounts.permissions.scopes import SCOPES
from intake.accounts.sessions import actions as sessions
from intake.accounts.users.models import Invitation
from intake.cases.held_reviews.jobs import apply_held_review
from intake.core.clock import iso
from intake.core.crypto import vault
from intake.engine.events.models import Event
from intake.engine.events.relay import relay
from intake.integrations.webhooks.models import Delivery
from intake.portal.links.jobs import complete_intake
from intake.portal.links.models import IntakeLink
from intake.web import csrf
from tests.browsing import Browser
from tests.builders import PDF, a_user
from tests.conftest import Api

from .books import Books, Client, Deadline, Document, Matter, Upload, Webhook

TITLES = ("Smith v. Jones", "SMITH v. Jones", "Estate of Ann", "100% Roe_Wade", "Ünal ./. Öz", "Jones", "ann & Smith")
AREAS = ("family_law", "business", "other")
EMAILS = (None, "ana@example.com", "ANA@example.com", "bob@example.com", "çan@example.com")
NAMES = (("Ana", "Silva"), ("Bob", "Jones"), ("Ann", "Álvarez"))
STATUSES = ("active", "closed", "archived")
DATES = PAST, *_ = ("2020-02-29", "2096-02-29", "2097-01-31", "2097-02-28")
EVENTS = (["*"], ["matter.created", "document.approved"], ["matter.updated", "matter.archived"],
          ["document.uploaded", "document.rejected", "intake.completed", "client.created"])
COOKIE = "a" * 32
WRONG_STATE = (422, "invalid_status_transition")
PUBLIC = {"matter.created", "matter.updated", "matter.archived", "client.created", "document.uploaded",
          "document.approved", "document.rejected", "intake.completed", "intake.link.sent"}
pick = st.integers(0, 10**6)


def one_of(*values):
    return st.sampled_from(values)


class Walk(RuleBasedStateMachine):
    """The steps; `app` is the application."""

    app, compared = None, 0

    def __init__(self):
        super().__init__()
        self.context = self.app.app_context()
        self.context.push()
        self.firm = register("Ünal & Partners", "office@example.com", plan="pro")
        self.books, self.calls, self.held = Books(), 0, {}
        self.api = Api(self.app, create_key(self.firm, "walk", SCOPES)[1])
        self.reviewer = a_user(self.firm, "admin")
        self.books.users[self.reviewer.id] = {"role": "admin", "status": "active"}
        self.desk = Browser(self.app)
        self.desk.set_cookie("intake_session", sessions.begin(self.reviewer, address="198.51.100.7"))
        self.page = Browser(self.app)
        for browser in (self.desk, self.page):
            browser.set_cookie(csrf._COOKIE.name, COOKIE)
        self.acts_before = {each.id for each in AuditEntry.of(self.firm)}

    def teardown(self):
        self.check_everything()
        self.context.pop()

    def call(self, method, path, body=None, expected=200):
        self.calls += 1
        if self.calls % 400 == 0:
            self.api.key = create_key(self.firm, "walk", SCOPES)[1]
            self.acts_before |= {each.id for each in AuditEntry.of(self.firm) if each.action == "api_key.created"}
        answer = self.api.call(method, path, body)
        shown = (answer.status_code, answer.json["error"]["code"]) if answer.status_code >= 400 else answer.status_code
        assert shown == expected, (method, path, body, answer.text)
        return answer.json.get("data") if answer.status_code < 400 else None

    def console(self, path, **form):
        answer = self.desk.post(path, form | {"csrf": csrf.signature(COOKIE)})
        assert answer.status_code < 500, answer.text
        return answer

    def some(self, records, number):
        return records[sorted(records)[number % len(records)]]

    # clients

    @rule(name=one_of(*NAMES), email=one_of(*EMAILS))
    def create_client(self, name, email):
        body = {"first_name": name[0], "last_name": name[1]} | ({"email": email} if email else {})
        if self.books.email_taken(email):
            self.call("POST", "/clients", body, (409, "duplicate_email"))
            return
        data = self.call("POST", "/clients", body, 201)
        self.books.clients[data["id"]] = Client(data["id"], *name, email, data["created_at"])
        self.books.act("client.created", data["id"])
        self.books.announce("client.created", data["id"])

    @precondition(lambda self: self.books.clients)
    @rule(number=pick, name=one_of(*NAMES), email=one_of(*EMAILS))
    def change_client(self, number, name, email):
        client = self.some(self.books.clients, number)
        if self.books.email_taken(email, client.id):
            self.call("PATCH", f"/clients/{client.id}", {"email": email}, (409, "duplicate_email"))
            return
        data = self.call("PATCH", f"/clients/{client.id}", {"email": email, "last_name": name[1], "id": "ignored"})
        if (client.email, client.last_name) != (email, name[1]):
            self.books.act("client.updated", client.id)
        client.email, client.last_name = email, name[1]
        assert (data["email"], data["last_name"]) == (email, name[1])

    # matters

    @rule(title=one_of(*TITLES), area=one_of(*AREAS), number=pick, with_client=st.booleans())
    def create_matter(self, title, area, number, with_client):
        client = self.some(self.books.clients, number).id if with_client and self.books.clients else None
        body = {"title": title, "practice_area": area} | ({"client_id": client} if client else {})
        if self.books.title_taken(title):
            self.call("POST", "/matters", body, (422, "duplicate_matter"))
            return
        data = self.call("POST", "/matters", body, 201)
        self.books.matters[data["id"]] = Matter(data["id"], title, area, client, data["created_at"], data["updated_at"])
        self.books.act("matter.created", data["id"])
        self.books.announce("matter.created", data["id"])
        assert (data["status"], data["intake_link"], data["documents_count"]) == ("active", None, 0)

    @rule()
    def create_matter_of_unknown_client(self):
        body = {"title": "x", "practice_area": "other", "client_id": "cli_01JD0000000000000000000000"}
        self.call("POST", "/matters", body, (404, "client_not_found"))

    @precondition(lambda self: self.books.matters)
    @rule(number=pick, title=st.none() | one_of(*TITLES), status=st.none() | one_of(*STATUSES),
          area=st.none() | one_of(*AREAS), by_console=st.booleans())
    def change_matter(self, number, title, status, area, by_console):
        matter = self.some(self.books.matters, number)
        body = {name: value for name, value in
                (("title", title), ("status", status), ("practice_area", area)) if value}
        if by_console and set(body) == {"status"}:
            answer = self.console(f"/matters/{matter.id}/status", status=status, confirmed="1")
            assert answer.status_code in (303, 409), answer.text
        elif not body:
            return
        elif title and self.books.title_taken(title, matter.id):
            self.call("PATCH", f"/matters/{matter.id}", body, (422, "duplicate_matter"))
            return
        else:
            self.call("PATCH", f"/matters/{matter.id}", body)
        self._changed(matter, **body)

    def _changed(self, matter, **changes):
        changes = {name: value for name, value in changes.items() if getattr(matter, name) != value}
        if not changes:
            return
        for name, value in changes.items():
            setattr(matter, name, value)
        self.books.act("matter.updated", matter.id)
        self.books.announce("matter.archived" if changes.get("status") == "archived" else "matter.updated", matter.id)

    @precondition(lambda self: self.books.matters)
    @rule(number=pick)
    def archive(self, number):
        matter = self.some(self.books.matters, number)
        if matter.status == "archived":
            self.call("POST", f"/matters/{matter.id}/archive", None, WRONG_STATE)
            return
        data = self.call("POST", f"/matters/{matter.id}/archive")
        assert (data["id"], data["status"], bool(data["archived_at"])) == (matter.id, "archived", True)
        matter.status = "archived"
        self.books.act("matter.archived", matter.id)
        self.books.announce("matter.archived", matter.id)

    # documents and uploads

    @precondition(lambda self: self.books.matters)
    @rule(number=pick, name=one_of("Passport", "Deed", "Pay slip"), required=st.booleans())
    def request(self, number, name, required):
        matter = self.some(self.books.matters, number)
        data = self.call("POST", f"/matters/{matter.id}/documents/request", {"name": name, "required": required}, 201)
        self.books.documents[data["id"]] = Document(data["id"], matter.id, name, required, data["created_at"])
        self.books.act("document.created", data["id"])

    @precondition(lambda self: self.books.documents)
    @rule(number=pick)
    def delete_document(self, number):
        document = self.some(self.books.documents, number)
        if document.status != "pending":
            self.call("DELETE", f"/documents/{document.id}", None, WRONG_STATE)
            return
        assert self.call("DELETE", f"/documents/{document.id}") == {"id": document.id, "deleted": True}
        for upload in self.books.uploads_of(document.id):
            del self.books.uploads[upload.id]
            self.books.gone.append(f"/uploads/{upload.id}/download")
        del self.books.documents[document.id]
        self.books.gone.append(f"/documents/{document.id}")
        self.books.act("document.deleted", document.id)

    @precondition(lambda self: self.books.documents)
    @rule(number=pick)
    def waive(self, number):
        document = self.some(self.books.documents, number)
        if document.status not in ("pending", "rejected"):
            self.call("POST", f"/documents/{document.id}/waive", {"reason": "x"}, WRONG_STATE)
            return
        data = self.call("POST", f"/documents/{document.id}/waive", {"reason": "x"})
        document.status, document.waived = "approved", True
        assert (data["status"], data["waived"]) == ("approved", True)
        self.books.act("document.waived", document.id)

    @precondition(lambda self: self.books.documents)
    @rule(number=pick, is_stored=st.booleans(), extra=st.integers(0, 3))
    def issue(self, number, is_stored, extra):
        document = self.some(self.books.documents, number)
        body = {"document_id": document.id, "filename": "a.pdf", "content_type": "application/pdf",
                "file_size_bytes": len(PDF)}
        if document.status == "approved":
            self.call("POST", "/uploads/signed-url", body, WRONG_STATE)
            return
        data = self.call("POST", "/uploads/signed-url", body)
        upload = self.books.uploads[data["upload_id"]] = Upload(data["upload_id"], document.id, len(PDF) + extra)
        self.books.act("upload.issued", upload.id)
        if is_stored:
            answer = requests.put(data["upload_url"], data=PDF + b"\n" * extra, timeout=30,
                                  headers={"Content-Type": "application/pdf"})
            upload.is_stored = answer.status_code == 200

    @precondition(lambda self: self.books.uploads)
    @rule(number=pick, by_portal=st.booleans())
    def confirm(self, number, by_portal):
        upload = self.some(self.books.uploads, number)
        document = self.books.documents[upload.document]
        if upload.status != "issued":
            expected = (409, "upload_already_confirmed")
        elif not upload.is_stored:
            expected = (422, "file_not_found_in_storage")
        elif document.status == "approved":
            expected = WRONG_STATE
        else:
            expected = 200
        link = self.books.matters[document.matter].link
        if by_portal and link and expected == 200 and self.books.matters[document.matter].status == "active":
            answer = self.page.open("POST", f"/p/{link['token']}/uploads/{upload.id}/confirm", json={}, headers={
                "Accept": "application/json", "X-CSRF-Token": csrf.signature(COOKIE)})
            assert answer.status_code == 200, answer.text
            data = answer.json["data"]
        else:
            data = self.call("POST", f"/uploads/{upload.id}/confirm", None, expected)
            if expected != 200:
                return
        assert (data["status"], data["file_size_bytes"]) == ("pending", upload.size)
        upload.status, upload.uploaded_at = "pending", data["uploaded_at"]
        document.status, document.upload = "uploaded", upload.id
        self.books.act("upload.confirmed", upload.id)
        self.books.announce("document.uploaded", upload.id)

    @precondition(lambda self: self.books.confirmed())
    @rule(number=pick, status=one_of("approved", "rejected"))
    def review(self, number, status):
        upload = self.some({each.id: each for each in self.books.confirmed()}, number)
        expected = 200 if self._may(upload, status) and upload.id not in self.held else WRONG_STATE
        data = self.call("PATCH", f"/uploads/{upload.id}/status", {"status": status, "reviewer_notes": "n"}, expected)
        if data:
            assert (data["status"], data["reviewer_notes"], bool(data["reviewed_at"])) == (status, "n", True)
            self._decided(upload, status, "n")

    def _may(self, upload, status):
        document = self.books.documents[upload.document]
        return upload.status == "pending" and not (
            document.status == "approved" and (status == "approved" or document.upload == upload.id))

    def _decided(self, upload, status, notes):
        document = self.books.documents[upload.document]
        upload.status, upload.notes = status, notes
        if status == "approved":
            document.status, document.upload = "approved", upload.id
        elif document.upload == upload.id:
            document.status = "rejected"
        self.books.act(f"upload.{status}", upload.id)
        self.books.announce(f"document.{status}", upload.id)

    @precondition(lambda self: self.books.confirmed())
    @rule(number=pick)
    def reopen(self, number):
        upload = self.some({each.id: each for each in self.books.confirmed()}, number)
        document = self.books.documents[upload.document]
        may = upload.status == "rejected" and document.status != "approved"
        if self.call("POST", f"/uploads/{upload.id}/reopen", None, 200 if may else WRONG_STATE):
            upload.status, upload.notes = "pending", None
            if document.upload == upload.id:
                document.status = "uploaded"
            self.books.act("upload.reopened", upload.id)

    @precondition(lambda self: self.books.confirmed())
    @rule(number=pick, status=one_of("approve", "reject"))
    def hold_decision(self, number, status):
        upload = self.some({each.id: each for each in self.books.confirmed()}, number)
        answer = self.console(f"/review/{upload.id}/{status}", notes="n")
        if upload.status == "pending" and upload.id not in self.held:
            self.held[upload.id] = "approved" if status == "approve" else "rejected"
            assert f"undo={upload.id}" in answer.location
        else:
            assert answer.status_code == 409 or "done=meanwhile" in answer.location, answer.text

    @precondition(lambda self: self.held)
    @rule(number=pick)
    def undo_decision(self, number):
        id = sorted(self.held)[number % len(self.held)]
        assert "done=undone" in self.console(f"/review/{id}/undo").location
        del self.held[id]

    @precondition(lambda self: self.held)
    @rule(number=pick)
    def apply_decision(self, number):
        id = sorted(self.held)[number % len(self.held)]
        status = self.held.pop(id)
        apply_held_review(id)
        if id in self.books.uploads and self._may(self.books.uploads[id], status):
            self._decided(self.books.uploads[id], status, "n" if status == "rejected" else None)

    @precondition(lambda self: any(each.link for each in self.books.matters.values()) and self.books.confirmed())
    @rule(number=pick)
    def withdraw(self, number):
        upload = self.some({each.id: each for each in self.books.confirmed()}, number)
        document = self.books.documents[upload.document]
        matter = self.books.matters[document.matter]
        if not matter.link or matter.status != "active":
            return
        answer = self.page.post(f"/p/{matter.link['token']}/uploads/{upload.id}/remove", {
            "csrf": csrf.signature(COOKIE)})
        assert answer.status_code == 303, answer.text
        if upload.status != "pending" or document.status == "approved":
            return
        del self.books.uploads[upload.id]
        self.held.pop(upload.id, None)
        self.books.act("upload.withdrawn", upload.id)
        self.books.gone.append(f"/uploads/{upload.id}/download")
        if document.upload == upload.id:
            others = [each for each in self.books.uploads_of(document.id) if each.status != "issued"]
            latest = max(others, key=lambda each: (each.uploaded_at, each.id), default=None)
            document.upload = latest and latest.id
            document.status = "pending" if not latest else "uploaded" if latest.status == "pending" else "rejected"

    # links

    @precondition(lambda self: self.books.matters)
    @rule(number=pick)
    def make_link(self, number):
        matter = self.some(self.books.matters, number)
        expected = (WRONG_STATE if matter.status != "active" else
                    (422, "send_failed") if not matter.client else 201)
        data = self.call("POST", f"/matters/{matter.id}/intake-link", {"channels": []}, expected)
        if data:
            if matter.link:
                self.books.act("intake_link.revoked", matter.link["id"])
            made_at = iso(IntakeLink.get_by_id(data["id"]).created_at)
            matter.link = {"id": data["id"], "token": data["url"].rsplit("/", 1)[1], "url": data["url"],
                           "made_at": made_at, "completed": False}
            self.books.act("intake_link.created", data["id"])

    @precondition(lambda self: self.books.matters)
    @rule(number=pick)
    def revoke_link(self, number):
        matter = self.some(self.books.matters, number)
        expected = 200 if matter.link else (404, "intake_link_not_found")
        if self.call("DELETE", f"/matters/{matter.id}/intake-link", None, expected):
            self.books.act("intake_link.revoked", matter.link["id"])
            matter.link = None

    @precondition(lambda self: any(each.link for each in self.books.matters.values()))
    @rule(number=pick)
    def complete(self, number):
        matter = self.some({id: each for id, each in self.books.matters.items() if each.link}, number)
        complete_intake(matter.id)
        if not matter.link["completed"] and self.books.is_complete(matter.id):
            matter.link["completed"] = True
            self.books.act("intake.completed", matter.link["id"])
            self.books.announce("intake.completed", matter.link["id"])

    # deadlines

    @precondition(lambda self: self.books.matters)
    @rule(number=pick, day=one_of(*DATES))
    def set_deadline(self, number, day):
        matter = self.some(self.books.matters, number)
        data = self.call("POST", f"/matters/{matter.id}/deadlines", {"title": "Answer", "due_date": day}, 201)
        self.books.deadlines[data["id"]] = Deadline(data["id"], matter.id, day)
        self.books.act("deadline.created", data["id"])
        assert (data["type"], data["completed"]) == ("other", False)

    @precondition(lambda self: self.books.deadlines)
    @rule(number=pick, day=one_of(*DATES), completed=st.booleans(), is_gone=st.booleans())
    def change_deadline(self, number, day, completed, is_gone):
        deadline = self.some(self.books.deadlines, number)
        path = f"/matters/{deadline.matter}/deadlines/{deadline.id}"
        if is_gone:
            self.call("DELETE", path)
            del self.books.deadlines[deadline.id]
            self.books.act("deadline.deleted", deadline.id)
            return
        self.call("PATCH", path, {"due_date": day, "completed": completed})
        if (deadline.due_date, deadline.completed) != (day, completed):
            self.books.act("deadline.updated", deadline.id)
        deadline.due_date, deadline.completed = day, completed

    # webhooks

    @precondition(lambda self: len(self.books.webhooks) < 4)
    @rule(events=one_of(*EVENTS), active=st.booleans())
    def create_webhook(self, events, active):
        data = self.call("POST", "/webhooks", {"url": "http://127.0.0.1:9/x", "events": events, "active": active}, 201)
        self.books.webhooks[data["id"]] = Webhook(data["id"], events, active)
        self.books.act("webhook.created", data["id"])

    @precondition(lambda self: self.books.webhooks)
    @rule(number=pick, events=one_of(*EVENTS), active=st.booleans(), is_gone=st.booleans())
    def change_webhook(self, number, events, active, is_gone):
        webhook = self.some(self.books.webhooks, number)
        if is_gone:
            self.call("DELETE", f"/webhooks/{webhook.id}")
            del self.books.webhooks[webhook.id]
            self.books.act("webhook.deleted", webhook.id)
            return
        self.call("PATCH", f"/webhooks/{webhook.id}", {"events": events, "active": active})
        if (webhook.events, webhook.active) != (events, active):
            self.books.act("webhook.updated", webhook.id)
        webhook.events, webhook.active = events, active

    # people

    @rule(email=one_of("a@x.example", "A@x.example", "b@x.example", "c@x.example"),
          role=one_of("admin", "attorney", "staff"))
    def invite(self, email, role):
        email = f"{email[0]}{self.firm.id[-8:]}{email[1:]}"
        known = [*self.books.invitations.values(), *self.books.users.values()]
        if any(each.get("email", "").casefold() == email.casefold() for each in known):
            self.call("POST", "/firms/users", {"email": email, "role": role}, (409, "user_already_exists"))
            return
        data = self.call("POST", "/firms/users", {"email": email, "role": role}, 201)
        self.books.invitations[data["id"]] = {"email": email, "role": role}
        self.books.act("invitation.created", data["id"])

    @precondition(lambda self: self.books.invitations)
    @rule(number=pick, accepts=st.booleans())
    def settle_invitation(self, number, accepts):
        id = sorted(self.books.invitations)[number % len(self.books.invitations)]
        invitation = self.books.invitations.pop(id)
        if not accepts:
            self.call("DELETE", f"/firms/invitations/{id}")
            self.books.act("invitation.withdrawn", id)
            return
        token = vault.open(Invitation.get_by_id(id).sealed_token)
        answer = self.page.post(f"/invitations/{token}", {
            "first_name": "Maya", "last_name": "Okafor", "password": "correct horse battery",
            "repeated": "correct horse battery", "csrf": csrf.signature(COOKIE)})
        assert answer.status_code == 303, answer.text
        user = Invitation.get_by_id(id).user_id
        self.books.users[user] = invitation | {"status": "active"}
        self.books.act("invitation.accepted", id)

    @rule(number=pick, role=one_of("admin", "attorney", "staff", "paralegal"), status=one_of("active", "suspended"))
    def change_user(self, number, role, status):
        id = sorted(self.books.users)[number % len(self.books.users)]
        if id == self.reviewer.id:
            return
        user = self.books.users[id]
        self.call("PATCH", f"/firms/users/{id}", {"role": role, "status": status})
        if (user["role"], user["status"]) != (role, status):
            self.books.act("user.updated", id)
        user.update(role=role, status=status)

    # comparisons

    @invariant()
    def announced_and_recorded(self):
        relay()
        Walk.compared += 1
        events = [(each.type, _about(each.type, each.data)) for each in Event.of(self.firm) if each.type in PUBLIC]
        assert Counter(events) == Counter(self.books.events)
        acts = Counter((each.action, each.record_id) for each in AuditEntry.of(self.firm)
                       if each.id not in self.acts_before)
        assert acts == Counter(self.books.acts)

    @rule(number=pick, seed=pick)
    def compare_lists(self, number, seed):
        self.check_lists(random.Random(seed))

    def check_lists(self, chance):
        books = self.books
        sort, order = chance.choice(("created_at", "title")), chance.choice(("asc", "desc"))
        query = {"sort": sort, "order": order}
        rows = list(books.matters.values())
        for name, values in (
                ("status", (*STATUSES, "all")), ("practice_area", AREAS), ("client_id", sorted(books.clients)),
                ("search", ("smith", "ANN", "100%", "_", "öz", "jones smith"))):
            if values and chance.random() < 0.3:
                query[name] = value = chance.choice(values)
                rows = [each for each in rows if _fits(each, name, value)]
        self.compare("/matters", query, rows, lambda each: (
            each.created_at if sort == "created_at" else _key(each.title), each.id), chance)

        rows, query = list(books.clients.values()), {"order": order}
        if chance.random() < 0.5:
            query["search"] = word = chance.choice(("ana", "álv", "@example", "bob"))
            rows = [each for each in rows
                    if word in f"{each.first_name} {each.last_name} {each.email or ''}".casefold()]
        self.compare("/clients", query, rows, lambda each: (each.created_at, each.id), chance)

        rows, query = list(books.documents.values()), {"order": order}
        if chance.random() < 0.5:
            query["status"] = chance.choice(("pending", "uploaded", "approved", "rejected"))
            rows = [each for each in rows if each.status == query["status"]]
        if chance.random() < 0.5:
            query["required"] = chance.choice(("true", "false"))
            rows = [each for each in rows if each.required == (query["required"] == "true")]
        if chance.random() < 0.3 and books.matters:
            query["matter_id"] = chance.choice(sorted(books.matters))
            rows = [each for each in rows if each.matter == query["matter_id"]]
        if chance.random() < 0.3:
            query["practice_area"] = chance.choice(AREAS)
            rows = [each for each in rows if books.matters[each.matter].practice_area == query["practice_area"]]
        if chance.random() < 0.3:
            query["overdue"] = chance.choice(("true", "false"))
            rows = [each for each in rows if self._is_overdue(each) == (query["overdue"] == "true")]
        self.compare("/documents", query, rows, lambda each: (each.created_at, each.id), chance)

        rows, query = books.confirmed(), {"order": order}
        if chance.random() < 0.5:
            query["status"] = chance.choice(("pending", "approved", "rejected"))
            rows = [each for each in rows if each.status == query["status"]]
        self.compare("/uploads", query, rows, lambda each: (each.uploaded_at, each.id), chance)

        rows, query = list(books.deadlines.values()), {"order": order}
        if chance.random() < 0.5:
            query["due_before"] = chance.choice(DATES)
            rows = [each for each in rows if each.due_date < query["due_before"]]
        self.compare("/deadlines", query, rows, lambda each: (each.due_date, each.id), chance, order="asc")

    def _is_overdue(self, document):
        matter = self.books.matters[document.matter]
        is_past = any(each.matter == matter.id and not each.completed and each.due_date == PAST
                      for each in self.books.deadlines.values())
        return (document.required and document.status in ("pending", "rejected") and matter.status == "active"
                and is_past)

    def compare(self, path, query, rows, key, chance, order="desc"):
        rows = [each.id for each in sorted(rows, key=key, reverse=query.get("order", order) == "desc")]
        size = chance.choice((1, 2, 3, 100))
        found, page, cursor = [], 1, None
        by_cursor = chance.random() < 0.5
        while True:
            place = {"cursor": cursor} if cursor else {"page": page}
            answer = self.api.get(path, query_string=query | {"per_page": size} | place)
            assert answer.status_code == 200, answer.text
            self.calls += 1
            found += [each["id"] for each in answer.json["data"]]
            paging = answer.json["pagination"]
            assert (paging["total"], paging["per_page"]) == (len(rows), size), (path, query, answer.json, rows)
            assert paging["has_more"] == (len(found) < len(rows)), (path, query, answer.json, rows)
            if not paging["has_more"]:
                break
            page, cursor = page + 1, paging.get("next_cursor") if by_cursor else None
        assert found == rows, (path, query, found, rows)

    @rule()
    def check_everything(self):
        books = self.books
        for matter in books.matters.values():
            shown = self.call("GET", f"/matters/{matter.id}")
            documents = books.documents_of(matter.id)
            assert (shown["title"], shown["status"], shown["practice_area"], shown.get("client_id"),
                    shown["intake_link"], shown["documents_count"], shown["documents_complete"],
                    shown["next_deadline"]) == (
                matter.title, matter.status, matter.practice_area, matter.client, matter.link and matter.link["url"],
                len(documents), sum(each.status == "approved" for each in documents), books.next_deadline(matter.id))
            listed = self.call("GET", f"/matters/{matter.id}/documents?per_page=100")
            assert {each["id"]: (each["status"], each["upload"] and each["upload"]["id"]) for each in listed} == {
                each.id: (each.status, each.upload) for each in documents}
        for client in books.clients.values():
            shown = self.call("GET", f"/clients/{client.id}")
            own = {each.id for each in books.matters.values() if each.client == client.id}
            assert (shown["email"], shown["last_name"], shown["matters_count"],
                    {each["id"] for each in shown["matters"]}) == (
                client.email, client.last_name, len(own), own)
        for webhook in books.webhooks.values():
            delivered = Event.of(self.firm, Event.type, Event.data).join(
                Delivery, on=(Delivery.event_id == Event.id)).where(Delivery.webhook_id == webhook.id)
            assert Counter((type, _about(type, data)) for type, data in delivered.tuples()) == Counter(webhook.due)
        for path in books.gone[-3:]:
            answer = self.api.get(path)
            assert answer.status_code == 404, (path, answer.text)
        usage = self.call("GET", "/firms/usage")["usage"]
        statuses = Counter(each.status for each in books.matters.values())
        assert (usage["matters"], usage["clients"]["total"], usage["users"]["total"]) == (
            {"total": len(books.matters), "active": statuses["active"], "archived": statuses["archived"]},
            len(books.clients), len(books.users) + len(books.invitations)), usage
        stored = sum(each.size for each in books.confirmed())
        assert abs(usage["documents"]["storage_used_gb"] * 1024**3 - stored) < 2, (usage, stored)
        users = self.call("GET", "/firms/users?per_page=100")
        assert {each["id"]: (each["role"], each["status"]) for each in users} == {
            **{id: (each["role"], each["status"]) for id, each in books.users.items()},
            **{id: (each["role"], "pending") for id, each in books.invitations.items()}}


def _about(type, data):
    """Return the id of the record that an event is about."""
    kind = type.partition(".")[0]
    return data["upload"]["id"] if kind == "document" else data["link"]["id"] if kind == "intake" else data["id"]


def _key(title):
    return " ".join(title.casefold().split())


def _fits(matter, name, value):
    if name == "search":
        return all(word in _key(matter.title) for word in value.casefold().split())
    if name == "status":
        return value in ("all", matter.status)
    return value == getattr(matter, {"client_id": "client"}.get(name, name))
