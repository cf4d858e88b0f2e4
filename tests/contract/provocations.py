"""How to provoke each error: functions that take a world and a call and give the response."""

from contextlib import nullcontext
from functools import partial
from hashlib import sha256

import requests

from config.plans import PLANS
from intake.accounts.access.models import ApiKey
from intake.accounts.firms.actions import reinstate, suspend
from intake.accounts.oauth.tokens import AccessToken
from intake.accounts.permissions.scopes import SCOPES
from intake.accounts.users.actions import add as add_user
from intake.cases.documents.states import MEGABYTE
from intake.cases.uploads.models import Upload
from intake.core.clock import now
from intake.core.crypto import digest
from intake.core.db import db
from intake.core.ids import new_id
from tests.contract.tables.endpoints import ENDPOINTS
from tests.contract.tables.queries import ALWAYS

from .applications import access_token
from .meter import Meter
from .platforms import AREA, stand_ins, within_reach
from .world import World

SCOPE_OF = {endpoint.call: endpoint.scope for endpoint in ENDPOINTS}


def _named(name, provocation, *arguments):
    """The provocation with its arguments, under the name by which a test tells of it."""
    bound = partial(provocation, *arguments)
    bound.__name__ = name
    return bound


# Who calls


def key(text):
    return _named("such a key", lambda world, call: world.send(call, key=text))


def with_scopes(*scopes):
    return _named(f"a key with {' '.join(scopes)}", lambda world, call: world.send(call, key=world.key(*scopes)))


def bearer(token):
    return _named("such a bearer token", lambda world, call: world.send(
        call, key=None, headers={"Authorization": f"Bearer {token}"}))


def expired_token(world, call):
    text = access_token(world)
    AccessToken.update(expires_at=now()).where(AccessToken.digest == digest(text)).execute()
    return bearer(text)(world, call)


def lesser_role(world, call):
    """A person whose token has the scope, and whose role does not allow it."""
    return bearer(access_token(world, "paralegal"))(world, call)


def without_key(world, call):
    return world.send(call, key=None)


def without_scope(world, call):
    return world.send(call, key=world.key(*(SCOPES.keys() - {SCOPE_OF[call]})))


def another_secret(world, call):
    text = world.key()
    return world.send(call, key=text[:-1] + ("a" if text[-1] != "a" else "b"))


def revoked_key(world, call):
    text = world.key()
    ApiKey.update(revoked_at=now()).where(ApiKey.public_part == text.split("_")[2]).execute()
    return world.send(call, key=text)


def suspended_firm(world, call):
    suspend(world.firm.id)
    try:
        return world.send(call)
    finally:
        reinstate(world.firm.id)


def too_often(world, call):
    meter = Meter(world.app, "standard")
    meter.count_up_to(PLANS["standard"].burst)
    return meter.send()


# What is sent


def raw(data, content_type):
    return _named(f"{data.decode()} as {content_type}", lambda world, call: world.send(
        call, body=None, data=data, content_type=content_type))


def body(**wrong):
    told = " ".join(f"{name}={value}" for name, value in wrong.items())
    return _named(told, lambda world, call: world.send(call, body=world.body(call) | wrong))


def without(name):
    """The call without this field of its body or this parameter of its query."""

    def provocation(world, call):
        if name in ALWAYS.get(call, {}):
            return world.call(call.split()[0], world.path(call, {}))
        sent = world.body(call)
        del sent[name]
        return world.send(call, body=sent)

    return _named(f"without {name}", provocation)


def unknown_id(name):
    """The call with an id that no record has, in its path or in its body."""

    def provocation(world, call):
        unknown = new_id(world.dossier[name].split("_")[0])
        if name in world.parameters(call):
            known = {parameter: world.dossier[parameter] for parameter in world.parameters(call)}
            return world.send(call, arguments=known | {name: unknown})
        return world.send(call, body=world.body(call) | {name: unknown})

    return _named(f"unknown {name}", provocation)


def twice(world, call):
    """The same body once more, for another record where it names one."""
    sent = world.body(call)
    first, second = ({name: world.fresh(name) for name in world.parameters(call)} for _ in range(2))
    world.succeed(call, arguments=first, body=sent)
    return world.send(call, arguments=second, body=sent)


def oversized_body(world, call):
    return world.send(call, body=world.body(call) | {"description": "x" * MEGABYTE})


def reused_idempotency_key(world, call):
    headers = {"Idempotency-Key": new_id("once")}
    world.succeed(call, headers=headers)
    return world.send(call, headers=headers)  # whose body bears another number


def running_idempotency_key(world, call):
    """Another connection holds the lock, as a first request that still runs does."""
    text, once = world.key(), new_id("once")
    holder = ApiKey.with_firm(text.split("_")[2]).id
    lock = int.from_bytes(sha256(f"{holder} {once}".encode()).digest()[:8], signed=True)
    other = db._connect()
    try:
        other.cursor().execute("SELECT pg_advisory_lock(%s)", (lock,))
        return world.send(call, key=text, headers={"Idempotency-Key": once})
    finally:
        other.close()


# What was there before


def already_archived(world, call):
    matter = {"matter_id": world.fresh("matter_id")}
    world.succeed(call, arguments=matter)
    return world.send(call, arguments=matter)


def approved_document(world, call):
    document = world.fresh("document_id")
    _approve(world, world.pending_upload(document))
    if world.parameters(call):
        return world.send(call, arguments={"document_id": document})
    return world.send(call, body=world.body(call) | {"document_id": document})


def approved_upload(world, call):
    upload = world.pending_upload()
    _approve(world, upload)
    return world.send(call, arguments={"upload_id": upload})


def unconfirmed(world, call):
    return world.send(call, arguments={"upload_id": world.arrived_upload()})


def already_confirmed(world, call):
    return world.send(call, arguments={"upload_id": world.pending_upload()})


def absent_file(world, call):
    return world.send(call, arguments={"upload_id": world.issued_upload()["upload_id"]})


def expired_url(world, call):
    upload = world.issued_upload()["upload_id"]
    Upload.update(url_expires_at=now()).where(Upload.id == upload).execute()
    return world.send(call, arguments={"upload_id": upload})


def oversized_file(world, call):
    document = world.fresh("document_id")
    world.succeed("PATCH /documents/:id", arguments={"document_id": document}, body={"max_file_size_mb": 1})
    issued = world.issued_upload(document)
    requests.put(issued["upload_url"], b"x" * (MEGABYTE + 1), headers={"Content-Type": "application/pdf"}, timeout=10)
    return world.send(call, arguments={"upload_id": issued["upload_id"]})


def inactive(world, call):
    webhook = {"webhook_id": world.fresh("webhook_id")}
    world.succeed("PATCH /webhooks/:id", arguments=webhook, body={"active": False})
    return world.send(call, arguments=webhook)


def nobody_listening(world, call):
    body = world.body("POST /webhooks") | {"url": "http://127.0.0.1:9/hook"}
    webhook = world.succeed("POST /webhooks", arguments={}, body=body).json["data"]["id"]
    return world.send(call, arguments={"webhook_id": webhook})


def plan_full(world, call):
    small = World(world.app, plan="standard")
    return [small.send(call) for _ in range(PLANS["standard"].users + 1)][-1]


def last_admin(world, call):
    small = World(world.app)
    with world.app.app_context():
        admin = add_user(small.firm, f"admin@{small.firm.slug}.example.com", "admin").id
    return small.send(call, arguments={"user_id": admin}, body={"status": "suspended"})


def lesser_key(world, call):
    """The key may not do itself what the other one is to be able to."""
    if world.parameters(call):
        body = world.body("POST /firms/api-keys") | {"scopes": ["matters:read"]}
        greater = world.succeed("POST /firms/api-keys", body=body).json["data"]["id"]
        return world.send(call, arguments={"api_key_id": greater}, key=world.key("firms:write"))
    return world.send(call, body=world.body(call) | {"scopes": ["matters:read"]}, key=world.key("firms:write"))


def built_in(world, call):
    templates = world.succeed("GET /matter-templates").json["data"]
    return world.send(call, arguments={"template_id": next(row["id"] for row in templates if row["built_in"])})


def public_client(world, call):
    made = world.succeed("POST /oauth-clients", body=world.body("POST /oauth-clients") | {"public": True})
    return world.send(call, arguments={"oauth_client_id": made.json["data"]["id"]})


def no_logo(world, call):
    return World(world.app).send(call, arguments={})


def no_picture(world, call):
    html = b"<html><script>alert(1)</script></html>"
    body = world.body("POST /firms/logo") | {"file_size_bytes": len(html)}
    url = world.succeed("POST /firms/logo", body=body).json["data"]["upload_url"]
    requests.put(url, html, headers={"Content-Type": "image/png"}, timeout=10).raise_for_status()
    return world.send(call, arguments={})


def without_client(world, call):
    body = world.body("POST /matters")
    matter = world.succeed("POST /matters", body={name: body[name] for name in ("title", "practice_area")})
    return world.send(call, arguments={"matter_id": matter.json["data"]["id"]})


def not_registered(world, call):
    return world.call(call.split()[0], world.path(call, {}))  # only `World.send` brings the platforms


def platform_answers(status):
    """The platform answers with this status, however often it is asked."""

    def provocation(world, call):
        clio = stand_ins()["clio"]
        clio.fail(status, times=50, on="GET /api/v4/contacts.json", retry_after=0)
        try:
            return world.send(call)
        finally:
            clio.heal()

    return _named(f"the platform answers {status}", provocation)


def unsigned(world, call):
    body = {"MessageSid": "SM1", "MessageStatus": "failed"}
    with within_reach(world, call) if AREA in call else nullcontext():
        return world.call("POST", world.path(call, {}), key=None, data=body)


def _approve(world, upload):
    world.succeed("PATCH /uploads/:id/status", arguments={"upload_id": upload}, body={"status": "approved"})
