"""A firm with a record of every kind, and for every endpoint a request that succeeds.

Records are made through the API from the examples of `tables/bodies.py`: of all that a request may carry in a full
world, only of what it must in a sparse one. A new kind of record needs a line in `MADE_BY`, if that.
"""

import re
from functools import cached_property
from itertools import count

import requests

from intake.accounts.access.actions import create_key
from intake.accounts.firms.actions import register
from intake.accounts.permissions.scopes import SCOPES
from intake.accounts.users.actions import add as add_user
from intake.cases.intake_forms.actions import ensure_form, save
from intake.core.clock import now
from intake.engine.events.models import Event
from intake.integrations.webhooks.models import Delivery, Webhook
from intake.messaging.communications.models import Communication
from intake.messaging.notifications.models import Notification
from tests.builders import ANSWERS as ANSWERED
from tests.builders import PDF, PNG, a_matter, a_template, an_intake_link
from tests.contract.tables.answers import ANSWERS
from tests.contract.tables.bodies import BODIES, REQUIRED
from tests.contract.tables.queries import ALWAYS
from tests.stand_ins.twilio import Twilio, bring, sending_with

from . import applications, platforms
from .receiver import listening

MADE_BY = {
    "client_id": "POST /clients",
    "matter_id": "POST /matters",
    "document_id": "POST /matters/:id/documents/request",
    "deadline_id": "POST /matters/:id/deadlines",
    "webhook_id": "POST /webhooks",
    "template_id": "POST /matter-templates",
    "invitation_id": "POST /firms/users",
    "api_key_id": "POST /firms/api-keys",
    "oauth_client_id": "POST /oauth-clients",
}
"""The endpoint that makes the record a path parameter names; `World` has a method for each of the others."""

BROUGHT = {
    "POST /communications/twilio/status": ("/status", {"MessageSid": "SM1", "MessageStatus": "sent"}),
    "POST /communications/twilio/inbound": ("/inbound", {"MessageSid": "SM2", "From": "+15185550199", "Body": "Hello"}),
}
"""What Twilio calls, with its signature."""

PREFIX = "/api/v1"
_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
_number = count(1)


def rules(app):
    """Every route as the tables call it: `{"GET /matters/:id": rule}`."""
    return {f"{method} {_PARAMETER.sub(':id', rule.rule).removeprefix(PREFIX)}": rule
            for rule in app.url_map.iter_rules() for method in rule.methods - {"HEAD", "OPTIONS"}}


class Dossier(dict):
    """Ids by path parameter. Asked for one that could not be made, it says why; the others are not concerned."""

    def __init__(self):
        super().__init__()
        self.failures = {}

    def __missing__(self, name):
        raise LookupError(self.failures.get(
            name, f"A route takes <{name}>, and nothing says how such a record is made: name the endpoint that makes "
                  f"it in MADE_BY of tests/contract/world.py, or write a method World._{name} there."))


class World:
    """A firm of its own, with a program that calls the API for it."""

    def __init__(self, app, full=True, name="Smith & Partners", plan="enterprise"):
        self.app, self.full = app, full
        self.firm = register(name, "office@smith.example.com", plan=plan)
        self.rules = rules(app)
        self.received = []
        self._answers = {}
        self.renew_key()

    def key(self, *scopes):
        """A new key of the firm with these scopes, with all if none is named."""
        return create_key(self.firm, "contract", scopes or SCOPES)[1]

    def renew_key(self):
        """From now on the program calls with a key whose requests nobody has counted yet."""
        self._key = self.key()

    @cached_property
    def dossier(self):
        """An id for every path parameter there is. The records belong to one client and one matter."""
        ids = self.__dict__["dossier"] = Dossier()  # what is made later may belong to what is there already
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
        # Now, before any test adds its own records.
        self._answers |= {call: self.send(call) for call in ANSWERS if call.startswith("GET") and call in self.rules}
        return ids

    def fresh(self, name):
        """The id of a new record of the kind that the path parameter `name` stands for."""
        if maker := getattr(self, f"_{name}", None):
            return maker()
        if name not in MADE_BY:
            return self.dossier[name]  # which says what to do
        parents = {parent: self.dossier[parent] for parent in self.parameters(MADE_BY[name])}
        return self.succeed(MADE_BY[name], arguments=parents).json["data"]["id"]

    def parameters(self, call):
        """The names of the call's path parameters."""
        return _PARAMETER.findall(self.rules[call].rule)

    def arguments(self, call):
        """Path arguments with which the call succeeds; what happens only once gets a record of its own."""
        if call == "POST /firms/logo/confirm":
            self.arrived_logo()
        names = self.parameters(call)
        prepared = {"POST /uploads/:id/confirm": self.arrived_upload, "PATCH /uploads/:id/status": self.pending_upload,
                    "POST /webhooks/:id/test": self.listening_webhook,
                    "POST /matters/:id/communications": self.matter_with_client,
                    "POST /matters/:id/intake-link": self.matter_with_client,
                    "GET /matters/:id/intake-link": self.matter_with_link,
                    "DELETE /matters/:id/intake-link": self.matter_with_link}.get(call)
        if names and (prepared or call.startswith(("POST", "DELETE"))):
            last = prepared() if prepared else self.fresh(names[-1])
            return {name: self.dossier[name] for name in names[:-1]} | {names[-1]: last}
        return {name: self.dossier[name] for name in names}

    def path(self, call, arguments):
        """The address of the call with these path arguments."""
        return _PARAMETER.sub(lambda name: str(arguments[name[1]]), self.rules[call].rule)

    def body(self, call):
        """A body with which the call succeeds, None if it takes none."""
        if call in platforms.BODIES:
            return platforms.BODIES[call](self)
        rows = BODIES.get(call, ())
        chosen = {row.name: self.filled(row.example) for row in rows if self.full or row.need == REQUIRED}
        return chosen if rows else None

    def filled(self, example):
        """The example with the ids and the number that it asks for."""
        if not isinstance(example, str) or "{" not in example:
            return example
        return re.sub(r"{(\w+)}", lambda kind: str(next(_number)) if kind[1] == "number"
                      else self.dossier[f"{kind[1]}_id"], example)

    def call(self, method, path, key=..., headers=None, **options):
        """The response to any request, with the firm's key unless another one, or None, is given."""
        key = self._key if key is ... else key
        own = {"X-Api-Key": key} if key else {}
        # An address of its own, since failed authentications are counted by it, and a `g` of its own.
        address = {"REMOTE_ADDR": f"2001:db8:1::{next(_number):x}"}
        with self.app.app_context():
            return self.app.test_client().open(
                path, method=method, headers=own | (headers or {}), environ_overrides=address, **options)

    def send(self, call, arguments=None, body=..., query=None, **options):
        """The response to the call; whatever part of the request is not given is as in the example."""
        if call in BROUGHT:
            with Twilio() as twilio, sending_with(self.app, twilio):
                return bring(self.app, *BROUGHT[call])
        if call in applications.SENT:
            return applications.SENT[call](self)
        if platforms.AREA in call:
            with platforms.within_reach(self, call):
                sent = platforms.SENT.get(call)
                return sent(self) if sent else self._sent(call, arguments, body, query, options)
        return self._sent(call, arguments, body, query, options)

    def _sent(self, call, arguments, body, query, options):
        path = self.path(call, self.arguments(call) if arguments is None else arguments)
        return self.call(call.split()[0], path, json=self.body(call) if body is ... else body,
                         query_string=ALWAYS.get(call, {}) | (query or {}), **options)

    def succeed(self, call, **request):
        """`send`, for what has to work."""
        response = self.send(call, **request)
        assert response.status_code < 400, f"{call} answers {response.status_code}: {response.text}"
        return response

    def answer(self, call):
        """What the example of the call answers; asked once, a GET as soon as the dossier is complete."""
        assert self.dossier
        if call not in self._answers:
            self._answers[call] = self.send(call)
        response = self._answers[call]
        assert response.status_code < 400, f"{call} answers {response.status_code}: {response.text}"
        return response.json

    def issued_upload(self, document_id=None):
        """What signed-url answers for a file of the document."""
        body = {"document_id": document_id or self.fresh("document_id"), "filename": "police-report.pdf",
                "content_type": "application/pdf", "file_size_bytes": len(PDF)}
        return self.succeed("POST /uploads/signed-url", body=body).json["data"]

    def arrived_upload(self, document_id=None):
        """The id of an upload whose file lies in storage, not yet confirmed."""
        issued = self.issued_upload(document_id)
        put = requests.put(issued["upload_url"], PDF, headers={"Content-Type": "application/pdf"}, timeout=10)
        put.raise_for_status()
        return issued["upload_id"]

    def pending_upload(self, document_id=None):
        """The id of an upload that is confirmed and waits for its review."""
        arguments = {"upload_id": self.arrived_upload(document_id)}
        return self.succeed("POST /uploads/:id/confirm", arguments=arguments).json["data"]["id"]

    def matter_with_client(self):
        """The id of a matter whose client has an e-mail address."""
        [email] = [self.filled(row.example) for row in BODIES["POST /clients"] if row.name == "email"]
        client = self.succeed("POST /clients", body=self.body("POST /clients") | {"email": email}).json["data"]["id"]
        body = self.body("POST /matters") | {"client_id": client}
        return self.succeed("POST /matters", body=body).json["data"]["id"]

    def matter_with_link(self):
        """The id of a matter whose client was sent an intake link."""
        matter = self.matter_with_client()
        self.succeed("POST /matters/:id/intake-link", arguments={"matter_id": matter})
        return matter

    def answered_link(self):
        """An intake link whose client has filled in the form and not handed it in yet; there is nothing else to do."""
        template = a_template(self.firm)
        matter = a_matter(self.firm, client_id=self.dossier["client_id"], intake_template_id=template.id)
        link = an_intake_link(self.firm, matter)
        save(ensure_form(matter), ANSWERED, {})
        return link

    def arrived_logo(self):
        """A picture lies in storage, not yet the firm's logo."""
        url = self.succeed("POST /firms/logo").json["data"]["upload_url"]
        requests.put(url, PNG, headers={"Content-Type": "image/png"}, timeout=10).raise_for_status()

    def _user_id(self):
        name = "Maya" if self.full else None
        with self.app.app_context():
            user = add_user(self.firm, f"member.{next(_number)}.{self.firm.slug}@example.com", "paralegal")
            user.change(first_name=name, last_name=name)
        return user.id

    def _upload_id(self):
        # The full dossier's document has a file; the sparse one's has none, its file belongs to another document.
        in_dossier = self.full and "upload_id" not in self.dossier
        return self.pending_upload(self.dossier["document_id"] if in_dossier else None)

    def listening_webhook(self):
        """The id of an endpoint that answers, once; what it is sent is appended to `received`."""
        url = listening(self.received)
        body = self.body("POST /webhooks") | {"url": url}
        return self.succeed("POST /webhooks", arguments={}, body=body).json["data"]["id"]

    def _notification_id(self):
        return Notification.create(
            firm_id=self.firm.id, type="document_uploaded", occasion=f"example {next(_number)}",
            message="“Police report” was uploaded.", data={"matter_id": self.dossier["matter_id"]},
            awaits_alert=False).id

    def _oauth_consent_id(self):
        with self.app.app_context():
            return applications.a_consent(self)

    def _delivery_id(self):
        event = Event.create(firm_id=self.firm.id, type="matter.created", data={}, relayed_at=now())
        return Delivery.create(firm_id=self.firm.id, webhook_id=self.dossier["webhook_id"], event_id=event.id,
                               status="delivered", due_at=now(), delivered_at=now()).id

    def retire(self):
        """No worker that another test starts finds anything to send for this firm."""
        Webhook.delete().where(Webhook.firm_id == self.firm.id).execute()
