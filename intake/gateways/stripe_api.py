"""Stripe, by its official library, which is an extra: imported only where the settings have a key.

Results are dictionaries as in Stripe's API reference. Methods that create something take an idempotency key, so that a
repeated call creates nothing else. All methods except `verified_event` call Stripe and must not be called inside a
transaction.
"""

import json
import logging
import re
import time
from typing import Any

from flask import current_app
from werkzeug.local import LocalProxy

from intake.core.errors import ApiError, InvalidRequest
from intake.core.extras import import_extra
from intake.core.spans import span

_TIMEOUT_SECONDS = 8
_RETRIES = 1
_TOLERANCE_SECONDS = 300
"""How old a signed event may be."""

_NAME = re.compile(r"[A-Za-z0-9_.]{1,255}")
_PRICES_SECONDS, _PAUSE_SECONDS = 3600, 60

log = logging.getLogger(__name__)


class NotConfigured(ApiError):
    status, code = 503, "not_configured"
    message = "This installation does not charge its firms."


class BillingUnavailable(ApiError):
    status, code = 503, "billing_unavailable"
    message = "Stripe cannot be reached. Try again in a moment; nothing was charged twice."


class BillingFailed(ApiError):
    """`details.reason` is Stripe's code."""

    status, code = 502, "billing_failed"
    message = "Stripe did not accept this. The operator's log says why."


class PaymentFailed(ApiError):
    """`details.reason` is Stripe's code."""

    status, code = 402, "payment_failed"
    message = "The payment failed, so nothing was changed. Check the payment method."


class InvalidEvent(ApiError):
    status, code = 400, "invalid_signature"
    message = "The signature does not match the body, or is older than five minutes."


class StripeApi:
    """The Stripe account in the settings; without one every call raises `NotConfigured`."""

    def __init__(self, settings: Any) -> None:
        self.is_configured = bool(settings.stripe_secret_key)
        if not self.is_configured:
            return
        library: Any = import_extra("stripe", "billing", "STRIPE_SECRET_KEY")
        library.enable_telemetry = False
        self._stripe = library
        self._secrets = [secret.strip() for secret in settings.stripe_webhook_secret.split(",") if secret.strip()]
        self._prices: dict[str, dict[str, Any]] = {}
        self._prices_until = 0.0
        self._client = self._stripe.StripeClient(
            settings.stripe_secret_key, base_addresses={"api": settings.stripe_api_url.rstrip("/")},
            max_network_retries=_RETRIES, http_client=self._stripe.RequestsClient(timeout=_TIMEOUT_SECONDS))

    def prices(self) -> dict[str, dict[str, Any]]:
        """Return the active prices by id, at most an hour old; none while Stripe cannot be reached."""
        if self._prices_until < time.monotonic():
            try:
                self._prices = {row["id"]: row for row in self._list("prices.list", {"active": True})}
                self._prices_until = time.monotonic() + _PRICES_SECONDS
            except (BillingUnavailable, BillingFailed):
                self._prices_until = time.monotonic() + _PAUSE_SECONDS
        return self._prices

    def create_customer(self, metadata: dict[str, str], key: str) -> str:
        """Return the id of a new customer."""
        return self._call("customers.create", {"metadata": metadata}, key=key)["id"]

    def update_customer(self, customer: str, **values: str) -> None:
        """Change the customer's name and e-mail address, as invoices show them."""
        self._call("customers.update", customer, values)

    def checkout_sessions(self, customer: str) -> list[dict[str, Any]]:
        """Return the customer's checkout sessions, the newest first."""
        return self._list("checkout.sessions.list", {"customer": customer})

    def create_checkout_session(self, values: dict[str, Any], key: str) -> dict[str, Any]:
        """Return a new Stripe page for paying a subscription; its address is `url`."""
        return self._call("checkout.sessions.create", values, key=key)

    def expire_checkout_session(self, session: str) -> None:
        """Close a page, so that no payment can be made on it."""
        self._call("checkout.sessions.expire", session)

    def portal_url(self, customer: str, return_url: str) -> str:
        """Return the address of a page at Stripe with the customer's invoices and payment methods."""
        return self._call("billing_portal.sessions.create", {"customer": customer, "return_url": return_url})["url"]

    def subscriptions(self, customer: str) -> list[dict[str, Any]]:
        """Return the customer's subscriptions, including ended ones, the newest first, each with its schedule."""
        return self._list("subscriptions.list", {"customer": customer, "status": "all", "expand": ["data.schedule"]})

    def end_with_period(self, subscription: str) -> None:
        """Let the subscription, which must have no schedule, end with the paid period."""
        self._call("subscriptions.update", subscription, {"cancel_at_period_end": True})

    def remove_customer(self, customer: str) -> None:
        """Remove the customer, which ends their subscriptions at once; invoices stay. Repeating it is harmless."""
        try:
            self._call("customers.delete", customer)
        except BillingFailed as error:
            if error.details["reason"] != "resource_missing":
                raise

    def change_price(self, subscription: str, item: str, price: str) -> None:
        """Give the subscription another price at once; the difference for the rest of the period is paid now.

        Raises `PaymentFailed`; then nothing is changed.
        """
        self._call("subscriptions.update", subscription, {
            "items": [{"id": item, "price": price}], "proration_behavior": "always_invoice",
            "payment_behavior": "error_if_incomplete"})

    def create_schedule(self, subscription: str, key: str) -> dict[str, Any]:
        """Return a new schedule of the subscription, whose only phase is its current period."""
        return self._call("subscription_schedules.create", {"from_subscription": subscription}, key=key)

    def schedule_price(self, schedule: dict[str, Any], price: str) -> None:
        """Change the subscription's price from the end of the schedule's current phase."""
        phase = schedule["phases"][0]
        self._call("subscription_schedules.update", schedule["id"], {"end_behavior": "release", "phases": [
            {"start_date": phase["start_date"], "end_date": phase["end_date"],
             **({"trial_end": phase["trial_end"]} if phase.get("trial_end") else {}),
             "items": [{"price": item["price"], "quantity": 1} for item in phase["items"]]},
            {"start_date": phase["end_date"], "items": [{"price": price, "quantity": 1}],
             "proration_behavior": "none"}]})

    def release_schedule(self, schedule: str) -> None:
        """Remove the schedule; the subscription continues as it is."""
        self._call("subscription_schedules.release", schedule)

    def verified_event(self, body: bytes, signature: str | None) -> dict[str, Any]:
        """Return the event that Stripe posted. Raises `InvalidEvent`, `InvalidRequest`, `NotConfigured`."""
        if not self.is_configured:
            raise NotConfigured
        if not any(self._is_signed(body, signature, secret) for secret in self._secrets):
            raise InvalidEvent
        try:
            event = json.loads(body)
            is_named = all(_NAME.fullmatch(event[name]) for name in ("id", "type"))
            if is_named and isinstance(event["data"]["object"], dict):
                return event
        except (ValueError, LookupError, TypeError, RecursionError):
            pass
        raise InvalidRequest("The body is no event of Stripe.")

    def _is_signed(self, body: bytes, signature: str | None, secret: str) -> bool:
        try:
            return self._stripe.WebhookSignature.verify_header(body, signature, secret, _TOLERANCE_SECONDS)
        except (self._stripe.SignatureVerificationError, ValueError, TypeError):  # the last if it is not in ASCII
            return False

    def _list(self, name: str, values: dict[str, Any]) -> list[dict[str, Any]]:
        return self._call(name, values | {"limit": 100}, every=True)

    def _call(self, name: str, *arguments: Any, key: str | None = None, every: bool = False) -> Any:
        if not self.is_configured:
            raise NotConfigured
        method: Any = self._client.v1
        for part in name.split("."):
            method = getattr(method, part)
        options = {"idempotency_key": key} if key else {}
        try:
            with span(f"Stripe {name}", "client"):
                answer = method(*arguments, options=options)
                return [row.to_dict() for row in answer.auto_paging_iter()] if every else answer.to_dict()
        except self._stripe.StripeError as error:
            raise self._translated(name, error) from None

    def _translated(self, name: str, error: Any) -> ApiError:
        status = error.http_status
        log.warning("call to Stripe failed", extra={
            "call": name, "status": status, "stripe_code": error.code, "stripe_request": error.request_id})
        if isinstance(error, self._stripe.CardError):
            return PaymentFailed(reason=error.code)
        is_refusal = status is not None and 400 <= status < 500 and status != 429
        return BillingFailed(reason=error.code) if is_refusal else BillingUnavailable()


stripe_api: StripeApi = LocalProxy(lambda: current_app.extensions["stripe"])  # type: ignore[assignment]
"""The running application's `StripeApi`."""
