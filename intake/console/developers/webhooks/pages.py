"""`/settings/developers/webhooks`: endpoints, their state, and the deliveries to them."""

import json
from datetime import datetime

from flask import Blueprint, request
from marshmallow import ValidationError

from intake.console.frame.console_page import console_page, go_to
from intake.console.frame.shown_version import fetch_to_save, is_outdated, kept_version
from intake.core.clock import now
from intake.core.db import db
from intake.core.errors import Invalid, RateLimitExceeded
from intake.engine.events.states import ALL
from intake.integrations.webhooks import actions
from intake.integrations.webhooks.errors import DeliveryFailed, TooManyWebhooks, WebhookInactive
from intake.integrations.webhooks.models import Delivery, Webhook
from intake.integrations.webhooks.schemas import WebhookIn, WebhookPatch
from intake.integrations.webhooks.states import KEPT_FOR, OUTCOMES, STATUSES
from intake.integrations.webhooks.statistics import delivery_statistics
from intake.web.forms import page_number, typed

from . import states
from .chart import HEIGHT, WIDTH, bars_of
from .filters import filters_in, query_of

webhooks_pages = Blueprint("webhooks_pages", __name__)

_ROWS = 25


@webhooks_pages.get("")
@console_page("webhooks:write")
def index(desk):
    """List the endpoints."""
    return _list(desk)


@webhooks_pages.post("")
@console_page("webhooks:write", once=True)
def create(desk):
    """Register an endpoint, and show its secret once."""
    given = _given() | {"url": typed("url", 2048)}
    try:
        webhook = actions.register(desk.caller, **WebhookIn().load(given))
    except ValidationError as error:
        return _list(desk, 422, given, {name: states.WRONG[name] for name in error.messages})
    except Invalid:
        return _list(desk, 422, given, {"url": states.WRONG["url"]})
    except TooManyWebhooks:
        return go_to("webhooks_pages.index", failed="too-many")
    return _endpoint(desk, webhook.id, secret_text=webhook.signing_secret, is_new=True)


@webhooks_pages.get("/<webhook_id>")
@console_page("webhooks:write")
def show(desk, webhook_id):
    """Show an endpoint, its last 24 hours, and its deliveries."""
    return _endpoint(desk, webhook_id)


@webhooks_pages.post("/<webhook_id>")
@console_page("webhooks:write")
def update(desk, webhook_id):
    """Change the events and the description of an endpoint.

    If somebody else did meanwhile, show the present values instead.
    """
    given = _given()
    try:
        values = WebhookPatch().load(given)
    except ValidationError as error:
        return _endpoint(desk, webhook_id, 422, given, {name: states.WRONG[name] for name in error.messages})
    with db.atomic():
        if not is_outdated(*_changeable(fetch_to_save(Webhook, desk.caller, webhook_id))):
            actions.update(desk.caller, webhook_id, **values)
            return _back(webhook_id, done="saved")
    return _endpoint(desk, webhook_id, 409, given)


@webhooks_pages.post("/<webhook_id>/pause")
@console_page("webhooks:write")
def pause(desk, webhook_id):
    """Turn an endpoint off."""
    actions.update(desk.caller, webhook_id, active=False)
    return _back(webhook_id, done="paused")


@webhooks_pages.post("/<webhook_id>/resume")
@console_page("webhooks:write")
def resume(desk, webhook_id):
    """Turn an endpoint on."""
    actions.update(desk.caller, webhook_id, active=True)
    return _back(webhook_id, done="resumed")


@webhooks_pages.post("/<webhook_id>/delete")
@console_page("webhooks:write")
def delete(desk, webhook_id):
    """Delete an endpoint with its deliveries."""
    actions.delete(desk.caller, webhook_id)
    return go_to("webhooks_pages.index", done="deleted")


@webhooks_pages.post("/<webhook_id>/test")
@console_page("webhooks:write")
def test(desk, webhook_id):
    """Send a test, and show the receiver's answer."""
    try:
        actions.test(desk.caller, webhook_id)
    except WebhookInactive:
        return _back(webhook_id, failed="inactive")
    except DeliveryFailed as failure:
        return _back(webhook_id, failed=f"test-{failure.details['error'] or 'failed'}")
    except RateLimitExceeded:
        return _back(webhook_id, failed="test-under-way")
    return _back(webhook_id, done="tested")


@webhooks_pages.post("/<webhook_id>/rotate-secret")
@console_page("webhooks:write", once=True)
def rotate_secret(desk, webhook_id):
    """Give an endpoint a new secret, and show it once."""
    return _endpoint(desk, webhook_id, secret_text=actions.rotate_secret(desk.caller, webhook_id).signing_secret)


@webhooks_pages.post("/<webhook_id>/redeliver-failed")
@console_page("webhooks:write")
def redeliver_failed(desk, webhook_id):
    """Send again all failed or cancelled deliveries that are still stored."""
    try:
        count = actions.redeliver_failed(desk.caller, webhook_id, now() - KEPT_FOR)
    except WebhookInactive:
        return _back(webhook_id, failed="inactive")
    return _back(webhook_id, done="all-redelivered" if count else "nothing")


@webhooks_pages.get("/<webhook_id>/deliveries/<delivery_id>")
@console_page("webhooks:write")
def delivery(desk, webhook_id, delivery_id):
    """Show the payload, every attempt, and the answers."""
    found = Delivery.fetch_in(desk.caller, webhook_id, delivery_id)
    return desk.page("delivery.html", 200, states.NOTICES, delivery=found, webhook_id=webhook_id,
                     attempts=[each | {"at": datetime.fromisoformat(each["attempted_at"])} for each in found.history],
                     payload=json.dumps(found.payload, indent=2, ensure_ascii=False), **_words())


@webhooks_pages.post("/<webhook_id>/deliveries/<delivery_id>/redeliver")
@console_page("webhooks:write")
def redeliver(desk, webhook_id, delivery_id):
    """Send a delivery again."""
    where = {"webhook_id": webhook_id, "delivery_id": delivery_id}
    try:
        actions.redeliver(desk.caller, **where)
    except WebhookInactive:
        return go_to("webhooks_pages.delivery", failed="inactive", **where)
    return go_to("webhooks_pages.delivery", done="redelivered", **where)


def _given():
    events = [ALL] if typed("all", 8) == "yes" else request.form.getlist("events")
    return {"events": events, "description": typed("description", 1000) or None}


def _changeable(webhook):
    return sorted(webhook.events), webhook.description


def _back(webhook_id, **values):
    return go_to("webhooks_pages.show", webhook_id=webhook_id, **values)


def _words():
    return {"event_names": states.EVENTS, "outcomes": states.OUTCOMES, "errors": states.ERRORS}


def _list(desk, status=200, given=None, wrong=None):
    return desk.page(
        "webhooks.html", status, states.NOTICES, wrong=wrong or {}, given=given or {"events": [ALL]}, all_events=ALL,
        webhooks=Webhook.newest_page(desk.caller, {"page": page_number(), "per_page": _ROWS}), **_words())


def _endpoint(desk, webhook_id, status=200, given=None, wrong=None, secret_text=None, is_new=False):
    filters = filters_in(request.args if request.method == "GET" else {})
    query = query_of(filters, desk.firm.timezone) | {"page": page_number(), "per_page": _ROWS}
    deliveries = Delivery.page_of(desk.caller, webhook_id, query)
    webhook = deliveries.webhook
    figures = delivery_statistics(webhook)
    return desk.page(
        "webhook.html", status, states.NOTICES, webhook=webhook, deliveries=deliveries, filters=filters,
        statuses=STATUSES, figures=figures, bars=bars_of(figures["hours"]), size=(WIDTH, HEIGHT), order=OUTCOMES,
        given=given or {"events": webhook.events, "description": webhook.description}, wrong=wrong or {},
        is_outdated=status == 409, version=kept_version(wrong, *_changeable(webhook)),
        secret_text=secret_text, is_new=is_new, all_events=ALL, disabled=states.DISABLED,
        overlaps=bool(webhook.previous_secret_until and webhook.previous_secret_until > now()), **_words())
