"""A stand-in for Stripe: customers, checkout, the portal, subscriptions and their schedules, over HTTP.

    with Stripe() as stripe:
        stripe.webhook_url, stripe.deliver_call = f"{APP_URL}/api/v1/billing/webhooks", deliver_to(app)
        stripe.pay(session_id)
        stripe.renew(customer, pays=False)
"""

import time
from contextlib import contextmanager
from urllib.parse import quote

from config.settings import Settings
from intake.gateways.stripe_api import StripeApi

from .platform_server import Answer, route
from .stripe_http import API_KEY, SECRET, StripeError, StripeHttp, listed, missing

MONTH, YEAR = 30 * 86400, 365 * 86400
PRICES = {f"price_{plan}_{interval}ly": {
    "id": f"price_{plan}_{interval}ly", "object": "price", "active": True, "currency": "usd", "type": "recurring",
    "livemode": False, "unit_amount": amount * (1 if interval == "month" else 10), "product": f"prod_{plan}",
    "recurring": {"interval": interval, "interval_count": 1, "usage_type": "licensed"}}
    for plan, amount in (("standard", 4900), ("pro", 14900), ("enterprise", 49900)) for interval in ("month", "year")}
SETTINGS = {"STRIPE_SECRET_KEY": API_KEY, "STRIPE_WEBHOOK_SECRET": SECRET} | {
    id.upper().replace("PRICE", "STRIPE_PRICE"): id for id in PRICES}
OVER = ("canceled", "incomplete_expired")


def _length(price):
    return YEAR if PRICES[price]["recurring"]["interval"] == "year" else MONTH


class Stripe(StripeHttp):
    """An account without customers at first, with the prices `PRICES`."""

    def __init__(self, port=0):
        super().__init__(port)
        self.customers, self.sessions, self.subscriptions, self.schedules = {}, {}, {}, {}
        self.declines = False
        """Whether cards are declined."""

    def settings(self):
        """Return the settings of an installation that charges through this account."""
        return SETTINGS | {"STRIPE_API_URL": self.url}

    # Customers, prices and events

    @route("POST", "/v1/customers")
    def _create_customer(self, call):
        customer = {"id": self.new_id("cus"), "object": "customer", "created": int(time.time()), "livemode": False,
                    "name": None, "email": None, "metadata": {}} | self.params(call)
        self.customers[customer["id"]] = customer
        self.emit("customer.created", customer)
        return Answer(200, customer)

    @route("POST", r"/v1/customers/(\w+)")
    def _update_customer(self, call, id):
        self._known("customer", self.customers, id).update(self.params(call))
        return Answer(200, self.customers[id])

    @route("DELETE", r"/v1/customers/(\w+)")
    def _delete_customer(self, call, id):
        self._known("customer", self.customers, id)
        for row in self.subscriptions.values():
            if row["customer"] == id and row["status"] not in OVER:
                self._end(row)
        self.emit("customer.deleted", self.customers.pop(id))
        return Answer(200, {"id": id, "object": "customer", "deleted": True})

    @route("GET", r"/v1/prices/(\w+)")
    def _price(self, call, id):
        return Answer(200, self._known("price", PRICES, id))

    @route("GET", "/v1/prices")
    def _prices(self, call):
        return self.page_of(call, list(PRICES.values()))

    @route("GET", "/v1/events")
    def _events(self, call):
        return self.page_of(call, self.events)

    # Checkout

    @route("POST", "/v1/checkout/sessions")
    def _create_session(self, call):
        params = self.params(call)
        [item] = listed(params.get("line_items"))
        self._known("price", PRICES, item["price"])
        self._known("customer", self.customers, params["customer"])
        if params.get("mode") != "subscription" or not params.get("success_url"):
            raise StripeError(400, "Missing required param", code="parameter_missing")
        id = self.new_id("cs_test")
        session = params | {
            "id": id, "object": "checkout.session", "status": "open", "payment_status": "unpaid", "livemode": False,
            "subscription": None, "url": f"{self.url}/c/pay/{id}", "created": int(time.time()),
            "expires_at": int(time.time()) + 86400, "metadata": params.get("metadata", {}),
            "client_reference_id": params.get("client_reference_id")}
        self.sessions[id] = session
        return Answer(200, self._shown_session(session))

    @route("GET", "/v1/checkout/sessions")
    def _list_sessions(self, call):
        customer = self.params(call).get("customer")
        return self.page_of(call, [self._shown_session(row) for row in self.sessions.values()
                                   if row["customer"] == customer])

    @route("POST", r"/v1/checkout/sessions/(\w+)/expire")
    def _expire_session(self, call, id):
        session = self._known("checkout.session", self.sessions, id)
        if session["status"] != "open":
            raise StripeError(400, "Only Checkout Sessions with a status in [\"open\"] can be expired.")
        session.update(status="expired", url=None)
        self.emit("checkout.session.expired", self._shown_session(session))
        return Answer(200, self._shown_session(session))

    def pay(self, session):
        """Pay on the page of this session, and deliver the events."""
        with self.lock:
            self._complete(self.sessions[session])
        self._settle()

    def _complete(self, session):
        data = session.get("subscription_data", {})
        subscription = self._subscribe(session["customer"], listed(session["line_items"])[0]["price"],
                                       int(data.get("trial_period_days", 0)), data.get("metadata", {}))
        session.update(status="complete", payment_status="paid", subscription=subscription["id"], url=None)
        self.emit("checkout.session.completed", self._shown_session(session))
        self.emit("customer.subscription.created", self._shown(subscription))
        self.emit("invoice.paid", self._invoice(subscription, "paid"))

    # Portal

    @route("POST", "/v1/billing_portal/sessions")
    def _create_portal(self, call):
        params = self.params(call)
        self._known("customer", self.customers, params["customer"])
        url = f"{self.url}/p/session/{params['customer']}?return_url={quote(params['return_url'])}"
        return Answer(200, params | {"id": self.new_id("bps"), "object": "billing_portal.session", "url": url,
                                     "created": int(time.time()), "livemode": False})

    # Subscriptions

    @route("GET", "/v1/subscriptions")
    def _list_subscriptions(self, call):
        params = self.params(call)
        full = "data.schedule" in listed(params.get("expand"))
        every = params.get("status") == "all"
        return self.page_of(call, [self._shown(row, full) for row in self.subscriptions.values()
                                   if row["customer"] == params.get("customer")
                                   and (every or row["status"] not in OVER)])

    @route("POST", r"/v1/subscriptions/(\w+)")
    def _update_subscription(self, call, id):
        row, params = self._known("subscription", self.subscriptions, id), self.params(call)
        if row["schedule"]:
            raise StripeError(400, "The subscription is managed by a subscription schedule.")
        if params.get("cancel_at_period_end", "").lower() == "true":
            self._cancel_later(row)
            return Answer(200, self._shown(row))
        [item] = listed(params["items"])
        if item["id"] != row["item"]:
            raise missing("subscription_item", item["id"])
        price = self._known("price", PRICES, item["price"])["id"]
        if self.declines and params.get("payment_behavior") == "error_if_incomplete":
            raise StripeError(402, "Your card was declined.", "card_error", code="card_declined")
        if _length(price) != _length(row["price"]):
            self._begin_period(row, price)
        row["price"] = price
        self.emit("customer.subscription.updated", self._shown(row))
        return Answer(200, self._shown(row))

    @route("POST", "/v1/subscription_schedules")
    def _create_schedule(self, call):
        row = self._known("subscription", self.subscriptions, self.params(call)["from_subscription"])
        if row["schedule"]:
            raise StripeError(400, "You cannot migrate a subscription that is already attached to a schedule.")
        id = self.new_id("sub_sched")
        row["schedule"] = id
        trial = {"trial_end": row["trial_end"]} if row["status"] == "trialing" else {}
        self.schedules[id] = {
            "id": id, "object": "subscription_schedule", "status": "active", "subscription": row["id"],
            "end_behavior": "release", "released_subscription": None, "phases": [
                {"start_date": row["start"], "end_date": row["end"], **trial,
                 "items": [{"price": row["price"], "quantity": 1}]}]}
        return Answer(200, self.schedules[id])

    @route("POST", r"/v1/subscription_schedules/(\w+)")
    def _update_schedule(self, call, id):
        schedule, params = self._active(id), self.params(call)
        phases = listed(params["phases"])
        if int(phases[0]["start_date"]) != schedule["phases"][0]["start_date"]:
            raise StripeError(400, "You can not modify the start date of the current phase.")
        schedule["phases"] = [{
            "start_date": int(phase["start_date"]), "end_date": int(phase["end_date"]) if "end_date" in phase else None,
            "items": [{"price": self._known("price", PRICES, item["price"])["id"], "quantity": 1}
                      for item in listed(phase["items"])]} for phase in phases]
        self.emit("customer.subscription.updated", self._shown(self.subscriptions[schedule["subscription"]]))
        return Answer(200, schedule)

    @route("POST", r"/v1/subscription_schedules/(\w+)/release")
    def _release(self, call, id):
        schedule = self._active(id)
        row = self.subscriptions[schedule["subscription"]]
        schedule.update(status="released", released_subscription=row["id"], subscription=None)
        row["schedule"] = None
        self.emit("customer.subscription.updated", self._shown(row))
        return Answer(200, schedule)

    # Effects of time

    def current(self, customer):
        """Return the customer's latest subscription; None without one."""
        rows = [row for row in self.subscriptions.values() if row["customer"] == customer]
        return rows[-1] if rows else None

    def renew(self, customer, pays=True):
        """End the period; the next one is paid, or its payment fails."""
        self._then(self._renew, customer, pays=pays)

    def pay_open(self, customer):
        """Pay the open invoice."""
        self._then(self._pay_open, customer)

    def end(self, customer):
        """End the subscription now."""
        self._then(self._end, customer)

    def cancel_later(self, customer):
        """Let the subscription end with its period."""
        self._then(self._cancel_later, customer)

    def _then(self, change, customer, **options):
        with self.lock:
            change(self.current(customer), **options)
        self._settle()

    def _settle(self):
        if not self.holding:
            self.deliver()

    def _renew(self, row, pays=True):
        if row["cancel_at_period_end"]:
            return self._end(row)
        if row["schedule"]:
            schedule = self.schedules[row["schedule"]]
            row["price"] = schedule["phases"][-1]["items"][0]["price"]
            schedule.update(status="released", subscription=None)
            row["schedule"] = None
        self._begin_period(row, row["price"])
        row["status"] = "active" if pays else "past_due"
        self.emit("customer.subscription.updated", self._shown(row))
        return self.emit("invoice.paid" if pays else "invoice.payment_failed",
                         self._invoice(row, "paid" if pays else "open"))

    def _pay_open(self, row):
        row["status"] = "active"
        self.emit("invoice.paid", self._invoice(row, "paid"))
        self.emit("customer.subscription.updated", self._shown(row))

    def _end(self, row):
        row.update(status="canceled", ended_at=int(time.time()), canceled_at=int(time.time()))
        self.emit("customer.subscription.deleted", self._shown(row))

    def _cancel_later(self, row):
        row.update(cancel_at_period_end=True, cancel_at=row["end"], canceled_at=int(time.time()))
        self.emit("customer.subscription.updated", self._shown(row))

    def _subscribe(self, customer, price, trial_days, metadata):
        id, moment = self.new_id("sub"), int(time.time())
        row = {"id": id, "customer": customer, "item": self.new_id("si"), "metadata": metadata, "created": moment,
               "status": "trialing" if trial_days else "active", "cancel_at": None, "cancel_at_period_end": False,
               "canceled_at": None, "ended_at": None, "schedule": None,
               "trial_end": moment + trial_days * 86400 if trial_days else None}
        self._begin_period(row, price)
        row["end"] = row["trial_end"] or row["end"]
        self.subscriptions[id] = row
        return row

    def _begin_period(self, row, price):
        row.update(price=price, start=int(time.time()), end=int(time.time()) + _length(price))

    def _shown(self, row, full=False):
        """Return the subscription in Stripe's form since 2025-03-31, with the period in its item."""
        item = {"id": row["item"], "object": "subscription_item", "price": PRICES[row["price"]], "quantity": 1,
                "current_period_start": row["start"], "current_period_end": row["end"], "subscription": row["id"]}
        schedule = self.schedules[row["schedule"]] if row["schedule"] and full else row["schedule"]
        return {name: row[name] for name in (
            "id", "customer", "status", "created", "cancel_at", "cancel_at_period_end", "canceled_at", "ended_at",
            "trial_end", "metadata")} | {
            "object": "subscription", "schedule": schedule, "currency": "usd", "livemode": False,
            "collection_method": "charge_automatically", "latest_invoice": f"in_of_{row['id']}",
            "items": {"object": "list", "data": [item], "has_more": False, "url": "/v1/subscription_items"}}

    def _invoice(self, row, status):
        return {"id": f"in_of_{row['id']}", "object": "invoice", "customer": row["customer"], "status": status,
                "livemode": False, "amount_due": PRICES[row["price"]]["unit_amount"], "currency": "usd",
                "parent": {"type": "subscription_details", "subscription_details": {"subscription": row["id"]}}}

    def _shown_session(self, session):
        return {name: value for name, value in session.items() if name not in ("line_items", "subscription_data")}

    def _active(self, id):
        schedule = self._known("subscription_schedule", self.schedules, id)
        if schedule["status"] != "active":
            raise StripeError(400, "The schedule is not active.")
        return schedule

    def _known(self, kind, rows, id):
        if id not in rows:
            raise missing(kind, id)
        return rows[id]


@contextmanager
def charging(app, stripe):
    """Let the application charge through this account until the block ends, and receive its events."""
    before = app.extensions["settings"], app.extensions["stripe"]
    settings = Settings(before[0].values | stripe.settings())
    app.extensions["settings"], app.extensions["stripe"] = settings, StripeApi(settings)
    stripe.webhook_url = f"{settings.app_url}/api/v1/billing/webhooks"
    try:
        yield
    finally:
        app.extensions["settings"], app.extensions["stripe"] = before
