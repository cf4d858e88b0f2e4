"""How to trigger each error: functions that take a `SampleFirm` and a call and return the response."""

from functools import partial

import requests

from config.plans import PLANS
from intake.accounts.access.models import ApiKey, IdempotencyRecord
from intake.accounts.firms.actions import reinstate, suspend
from intake.accounts.oauth.tokens import AccessToken
from intake.accounts.permissions.scopes import SCOPES
from intake.accounts.users.actions import add as add_user
from intake.cases.documents.states import MEGABYTE
from intake.cases.uploads.models import Upload
from intake.cases.uploads.storage_used import StorageUsed
from intake.console.reports.states import MOST_SCHEDULES
from intake.core.clock import now
from intake.core.crypto import digest
from intake.core.ids import new_id
from intake.integrations.webhooks.models import Webhook
from intake.integrations.webhooks.states import MOST_WEBHOOKS
from intake.records.erasures.models import Erasure
from tests.contract.tables.endpoints import ENDPOINTS
from tests.contract.tables.queries import ALWAYS
from tests.stand_ins.clamd import scanning_at
from tests.stand_ins.mail_server import receiving_mail

from . import billing, platforms
from .oauth_requests import access_token
from .platforms import stand_ins
from .rate_limited_key import RateLimitedKey
from .sample_firm import SampleFirm

SCOPE_OF = {endpoint.call: endpoint.scope for endpoint in ENDPOINTS}


def _named(name, trigger, *arguments):
    """Return the trigger with its arguments, under the name that a test's id shows."""
    bound = partial(trigger, *arguments)
    bound.__name__ = name
    return bound


# Credentials


def key(text):
    return _named("such a key", lambda sample, call: sample.send(call, key=text))


def with_scopes(*scopes):
    return _named(f"a key with {' '.join(scopes)}", lambda sample, call: sample.send(call, key=sample.key(*scopes)))


def bearer(token):
    return _named("such a bearer token", lambda sample, call: sample.send(
        call, key=None, headers={"Authorization": f"Bearer {token}"}))


def expired_token(sample, call):
    text = access_token(sample)
    AccessToken.update(expires_at=now()).where(AccessToken.digest == digest(text)).execute()
    return bearer(text)(sample, call)


def role_without_permission(sample, call):
    """Call as a person whose token has the scope and whose role lacks the permission."""
    return bearer(access_token(sample, "paralegal"))(sample, call)


def without_key(sample, call):
    return sample.send(call, key=None)


def without_scope(sample, call):
    return sample.send(call, key=sample.key(*(SCOPES.keys() - {SCOPE_OF[call]})))


def wrong_secret(sample, call):
    text = sample.key()
    return sample.send(call, key=text[:-1] + ("a" if text[-1] != "a" else "b"))


def revoked_key(sample, call):
    text = sample.key()
    ApiKey.update(revoked_at=now()).where(ApiKey.public_part == text.split("_")[2]).execute()
    return sample.send(call, key=text)


def suspended_firm(sample, call):
    suspend(sample.firm.id)
    try:
        return sample.send(call)
    finally:
        reinstate(sample.firm.id)


def beyond_rate_limit(sample, call):
    limited = RateLimitedKey(sample.app, "standard")
    limited.count_up_to(PLANS["standard"].burst)
    return limited.send()


# Requests


def raw(data, content_type):
    return _named(f"{data.decode()} as {content_type}", lambda sample, call: sample.send(
        call, body=None, data=data, content_type=content_type))


def body(**wrong):
    name = " ".join(f"{field}={value}" for field, value in wrong.items())
    return _named(name, lambda sample, call: sample.send(call, body=sample.body(call) | wrong))


def without(name):
    """Make the call without this field of its body or this parameter of its query."""

    def trigger(sample, call):
        if name in ALWAYS.get(call, {}):
            return sample.call(call.split()[0], sample.path(call, {}))
        sent = sample.body(call)
        del sent[name]
        return sample.send(call, body=sent)

    return _named(f"without {name}", trigger)


def unknown_id(name):
    """Make the call with an unknown id in its path or body."""

    def trigger(sample, call):
        unknown = new_id(sample.ids[name].split("_")[0])
        if name in sample.parameters(call):
            known = {parameter: sample.ids[parameter] for parameter in sample.parameters(call)}
            return sample.send(call, arguments=known | {name: unknown})
        return sample.send(call, body=sample.body(call) | {name: unknown})

    return _named(f"unknown {name}", trigger)


def same_body_twice(sample, call):
    """Send the same body twice, for two records if the path has an id."""
    sent = sample.body(call)
    first, second = ({name: sample.fresh(name) for name in sample.parameters(call)} for _ in range(2))
    sample.succeed(call, arguments=first, body=sent)
    return sample.send(call, arguments=second, body=sent)


_LOSING = {"PATCH /clients/:id": {"last_name": "Another"}, "PATCH /matters/:id": {"description": "Another"},
           "PATCH /documents/:id": {"description": "Another"},
           "PATCH /matters/:id/deadlines/:id": {"title": "Another"},
           "PATCH /matters/:id/notes/:id": {"text": "Another"},
           "POST /matters/:id/intake-form/corrections": {"answers": {"full_name": "Another"}, "reason": "Heard"}}


def held(sample, call):
    """Make a call that would lose data of a matter or a client while it is on hold."""
    arguments = sample.arguments(call)
    on = "client_id" if "clients" in call else "matter_id"
    id = sample.ids["client_id"] if call.endswith("undo") else arguments.get(on, sample.ids[on])
    hold = sample.succeed("POST /legal-holds", body={on: id, "reason": "Subpoena"}).json["data"]["id"]
    try:
        return sample.send(call, arguments=arguments, **({"body": _LOSING[call]} if call in _LOSING else {}))
    finally:
        sample.succeed("POST /legal-holds/:id/lift", arguments={"legal_hold_id": hold})


def second_schedule(sample, call):
    sample.succeed(call)
    return sample.send(call, arguments={})


def lifted_hold(sample, call):
    arguments = {"legal_hold_id": sample.fresh("legal_hold_id")}
    sample.succeed("POST /legal-holds/:id/lift", arguments=arguments)
    return sample.send(call, arguments=arguments)


def oversized_body(sample, call):
    return sample.send(call, body=sample.body(call) | {"description": "x" * MEGABYTE})


def reused_idempotency_key(sample, call):
    headers = {"Idempotency-Key": new_id("once")}
    sample.succeed(call, headers=headers)
    return sample.send(call, headers=headers)  # with another number in the body


def large_answer_again(sample, call):
    """Make the call twice with one key and a body whose answer is too large to be stored."""
    form = [{"type": "text", "label": "Why?", "help": "x" * 2000} for _ in range(150)]
    sent, headers = sample.body(call) | {"form": form}, {"Idempotency-Key": new_id("once")}
    sample.succeed(call, body=sent, headers=headers)
    return sample.send(call, body=sent, headers=headers)


def running_idempotency_key(sample, call):
    """Make the call while another one with its key still runs."""
    text, once = sample.key(), new_id("once")
    key = ApiKey.with_firm(text.split("_")[2])
    IdempotencyRecord.claim(holder=key.id, key=once, firm_id=key.firm_id, fingerprint="")
    return sample.send(call, key=text, headers={"Idempotency-Key": once})


# State of the records


def archived_matter(sample, call):
    matter = {"matter_id": sample.fresh("matter_id")}
    sample.succeed(call, arguments=matter)
    return sample.send(call, arguments=matter)


def approved_document(sample, call):
    document = sample.fresh("document_id")
    _approve(sample, sample.pending_upload(document))
    if sample.parameters(call):
        return sample.send(call, arguments={"document_id": document})
    return sample.send(call, body=sample.body(call) | {"document_id": document})


def approved_upload(sample, call):
    upload = sample.pending_upload()
    _approve(sample, upload)
    return sample.send(call, arguments={"upload_id": upload})


def unconfirmed_upload(sample, call):
    return sample.send(call, arguments={"upload_id": sample.arrived_upload()})


def confirmed_upload(sample, call):
    return sample.send(call, arguments={"upload_id": sample.pending_upload()})


def unscanned_upload(sample, call):
    upload = sample.pending_upload()
    with scanning_at(sample.app, "tcp://127.0.0.1:1"):
        return sample.send(call, arguments={"upload_id": upload})


def without_file(sample, call):
    return sample.send(call, arguments={"upload_id": sample.issued_upload()["upload_id"]})


def expired_url(sample, call):
    upload = sample.issued_upload()["upload_id"]
    Upload.update(url_expires_at=now()).where(Upload.id == upload).execute()
    return sample.send(call, arguments={"upload_id": upload})


def oversized_file(sample, call):
    document = sample.fresh("document_id")
    sample.succeed("PATCH /documents/:id", arguments={"document_id": document}, body={"max_file_size_mb": 1})
    issued = sample.issued_upload(document)
    requests.put(issued["upload_url"], b"x" * (MEGABYTE + 1), headers={"Content-Type": "application/pdf"}, timeout=10)
    return sample.send(call, arguments={"upload_id": issued["upload_id"]})


def inactive_webhook(sample, call):
    webhook = {"webhook_id": sample.fresh("webhook_id")}
    sample.succeed("PATCH /webhooks/:id", arguments=webhook, body={"active": False})
    return sample.send(call, arguments=webhook)


def unreachable_endpoint(sample, call):
    body = sample.body("POST /webhooks") | {"url": "http://127.0.0.1:9/hook"}
    webhook = sample.succeed("POST /webhooks", arguments={}, body=body).json["data"]["id"]
    return sample.send(call, arguments={"webhook_id": webhook})


def too_many(sample, call):
    eager = SampleFirm(sample.app, full=False)
    return [eager.send(call, arguments={}) for _ in range(MOST_SCHEDULES + 1)][-1]


def too_many_webhooks(sample, call):
    eager = SampleFirm(sample.app)
    with sample.app.app_context():
        for _ in range(MOST_WEBHOOKS):
            Webhook.create(firm_id=eager.firm.id, url="https://example.com/hook", events=["*"], secret="sealed")
    return eager.send(call)


def user_limit_reached(sample, call):
    small = SampleFirm(sample.app, plan="standard")
    return [small.send(call) for _ in range(PLANS["standard"].users + 1)][-1]


def storage_limit_reached(sample, call):
    body = sample.body(call)  # its document comes with a file
    limit = PLANS["enterprise"].storage_gb * 1024**3
    with sample.app.app_context():
        StorageUsed.insert(firm_id=sample.firm.id, bytes=limit).on_conflict(
            conflict_target=[StorageUsed.firm_id], update={StorageUsed.bytes: StorageUsed.bytes + limit}).execute()
        try:
            return sample.send(call, body=body)
        finally:
            StorageUsed.update(bytes=StorageUsed.bytes - limit).where(StorageUsed.firm_id == sample.firm.id).execute()


def suspending_last_admin(sample, call):
    small = SampleFirm(sample.app)
    with sample.app.app_context():
        admin = add_user(small.firm, f"admin@{small.firm.slug}.example.com", "admin").id
    return small.send(call, arguments={"user_id": admin}, body={"status": "suspended"})


def granting(**given):
    """Make the call with these values in its body, and with a key that has only `firms:write`."""
    return _named(f"granting {given}", lambda sample, call: sample.send(
        call, body=sample.body(call) | given, key=sample.key("firms:write")))


def regenerating_greater_key(sample, call):
    """Regenerate a key that has a scope that the calling key lacks."""
    body = sample.body("POST /firms/api-keys") | {"scopes": ["matters:read"]}
    greater = sample.succeed("POST /firms/api-keys", body=body).json["data"]["id"]
    return sample.send(call, arguments={"api_key_id": greater}, key=sample.key("firms:write"))


def merging_into_itself(sample, call):
    client = sample.fresh("client_id")
    return sample.send(call, arguments={"client_id": client}, body={"into": client})


def address_taken_since(sample, call):
    client = sample.fresh("client_id")
    sample.succeed("PATCH /clients/:id", arguments={"client_id": client}, body={"email": "taken@merge.example"})
    sample.succeed("PATCH /clients/:id", arguments={"client_id": sample.ids["client_id"]},
                   body={"email": "stays@merge.example"})
    sample.succeed("POST /clients/:id/merge", arguments={"client_id": client})
    sample.succeed("PATCH /clients/:id", arguments={"client_id": sample.fresh("client_id")},
                   body={"email": "taken@merge.example"})
    return sample.send(call, arguments={"client_id": client})


def built_in_template(sample, call):
    templates = sample.succeed("GET /matter-templates").json["data"]
    return sample.send(call, arguments={"template_id": next(row["id"] for row in templates if row["built_in"])})


def form_of_the_catalogue(sample, call):
    listed = sample.succeed("GET /court-forms", query={"source": "catalogue"}).json["data"]
    return sample.send(call, arguments={"matter_id": sample.ids["matter_id"], "form_id": listed[0]["id"]})


def sent_letter(sample, call):
    letter = sample.sent_letter()
    return sample.send(call, arguments={"matter_id": sample.ids["matter_id"], "letter_id": letter})


def fill_that_just_began(sample, call):
    arguments = {"matter_id": sample.ids["matter_id"], "form_id": sample.ids["form_id"]}
    started = sample.succeed("POST /matters/:id/court-forms/:id/fill", arguments=arguments).json["data"]
    return sample.send(call, arguments={"matter_id": sample.ids["matter_id"], "fill_id": started["id"]})


def sending_it_twice(sample, call):
    body = sample.body(call)
    sample.succeed(call, body=body)
    return sample.send(call, body=body)


def unchecked_privacy_request(sample, call):
    body = {"client_id": sample.fresh("client_id"), "kind": "access", "source": "phone"}
    asked = sample.succeed("POST /privacy-requests", body=body).json["data"]["id"]
    return sample.send(call, arguments={"privacy_request_id": asked})


def closed_privacy_request(sample, call):
    asked = {"privacy_request_id": sample.fresh("privacy_request_id")}
    sample.succeed("POST /privacy-requests/:id/refuse", arguments=asked, body={"reason": "No."})
    return sample.send(call, arguments=asked)


def extended_privacy_request(sample, call):
    asked = {"privacy_request_id": sample.fresh("privacy_request_id")}
    sample.succeed("POST /privacy-requests/:id/extend", arguments=asked, body={"extension_reason": "Many papers."})
    return sample.send(call, arguments=asked)


def proposed_erasure(sample, call):
    return sample.send(call, arguments={"erasure_id": sample.fresh("erasure_id")})


def engaged_lead(sample, call):
    lead_id = sample.cleared_lead()
    body = {"lead_id": lead_id, "reason": "asked for"}
    if call == "POST /erasures":
        sample.succeed("POST /leads/:id/convert", arguments={"lead_id": lead_id})
        return sample.send(call, body=body)
    erasure_id = sample.succeed("POST /erasures", body=body).json["data"]["id"]
    sample.succeed("POST /leads/:id/convert", arguments={"lead_id": lead_id})
    return sample.send(call, arguments={"erasure_id": erasure_id})


def matter_in_use_again(sample, call):
    body = {"matter_id": sample.fresh("matter_id"), "reason": "its time was over"}
    erasure_id = sample.succeed("POST /erasures", body=body).json["data"]["id"]
    Erasure.update(destroy_after="2026-01-01").where(Erasure.id == erasure_id).execute()
    return sample.send(call, arguments={"erasure_id": erasure_id})


def merged_client(sample, call):
    client = sample.fresh("client_id")
    body = {"client_id": client, "reason": "asked for"}
    erasure_id = sample.succeed("POST /erasures", body=body).json["data"]["id"]
    sample.succeed("POST /clients/:id/merge", arguments={"client_id": client})
    return sample.send(call, arguments={"erasure_id": erasure_id})


def confirming_twice(sample, call):
    erasure_id = sample.fresh("erasure_id")
    sample.succeed("POST /erasures/:id/confirm", arguments={"erasure_id": erasure_id})
    return sample.send(call, arguments={"erasure_id": erasure_id})


def confirming_alone(sample, call):
    body = {"client_id": sample.fresh("client_id"), "reason": "asked for"}
    erasure_id = sample.succeed("POST /erasures", body=body).json["data"]["id"]
    settings = {"settings": {"two_people_erase_clients": True}}
    sample.succeed("PATCH /firms/settings", arguments={}, body=settings)
    try:
        return sample.send(call, arguments={"erasure_id": erasure_id})
    finally:
        settings["settings"]["two_people_erase_clients"] = False
        sample.succeed("PATCH /firms/settings", arguments={}, body=settings)


def public_client(sample, call):
    made = sample.succeed("POST /oauth-clients", body=sample.body("POST /oauth-clients") | {
        "public": True, "pkce": "required"})
    return sample.send(call, arguments={"oauth_client_id": made.json["data"]["id"]})


def without_logo(sample, call):
    return SampleFirm(sample.app).send(call, arguments={})


def html_as_logo(sample, call):
    html = b"<html><script>alert(1)</script></html>"
    body = sample.body("POST /firms/logo") | {"file_size_bytes": len(html)}
    url = sample.succeed("POST /firms/logo", body=body).json["data"]["upload_url"]
    requests.put(url, html, headers={"Content-Type": "image/png"}, timeout=10).raise_for_status()
    return sample.send(call, arguments={})


def without_client(sample, call):
    body = sample.body("POST /matters")
    matter = sample.succeed("POST /matters", body={name: body[name] for name in ("title", "practice_area")})
    return sample.send(call, arguments={"matter_id": matter.json["data"]["id"]})


def platform_not_configured(sample, call):
    return sample.call(call.split()[0], sample.path(call, {}))  # only `SampleFirm.send` registers the platforms


def platform_answers(status):
    """Make the call while the platform answers every request with this status."""

    def trigger(sample, call):
        clio = stand_ins()["clio"]
        clio.fail(status, times=50, on="GET /api/v4/contacts.json", retry_after=0 if status == 429 else "")
        try:
            return sample.send(call)
        finally:
            clio.heal()

    return _named(f"the platform answers {status}", trigger)


def subscribed(sample, call):
    billing.prepare(sample, "GET /billing/subscription")
    with billing.within_reach(sample):
        return sample.call("POST", sample.path(call, {}), json=sample.body(call))


def unsubscribed(sample, call):
    new = SampleFirm(sample.app)
    with billing.within_reach(new):
        return new.call(call.split()[0], new.path(call, {}), json=sample.body(call))


def unpaid_firm(sample, call):
    new = SampleFirm(sample.app)
    new.firm.change(read_only_from=now())
    return new.call("POST", new.path(call, {}), json={"title": "Silva", "practice_area": "family_law"})


def leaving_firm(sample, call):
    new = SampleFirm(sample.app)
    new.firm.change(leaving_since=now())
    return new.call("POST", new.path(call, {}), json={"title": "Silva", "practice_area": "family_law"})


def that_stays(sample, call):
    return SampleFirm(sample.app).send(call, arguments={})


def without_signature(sample, call):
    body = {"MessageSid": "SM1", "MessageStatus": "failed"}
    near = (billing.within_reach(sample) if billing.AREA in call
            else platforms.within_reach(sample, call) if platforms.AREA in call else receiving_mail(sample.app))
    with near:
        return sample.call("POST", sample.path(call, {}), key=None, data=body)


def _approve(sample, upload):
    sample.succeed("PATCH /uploads/:id/status", arguments={"upload_id": upload}, body={"status": "approved"})
