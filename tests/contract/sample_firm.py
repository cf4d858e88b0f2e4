"""A firm with a record of every kind, and for every endpoint a request that succeeds.

Records are created through the API from the examples of `tables/bodies.py`: with every field in a full sample, with
only the required fields in a sparse one. A new kind of record needs at most a line in `MADE_BY`.
"""

import re
from datetime import date, timedelta
from functools import cache, cached_property
from itertools import count
from uuid import uuid4

import requests
from flask import Flask

from intake.accounts.access.actions import create_key
from intake.accounts.firms.actions import register
from intake.accounts.firms.models import Firm
from intake.accounts.permissions.scopes import SCOPES
from intake.accounts.sessions.models import Session
from intake.accounts.users.actions import add as add_user
from intake.blueprints import BLUEPRINTS
from intake.cases.court_forms.actions import save_mapping
from intake.cases.court_forms.fills import start as start_fill
from intake.cases.court_forms.jobs import fill_court_form
from intake.cases.intake_forms.actions import ensure_form, save
from intake.cases.matters.models import Matter
from intake.console.reports.models import Report, ReportSchedule
from intake.core.clock import now
from intake.core.http import contract_of
from intake.engine.events.models import Event
from intake.integrations.webhooks.models import Delivery, Webhook
from intake.messaging.communications.models import Communication
from intake.messaging.notifications.models import Notification
from intake.page_blueprints import PAGE_BLUEPRINTS
from intake.portal.links.completion import submit_form
from intake.records.closing.actions import withdraw
from intake.records.closing.models import Closing
from intake.records.erasures.jobs import erase
from intake.records.exports.models import Export
from intake.records.retention.models import RetentionSchedule
from tests.builders import ANSWERS as ANSWERED
from tests.builders import PDF, PNG, a_court_form, a_matter, a_template, an_intake_link, read_petition
from tests.callers import new_address
from tests.contract.tables.answers import ANSWERS, SHOWING_MORE
from tests.contract.tables.bodies import BODIES, REQUIRED
from tests.contract.tables.queries import ALWAYS
from tests.stand_ins.court_form import court_form
from tests.stand_ins.mail_server import post_mail, receiving_mail
from tests.stand_ins.receiver import Receiver
from tests.stand_ins.twilio import Twilio, post_as_twilio, sending_with

from . import billing, oauth_requests, platforms

MADE_BY = {
    "client_id": "POST /clients",
    "matter_id": "POST /matters",
    "document_id": "POST /matters/:id/documents/request",
    "reason_id": "POST /review-reasons",
    "legal_hold_id": "POST /legal-holds",
    "letter_template_id": "POST /letter-templates",
    "view_id": "POST /views",
    "report_schedule_id": "POST /reports/schedules",
    "lead_id": "POST /leads",
    "note_id": "POST /matters/:id/notes",
    "party_id": "POST /matters/:id/parties",
    "erasure_id": "POST /erasures",
    "privacy_request_id": "POST /privacy-requests",
    "deadline_id": "POST /matters/:id/deadlines",
    "webhook_id": "POST /webhooks",
    "template_id": "POST /matter-templates",
    "invitation_id": "POST /firms/users",
    "api_key_id": "POST /firms/api-keys",
    "oauth_client_id": "POST /oauth-clients",
}
"""By path parameter, the endpoint that creates its record; `SampleFirm` has a method for each other parameter."""

SENT_BY_TWILIO = {
    "POST /communications/twilio/status": ("/status", {"MessageSid": "SM1", "MessageStatus": "sent"}),
    "POST /communications/twilio/inbound": ("/inbound", {"MessageSid": "SM2", "From": "+15185550199", "Body": "Hello"}),
}
"""Calls that Twilio makes, with its signature: path and form."""

RECEIVED_BY_MAIL = "POST /communications/mail/inbound"

PREFIX = "/api/v1"
_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
_number = count(1)
CALLS_OF_A_KEY = 900
"""The number of calls after which a sample firm gets a new key: fewer than a key may make in a minute."""


@cache
def rules(app):
    """Return every route by its name in the tables: `{"GET /matters/:id": rule}`.

    A page whose path the API has too is named `"GET /clients (page)"`.
    """
    by_path = {f"{method} {_PARAMETER.sub(':id', rule.rule)}": rule
               for rule in app.url_map.iter_rules() for method in rule.methods - {"HEAD", "OPTIONS"}}
    pages = {call for call in by_path if call.replace(" ", f" {PREFIX}", 1) in by_path}
    return {f"{call} (page)" if call in pages else call.replace(f" {PREFIX}/", " /", 1): rule
            for call, rule in by_path.items()}


@cache
def contracts():
    """Return the contract of every route by its name in the tables, and the rules, without the fixture `app`."""
    app = Flask("routes", static_folder=None)
    for blueprint, prefix in BLUEPRINTS + PAGE_BLUEPRINTS:
        app.register_blueprint(blueprint, url_prefix=prefix)
    return {call: contract_of(app.view_functions[rule.endpoint]) for call, rule in rules(app).items()}, rules(app)


@cache
def receiver():
    """A receiver of webhooks, running until the tests end."""
    return Receiver().__enter__()


class RecordIds(dict):
    """Ids by path parameter. A lookup raises `LookupError` with the reason if the record could not be created."""

    def __init__(self):
        super().__init__()
        self.failures = {}

    def __missing__(self, name):
        raise LookupError(self.failures.get(
            name, f"A route takes <{name}>, and no endpoint is known that makes such a record: name it in MADE_BY of "
                  f"tests/contract/sample_firm.py, or write a method SampleFirm._{name} there."))


class SampleFirm:
    """A new firm, and a client of the API that calls with its key."""

    def __init__(self, app, full=True, name="Smith & Partners", plan="enterprise"):
        self.app, self.full = app, full
        self.firm = register(name, "office@smith.example.com", plan=plan)
        self.rules = rules(app)
        self._responses, self.given = {}, {}
        self.renew_key()

    def key(self, *scopes):
        """Return a new key of the firm with these scopes; with all if none is given."""
        return create_key(self.firm, "contract", scopes or SCOPES)[1]

    def renew_key(self):
        """Use a new key from now on, whose rate limit is unused."""
        self._key, self._calls = self.key(), count(1)

    @property
    def key_text(self):
        """The text of the key that it calls with."""
        return self._key

    @cached_property
    def ids(self):
        """Return an id for every path parameter. The records belong to one client and one matter."""
        ids = self.__dict__["ids"] = RecordIds()  # a later record may belong to an earlier one
        wanted = {name for rule in self.rules.values() for name in _PARAMETER.findall(rule.rule)}
        for name in [*(name for name in MADE_BY if name in wanted), *sorted(wanted - MADE_BY.keys())]:
            if name in MADE_BY or hasattr(self, f"_{name}"):
                try:
                    ids[name] = self.fresh(name)
                except AssertionError as refusal:
                    ids.failures[name] = str(refusal)
        Communication.create(
            firm_id=self.firm.id, matter_id=ids["matter_id"], channel="sms", direction="outbound", to="+15185550142",
            message="Please upload the police report.", status="delivered", sent_at=now() if self.full else None)
        if self.full:
            self.succeed("PATCH /firms/settings", arguments={})
        # Before any test adds records of its own.
        for call in ANSWERS:
            if call.startswith("GET") and call in self.rules:
                self.response(call)
        return ids

    def fresh(self, name):
        """Return the id of a new record of the kind that the path parameter `name` refers to."""
        if maker := getattr(self, f"_{name}", None):
            with self.app.app_context():
                return maker()
        if name not in MADE_BY:
            return self.ids[name]  # raises with the reason
        parents = {parent: self.ids[parent] for parent in self.parameters(MADE_BY[name])}
        return self.succeed(MADE_BY[name], arguments=parents).json["data"]["id"]

    def parameters(self, call):
        """Return the names of the call's path parameters."""
        return _PARAMETER.findall(self.rules[call].rule)

    def arguments(self, call):
        """Return path arguments with which the call succeeds; a call that succeeds only once gets a new record."""
        if billing.AREA in call:
            billing.prepare(self, call)
        if call == "POST /firms/logo/confirm":
            self.arrived_logo()
        if call == "DELETE /firms/logo":
            self.succeed("POST /firms/logo/confirm")
        if call == "POST /matters/:id/communications/:id/retry":
            return self.failed_message()
        if call in ("POST /exports", "POST /firms/closing"):
            Export.update(status="failed").where(Export.firm_id == self.firm.id, Export.status == "pending").execute()
        if call.startswith("POST /reports"):  # a firm may have only a limited number
            Report.update(status="failed").where(Report.firm_id == self.firm.id, Report.status == "pending").execute()
            ReportSchedule.delete().where(ReportSchedule.firm_id == self.firm.id,
                                          ReportSchedule.id != self.ids["report_schedule_id"]).execute()
        if call == "DELETE /firms/closing" and Closing.current(self.firm) is None:
            Closing.create(firm_id=self.firm.id, paused={"webhooks": [], "integrations": []}, erase_at=now())
        if "/retention-schedules" in call and not call.startswith("GET"):
            RetentionSchedule.delete().where(  # a practice area has only one
                RetentionSchedule.firm_id == self.firm.id,
                RetentionSchedule.id != self.ids["retention_schedule_id"]).execute()
            RetentionSchedule.update(practice_area="other").where(
                RetentionSchedule.id == self.ids["retention_schedule_id"]).execute()
        names = self.parameters(call)
        prepared = {"POST /uploads/:id/confirm": self.arrived_upload, "PATCH /uploads/:id/status": self.pending_upload,
                    "POST /uploads/:id/reopen": self.rejected_upload,
                    "POST /court-forms/:id/confirm": self.arrived_form,
                    "POST /matters/:id/court-forms/fills/:id/ask": self.lacking_fill,
                    "GET /matters/:id/letters/:id/verify": self.sent_letter,
                    "GET /matters/:id/letters/:id/file": self.sent_letter,
                    "POST /webhooks/:id/test": self.listening_webhook,
                    "GET /erasures/:id/certificate": self.finished_erasure,
                    "GET /erasures/:id/certificate.pdf": self.finished_erasure,
                    "POST /clients/:id/merge/undo": self.merged_client,
                    "POST /leads/:id/convert": self.cleared_lead,
                    "POST /leads/:id/facts-link": self.cleared_lead,
                    "POST /matters/:id/communications": self.matter_with_client,
                    "POST /matters/:id/intake-form/corrections": self.matter_with_answers,
                    "POST /matters/:id/intake-link": self.matter_with_client,
                    "GET /matters/:id/intake-link": self.linked_matter,
                    "PATCH /matters/:id/intake-link": self.linked_matter,
                    "DELETE /matters/:id/intake-link": self.matter_with_link}.get(call)
        if names and (prepared or call.startswith(("POST", "DELETE"))):
            last = prepared() if prepared else self.fresh(names[-1])
            return {name: self.ids[name] for name in names[:-1]} | {names[-1]: last}
        return {name: self.ids[name] for name in names}

    def path(self, call, arguments):
        """Return the path of the call with these arguments."""
        return _PARAMETER.sub(lambda name: str(arguments[name[1]]), self.rules[call].rule)

    def body(self, call):
        """Return a body with which the call succeeds; None if it takes none."""
        if call in platforms.BODIES:
            return platforms.BODIES[call](self)
        rows = BODIES.get(call, ())
        chosen = {row.name: self.filled(row.example) for row in rows if self.full or row.need == REQUIRED}
        if call == "POST /privacy-requests":  # a client has only one of each kind
            return chosen | {"client_id": self.fresh("client_id"), "verification": "Called back.",
                             "received_on": str((now() - timedelta(days=1)).date())}
        if call == "POST /erasures":
            return {"matter_id": self.fresh("matter_id"), "reason": chosen["reason"]}
        if call == "POST /retention-schedules/due":
            return chosen or {"matter_ids": [self.ids["matter_id"]]}
        if call == "POST /firms/closing":
            return {"name": Firm.fetch(self.firm.id).name}
        return chosen if rows else None

    def filled(self, example):
        """Return the example with its placeholders replaced by ids and a new number."""
        if not isinstance(example, str) or "{" not in example:
            return example
        return re.sub(r"{(\w+)}", lambda kind: str(next(_number)) if kind[1] == "number"
                      else self.ids[f"{kind[1]}_id"], example)

    def call(self, method, path, key=..., headers=None, **options):
        """Return the response to any request, with the firm's key unless another one, or None, is given."""
        if key is ...:
            if next(self._calls) == CALLS_OF_A_KEY:
                self.renew_key()
            key = self._key
        own, address = {"X-Api-Key": key} if key else {}, {"REMOTE_ADDR": new_address()}
        with self.app.app_context():  # a new `g`
            return self.app.test_client().open(
                path, method=method, headers=own | (headers or {}), environ_overrides=address, **options)

    def send(self, call, arguments=None, body=..., query=None, **options):
        """Return the response to the call; the parts of the request that are not given are taken from the example."""
        if call in SENT_BY_TWILIO:
            with Twilio() as twilio, sending_with(self.app, twilio):
                return post_as_twilio(self.app, *SENT_BY_TWILIO[call])
        if call == RECEIVED_BY_MAIL:
            with receiving_mail(self.app):
                return post_mail(self.app, b"From: ana@example.com\n\nHello")
        if call in oauth_requests.REQUESTS:
            return oauth_requests.REQUESTS[call](self)
        if billing.AREA in call:
            with billing.within_reach(self):
                sent = billing.SENT.get(call)
                return sent(self) if sent else self._sent(call, arguments, body, query, options)
        if platforms.AREA in call:
            with platforms.within_reach(self, call):
                sent = platforms.SENT.get(call)
                return sent(self) if sent else self._sent(call, arguments, body, query, options)
        return self._sent(call, arguments, body, query, options)

    def _sent(self, call, arguments, body, query, options):
        path = self.path(call, self.arguments(call) if arguments is None else arguments)
        response = self.call(call.split()[0], path, json=self.body(call) if body is ... else body,
                             query_string=ALWAYS.get(call, {}) | (query or {}), **options)
        if call == "POST /firms/closing" and response.status_code == 200:  # undone, for the other calls
            with self.app.app_context():
                withdraw(self.firm)
        return response

    def succeed(self, call, **request):
        """`send`, and check that the call succeeded."""
        response = self.send(call, **request)
        assert response.status_code < 400, f"{call} answers {response.status_code}: {response.text}"
        return response

    def response(self, call):
        """Return the response to the example of the call, whose body is `given[call]`. It is made once; a GET when
        `ids` is complete. The key has all scopes in a full sample and where more of them show more, otherwise only the
        one that the call needs.
        """
        assert self.ids
        if call not in self._responses:
            contract = contract_of(self.app.view_functions[self.rules[call].endpoint])
            keys = {} if self.full or call in SHOWING_MORE else self._keys
            self.given[call] = self.body(call)
            self._responses[call] = self.send(call, body=self.given[call], key=keys.get(contract.scope, ...))
        return self._responses[call]

    @cached_property
    def _keys(self):
        """A key for each scope alone."""
        return {scope: self.key(scope) for scope in SCOPES}

    def issued_upload(self, document_id=None):
        """Return the `data` of signed-url for a file of the document."""
        body = {"document_id": document_id or self.fresh("document_id"), "filename": "police-report.pdf",
                "content_type": "application/pdf", "file_size_bytes": len(PDF)}
        return self.succeed("POST /uploads/signed-url", body=body).json["data"]

    def arrived_upload(self, document_id=None):
        """Return the id of an upload whose file is in storage and not confirmed yet."""
        issued = self.issued_upload(document_id)
        put = requests.put(issued["upload_url"], PDF, headers={"Content-Type": "application/pdf"}, timeout=10)
        put.raise_for_status()
        return issued["upload_id"]

    def pending_upload(self, document_id=None):
        """Return the id of a confirmed upload that waits for its review."""
        arguments = {"upload_id": self.arrived_upload(document_id)}
        return self.succeed("POST /uploads/:id/confirm", arguments=arguments).json["data"]["id"]

    def rejected_upload(self):
        """Return the id of an upload that was rejected."""
        upload_id = self.pending_upload()
        self.succeed("PATCH /uploads/:id/status", arguments={"upload_id": upload_id}, body={"status": "rejected"})
        return upload_id

    def arrived_form(self):
        """Return the id of a form whose file is in storage and not confirmed yet."""
        issued = self.succeed("POST /court-forms").json["data"]
        requests.put(issued["upload"]["upload_url"], court_form(), headers=issued["upload"]["fields"],
                     timeout=10).raise_for_status()
        return issued["id"]

    def _form_id(self):
        form_id = self.arrived_form()
        self.succeed("POST /court-forms/:id/confirm", arguments={"form_id": form_id})
        with self.app.app_context():
            read_petition(self.firm, form_id)
        return form_id

    def lacking_fill(self):
        """Return the id of a filled-in form that lacks an answer, in the matter of `ids`, which has a client."""
        client = self.matter_with_client()
        with self.app.app_context():
            ours = Matter.fetch(self.firm, self.ids["matter_id"])
            ours.change(client=Matter.fetch(self.firm, client).client_id)
            fill = start_fill(self.firm, ours.id, self._lacking_form)
            fill_court_form(self.firm.id, fill.id)
        return fill.id

    @cached_property
    def _lacking_form(self):
        """The id of a form that asks for an answer that is never given."""
        form = a_court_form(self.firm)
        save_mapping(self.firm, form.id, {"about": "answers.further_facts"})
        return form.id

    _fill_id = lacking_fill

    def finished_erasure(self):
        """Return the id of an erasure that is done."""
        arguments = {"erasure_id": self.fresh("erasure_id")}
        self.succeed("POST /erasures/:id/confirm", arguments=arguments)
        with self.app.app_context():
            erase(self.firm.id, arguments["erasure_id"])
            self.ids |= {"report_id": self._report_id(), "export_id": self._export_id()}  # the erasure removed it
        return arguments["erasure_id"]

    def _letter_id(self):
        arguments = {"matter_id": self.ids["matter_id"]}
        return self.succeed("POST /matters/:id/letters", arguments=arguments).json["data"]["id"]

    def sent_letter(self):
        """Return the id of a letter of the matter of `ids` that was sent."""
        arguments = {"matter_id": self.ids["matter_id"], "letter_id": self.fresh("letter_id")}
        return self.succeed("POST /matters/:id/letters/:id/send", arguments=arguments).json["data"]["id"]

    def merged_client(self):
        """Return the id of a client who was merged into another one."""
        merged = self.fresh("client_id")
        self.succeed("POST /clients/:id/merge", arguments={"client_id": merged})
        return merged

    def _conflict_check_id(self):
        """Return the id of an undecided check of the matter of `ids` that found the party of a lead."""
        body = self.body("POST /conflict-checks") | {"matter_id": self.ids["matter_id"]}
        return self.succeed("POST /conflict-checks", body=body).json["data"]["id"]

    def cleared_lead(self):
        """Return the id of a lead who may become a client."""
        contact = {"first_name": uuid4().hex, "last_name": uuid4().hex, "email": f"{uuid4().hex}@example.com"}
        lead = self.succeed("POST /leads", body=self.body("POST /leads") | {"contact": contact}).json["data"]["id"]
        self.succeed("PATCH /leads/:id", arguments={"lead_id": lead}, body={"status": "cleared"})
        return lead

    def matter_with_client(self):
        """Return the id of a matter whose client has an e-mail address."""
        [email] = [self.filled(row.example) for row in BODIES["POST /clients"] if row.name == "email"]
        client = self.succeed("POST /clients", body=self.body("POST /clients") | {"email": email}).json["data"]["id"]
        body = self.body("POST /matters") | {"client_id": client}
        return self.succeed("POST /matters", body=body).json["data"]["id"]

    def matter_with_link(self):
        """Return the id of a matter whose client was sent an intake link."""
        matter = self.matter_with_client()
        self.succeed("POST /matters/:id/intake-link", arguments={"matter_id": matter})
        return matter

    def failed_message(self):
        """Return the path arguments of a message that failed and can be sent now."""
        matter = self.matter_with_client()
        return {"matter_id": matter, "communication_id": self._message(matter, "failed").id}

    def linked_matter(self):
        """Return the id of the matter whose link is read and extended, always the same one."""
        if "linked" not in self.__dict__:
            self.linked = self.matter_with_link()
        return self.linked

    def matter_with_answers(self):
        """Return the id of a matter whose client has submitted the form."""
        with self.app.app_context():
            link = self.answered_link()
            submit_form(link, ensure_form(link.matter))
        return link.matter_id

    def answered_link(self):
        """Return an intake link with a filled-in form that is not submitted yet, and without a checklist."""
        template = a_template(self.firm)
        matter = a_matter(self.firm, client_id=self.ids["client_id"], intake_template_id=template.id)
        link = an_intake_link(self.firm, matter)
        save(ensure_form(matter), ANSWERED, {})
        return link

    def arrived_logo(self):
        """Put a picture into storage that is not confirmed as the firm's logo yet."""
        url = self.succeed("POST /firms/logo").json["data"]["upload_url"]
        requests.put(url, PNG, headers={"Content-Type": "image/png"}, timeout=10).raise_for_status()

    def _retention_schedule_id(self):
        if not RetentionSchedule.of(self.firm).exists():  # something is due
            client_id, then = self.ids["client_id"] if self.full else None, now() - timedelta(days=3000)
            with self.app.app_context():
                matter = a_matter(self.firm, practice_area="other", client_id=client_id)
            matter.change(status="closed", closed_at=then, created_at=then)
        taken = set(RetentionSchedule.of(self.firm, RetentionSchedule.practice_area).scalars())
        area = next(each for each in ("other", "business") if each not in taken)
        return RetentionSchedule.create(firm_id=self.firm.id, name="Closed", practice_area=area, notice=False, years=7,
                                        minor_years=7 if self.full else None).id

    def _report_id(self):
        ready = {"status": "ready", "progress": 100, "rows": 3, "size_bytes": 250, "ready_at": now(),
                 "first_day": date(2026, 1, 1), "last_day": date(2026, 12, 31),
                 "storage_key": f"reports/{next(_number)}"} if self.full else {}
        return Report.create(firm_id=self.firm.id, type="matters", format="csv", filters={"status": "active"},
                             language="en", **ready).id

    def _export_id(self):
        ready = {"status": "ready", "progress": 100, "files": 3, "size_bytes": 250, "ready_at": now(),
                 "client_id": self.ids["client_id"], "storage_key": f"exports/{next(_number)}"} if self.full else {}
        return Export.create(firm_id=self.firm.id, language="en", **ready).id

    def _user_id(self):
        name = "Maya" if self.full else None
        with self.app.app_context():
            user = add_user(self.firm, f"member.{next(_number)}.{self.firm.slug}@example.com", "paralegal")
            user.change(first_name=name, last_name=name)
            Session.create(firm_id=self.firm.id, user_id=user.id, token_digest=f"digest {next(_number)}", seen_at=now(),
                           expires_at=now() + timedelta(days=1), user_agent="Firefox, Linux", address="203.0.113.x")
        return user.id

    def _session_id(self):
        with self.app.app_context():
            return Session.of(self.firm).where(Session.user_id == self._user_id()).get().id

    def _communication_id(self):
        return self._message(self.ids["matter_id"], "queued", send_at=now() + timedelta(days=1)).id

    def _message(self, matter_id, status, **values):
        return Communication.create(firm_id=self.firm.id, matter_id=matter_id, channel="email", direction="outbound",
                                    to="ana@example.com", message="Hello", status=status, **values)

    def _template_version_id(self):
        arguments = {"template_id": self.ids["template_id"]}
        self.succeed("PATCH /matter-templates/:id", arguments=arguments,
                     body={"description": f"Version {next(_number)}"})
        rows = self.succeed("GET /matter-templates/:id/versions", arguments=arguments).json["data"]
        return rows[1]["id"]

    def _upload_id(self):
        # The upload belongs to the document of `ids` in a full sample, to another one in a sparse sample.
        for_known_document = self.full and "upload_id" not in self.ids
        return self.pending_upload(self.ids["document_id"] if for_known_document else None)

    def listening_webhook(self):
        """Return the id of an endpoint at the `receiver`."""
        body = self.body("POST /webhooks") | {"url": receiver().url("/hook")}
        return self.succeed("POST /webhooks", arguments={}, body=body).json["data"]["id"]

    def _notification_id(self):
        return Notification.create(
            firm_id=self.firm.id, type="document_uploaded", occasion=f"example {next(_number)}",
            message="“Police report” was uploaded.", data={"matter_id": self.ids["matter_id"]},
            awaits_alert=False).id

    def _oauth_consent_id(self):
        with self.app.app_context():
            return oauth_requests.a_consent(self)

    def _delivery_id(self):
        event = Event.create(firm_id=self.firm.id, type="matter.created", data={}, relayed_at=now())
        return Delivery.create(firm_id=self.firm.id, webhook_id=self.ids["webhook_id"], event_id=event.id,
                               status="delivered", due_at=now(), delivered_at=now()).id

    def retire(self):
        """Delete the firm's webhooks, so that the workers of other tests have nothing to deliver for it."""
        Webhook.delete().where(Webhook.firm_id == self.firm.id).execute()
