"""`/api/v1/webhooks` and `/api/v1/webhook-deliveries` (docs/behaviour.md, "Events and webhooks")."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.core.errors import NotFound
from intake.core.http import accepts, queries, raises, returns, returns_page, waits_on_network
from intake.core.schemas import Deleted, PageQuery

from . import actions, schemas
from .errors import DeliveryFailed, TooManyWebhooks, WebhookInactive
from .models import Delivery, Webhook
from .statistics import delivery_statistics

webhooks = Blueprint("webhooks", __name__)
webhook_deliveries = Blueprint("webhook_deliveries", __name__)


@webhooks.post("")
@requires("webhooks:write")
@waits_on_network
@accepts(schemas.WebhookIn)
@returns(schemas.WebhookCreated, status=201)
@raises(TooManyWebhooks)
def create(caller, body):
    """Register an endpoint; its signing secret is returned only here. A key that expires cannot."""
    caller.require_lasting()
    return actions.register(caller, **body)


@webhooks.get("")
@requires("webhooks:read")
@queries(PageQuery)
@returns_page(schemas.WebhookRow)
def index(caller, query):
    """List endpoints."""
    return Webhook.newest_page(caller, query)


@webhooks.get("/<webhook_id>")
@requires("webhooks:read")
@returns(schemas.WebhookRow)
def show(caller, webhook_id):
    """Retrieve an endpoint."""
    return Webhook.fetch(caller, webhook_id)


@webhooks.patch("/<webhook_id>")
@requires("webhooks:write")
@accepts(schemas.WebhookPatch)
@returns(schemas.WebhookOut)
def update(caller, webhook_id, body):
    """Change an endpoint's events, its description, or whether it is active.

    A key that expires cannot change the events or turn it on.
    """
    if "events" in body or body.get("active"):
        caller.require_lasting()
    return actions.update(caller, webhook_id, **body)


@webhooks.delete("/<webhook_id>")
@requires("webhooks:write")
@returns(Deleted)
def destroy(caller, webhook_id):
    """Delete an endpoint; nothing more is sent to it."""
    actions.delete(caller, webhook_id)
    return {"id": webhook_id}


@webhooks.post("/<webhook_id>/test")
@requires("webhooks:write")
@waits_on_network
@returns(schemas.WebhookTested)
@raises(WebhookInactive, DeliveryFailed)
def test(caller, webhook_id):
    """Send a `webhook.test` event and return the endpoint's answer."""
    return actions.test(caller, webhook_id)


@webhooks.post("/<webhook_id>/rotate-secret")
@requires("webhooks:write")
@returns(schemas.SecretRotated)
def rotate_secret(caller, webhook_id):
    """Replace the signing secret; for 24 hours, deliveries are signed with both. A key that expires cannot."""
    caller.require_lasting()
    return actions.rotate_secret(caller, webhook_id)


@webhooks.get("/<webhook_id>/statistics")
@requires("webhooks:read")
@returns(schemas.DeliveryStatistics)
def statistics(caller, webhook_id):
    """Count an endpoint's deliveries of the last 24 hours by outcome, hour by hour."""
    return delivery_statistics(Webhook.fetch(caller, webhook_id))


@webhooks.get("/<webhook_id>/deliveries")
@requires("webhooks:read")
@queries(schemas.DeliveryQuery)
@returns_page(schemas.DeliveryRow)
def deliveries(caller, webhook_id, query):
    """List the deliveries to an endpoint, the newest first."""
    return Delivery.page_of(caller, webhook_id, query)


@webhooks.get("/<webhook_id>/deliveries/<delivery_id>")
@requires("webhooks:read")
@returns(schemas.DeliveryOut)
def delivery(caller, webhook_id, delivery_id):
    """Retrieve a delivery: the payload, every attempt, and the answers."""
    return Delivery.fetch_in(caller, webhook_id, delivery_id).show_to(caller)


@webhooks.post("/<webhook_id>/deliveries/<delivery_id>/redeliver")
@requires("webhooks:write")
@returns(schemas.DeliveryRow)
@raises(WebhookInactive)
def redeliver(caller, webhook_id, delivery_id):
    """Repeat a delivery now."""
    return actions.redeliver(caller, webhook_id, delivery_id)


@webhooks.post("/<webhook_id>/redeliver-failed")
@requires("webhooks:write")
@accepts(schemas.RedeliverIn)
@returns(schemas.Redelivered)
@raises(WebhookInactive)
def redeliver_failed(caller, webhook_id, body):
    """Repeat every delivery since a given time that failed for good or was cancelled."""
    return {"redelivered": actions.redeliver_failed(caller, webhook_id, **body)}


@webhook_deliveries.get("")
@requires("webhooks:read")
@queries(schemas.DeliveriesQuery)
@returns_page(schemas.DeliveryOfFirm)
def index_deliveries(caller, query):
    """List the deliveries to all endpoints, the newest first."""
    return Delivery.listed(caller, query)


@webhook_deliveries.post("/redeliver-failed")
@requires("webhooks:write")
@accepts(schemas.RedeliverListedIn)
@returns(schemas.Redelivered)
@raises(NotFound)
def redeliver_listed(caller, body):
    """Repeat deliveries that failed or were cancelled since a given time, to all active endpoints or to one."""
    if "webhook_id" in body:
        Webhook.fetch(caller, body["webhook_id"])
    query = {"created_after": body["since"], "created_before": body.get("before"),
             "webhook_id": body.get("webhook_id"), "event_type": body.get("event_type")}
    return {"redelivered": actions.redeliver_listed(caller, **query)}
