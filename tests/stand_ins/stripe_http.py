"""The common parts of Stripe's API: keys, forms, errors, lists, idempotency, and signed events.

They follow https://docs.stripe.com/api. `Stripe` in `stripe_account.py` has the resources.
"""

import hashlib
import hmac
import json
import re
import time
from itertools import count
from urllib.parse import parse_qsl

from .platform_server import Answer, PlatformServer

API_KEY, SECRET = "sk_test_the-secret-key", "whsec_the-signing-secret"
VERSION = "2026-10-28.endive"
_STEP = re.compile(r"\[([^\]]*)\]")


class StripeError(Exception):
    """An error in Stripe's form."""

    def __init__(self, status, message, type="invalid_request_error", **more):
        super().__init__(message)
        self.answer = Answer(status, {"error": {"type": type, "message": message, **more}})


def missing(kind, id):
    return StripeError(404, f"No such {kind}: '{id}'", code="resource_missing", param="id")


def parsed(pairs):
    """Return the nested parameters of a form: `a[0][b]=c` is `{"a": {"0": {"b": "c"}}}`."""
    found = {}
    for name, value in pairs:
        steps = [name.partition("[")[0], *_STEP.findall(name)]
        place = found
        for step in steps[:-1]:
            place = place.setdefault(step or str(len(place)), {})
        place[steps[-1] or str(len(place))] = value
    return found


def listed(value):
    """Return the values of a parameter that is a list."""
    return [value[place] for place in sorted(value, key=int)] if value else []


def signature(body, secret=SECRET, at=None):
    """Return a `Stripe-Signature`, computed independently of Stripe's library, with one signature per secret."""
    at = int(at if at is not None else time.time())
    secrets = [secret] if isinstance(secret, str) else secret
    signed = f"{at}.".encode() + body
    return ",".join([f"t={at}", *(f"v1={hmac.digest(each.encode(), signed, hashlib.sha256).hex()}" for each in secrets),
                     "v0=6ffbb59b2300aae63f272406069a9788598b792a944a07aba816edb039989a39"])


class StripeHttp(PlatformServer):
    """Answers calls with the key, and delivers events to `webhook_url`, signed, unless `holding`."""

    name = "Stripe"

    def __init__(self, port=0):
        super().__init__(port)
        self.events, self.outbox, self.holding, self.webhook_url, self.secrets = [], [], False, None, [SECRET]
        self.statuses = []
        """The statuses of the answers to events, the oldest first."""
        self._answered, self._number, self._started = {}, count(1), int(time.time() * 1000)

    def new_id(self, prefix):
        return f"{prefix}_{self._started}{next(self._number):06d}"

    def refusal(self, status, headers=None):
        kinds = {401: "invalid_request_error", 429: "rate_limit_error"}
        kind = kinds.get(status, "api_error" if status >= 500 else "invalid_request_error")
        return Answer(status, {"error": {"type": kind, "message": "No."}}, headers or {})

    def answer_to(self, call):
        if not call.path.startswith("/v1/"):
            return self._delivering(super().answer_to(call))  # a page
        if call.headers.get("authorization") != f"Bearer {API_KEY}":
            return StripeError(401, "Invalid API Key provided").answer
        try:
            answer = self._once(call, super().answer_to)
        except StripeError as error:
            answer = error.answer
        answer.headers |= {"Request-Id": self.new_id("req"), "Stripe-Version": VERSION}
        return self._delivering(answer)

    def _once(self, call, perform):
        """Perform a POST with an Idempotency-Key once, and repeat its answer."""
        key = call.headers.get("idempotency-key")
        if call.method != "POST" or not key:
            return perform(call)
        fingerprint = (call.path, sorted(parse_qsl(call.body.decode())))
        if key in self._answered:
            first, answer = self._answered[key]
            if first != fingerprint:
                raise StripeError(400, "Keys for idempotent requests can only be used with the same parameters they "
                                       f"were first used with. Try a key other than '{key}'.", "idempotency_error")
            return Answer(answer.status, answer.payload, {"Idempotent-Replayed": "true"})
        answer = perform(call)  # validation errors are raised and not stored
        answer.payload = json.loads(answer.body)
        self._answered[key] = (fingerprint, answer)
        return answer

    def params(self, call):
        """Return the parameters of a call, from its query or its form."""
        return parsed(call.query.items()) if call.method == "GET" else parsed(
            parse_qsl(call.body.decode(), keep_blank_values=True))

    def page_of(self, call, rows):
        """Return a page of these rows, given oldest first, as Stripe lists them."""
        params, newest = self.params(call), rows[::-1]
        ids = [row["id"] for row in newest]
        start = ids.index(params["starting_after"]) + 1 if "starting_after" in params else 0
        limit = int(params.get("limit", 10))
        if not 1 <= limit <= 100:
            raise StripeError(400, "Invalid limit", param="limit")
        shown = newest[start:start + limit]
        return Answer(200, {"object": "list", "url": call.path, "has_more": start + limit < len(newest), "data": shown})

    def emit(self, type, object):
        """Record an event about this object as it is now."""
        event = {"id": self.new_id("evt"), "object": "event", "api_version": VERSION, "created": int(time.time()),
                 "type": type, "livemode": False, "pending_webhooks": 1,
                 "request": {"id": None, "idempotency_key": None},
                 "data": {"object": json.loads(json.dumps(object))}}
        self.events.append(event)
        self.outbox.append(event)

    def deliver(self, event=None):
        """Deliver this event again, or the waiting ones, the oldest first."""
        waiting = [event] if event else [self.outbox.pop(0) for _ in range(len(self.outbox))]
        for each in waiting:
            if self.webhook_url:
                self.statuses.append(self.post(each))

    def post(self, event, secret=None, at=None):
        """Post an event and return the status of the answer. Raises `OSError`."""
        body = json.dumps(event, indent=2).encode()
        headers = {"Content-Type": "application/json; charset=utf-8", "User-Agent": "Stripe/1.0",
                   "Stripe-Signature": signature(body, secret or self.secrets, at)}
        return self.deliver_call(self.webhook_url, headers, body)[0]

    def _delivering(self, answer):
        if self.outbox and not self.holding:
            answer.before_sending = self.deliver
        return answer
