"""Clio's webhooks: subscriptions, the handshake that hands over the secret, and signed deliveries.

`clio.deliver_call` sends them: over HTTP, or `deliver_to(app)` in tests without a web server.
"""

import base64
import hashlib
import hmac
import json
import secrets
from datetime import UTC, datetime, timedelta

from .platform_server import Answer, route

API = "/api/v4"
MODELS = {"matter": "matters", "contact": "contacts", "document": "documents"}
EVENTS = ("created", "updated", "deleted", "matter_opened", "matter_pended", "matter_closed")
_DEFAULT, _LONGEST = timedelta(days=3), timedelta(days=31)


class ClioHooks:
    """Mixed into `Clio`.

    `sends_handshakes`: a new subscription begins with a handshake. `echoes`: changes by the API are delivered as well,
    as at Clio.
    """

    sends_handshakes, echoes = True, False

    def init_webhooks(self):
        """Begin without subscriptions."""
        self.webhooks = {}

    def handshake(self, webhook):
        """Send the secret to the subscription's address; return the header of the response."""
        webhook["shared_secret"] = secrets.token_hex(16)
        body = json.dumps({"data": {"webhook": {"id": webhook["id"]}}, "meta": {"webhook_id": webhook["id"]}}).encode()
        _, headers = self.deliver_call(webhook["url"], {
            "Content-Type": "application/json", "X-Hook-Secret": webhook["shared_secret"]}, body)
        echo = headers.get("X-Hook-Secret")
        if echo == webhook["shared_secret"]:
            webhook["status"] = "enabled"
        return echo

    def deliver(self, event, record, model="matter", encoding="hex"):
        """Deliver to every enabled subscription of the model and event; return the statuses of the responses."""
        hooks = [hook for hook in list(self.webhooks.values())
                 if hook["status"] == "enabled" and hook["model"] == model and event in hook["events"]]
        return [self.send(hook, self.message(hook, event, record), encoding) for hook in hooks]

    def message(self, webhook, event, record):
        """The body of a delivery, bytes."""
        names = [name.partition("{")[0] for name in webhook["fields"].split(",")]
        data = {name: record.get(name) for name in ("id", "etag", *names)}
        return json.dumps({"data": data, "meta": {"event": event, "webhook_id": webhook["id"]}}).encode()

    def send(self, webhook, body, encoding="hex", secret=None):
        """Send these bytes, signed; return the status of the response."""
        signature = hmac.digest((secret or webhook["shared_secret"]).encode(), body, hashlib.sha256)
        encoded = signature.hex() if encoding == "hex" else base64.b64encode(signature).decode()
        return self.deliver_call(
            webhook["url"], {"Content-Type": "application/json", "X-Hook-Signature": encoded}, body)[0]

    @route("GET", f"{API}/webhooks.json")
    def _webhooks(self, call):
        return self.listed(call, self.webhooks.values())

    @route("POST", f"{API}/webhooks.json")
    def _new_webhook(self, call):
        data = call.json.get("data", {})
        if data.get("model") not in MODELS or not data.get("events") or set(data["events"]) - set(EVENTS) or (
                not str(data.get("url", "")).startswith(("https://", "http://127.0.0.1:"))):
            return self.refusal(422, message="url, model and events are required.")
        if len(data.get("fields", "")) > 1000 or not (expires_at := _expiry(data)):
            return self.refusal(422, message="fields or expires_at are not possible.")
        webhook = self._kept(self.webhooks, {
            "url": data["url"], "model": data["model"], "events": data["events"], "status": "pending",
            "fields": data.get("fields", "id,etag"), "shared_secret": None, "expires_at": expires_at})
        answer = self.shown(call, webhook, 201)
        if self.sends_handshakes:
            answer.before_sending = lambda: self.handshake(webhook)
        return answer

    @route("GET", API + r"/webhooks/(\d+)\.json")
    def _webhook(self, call, id):
        webhook = self.webhooks.get(int(id))
        return self.shown(call, webhook) if webhook else self.refusal(404, message="Webhook not found.")

    @route("PATCH", API + r"/webhooks/(\d+)\.json")
    def _changed_webhook(self, call, id):
        webhook, data = self.webhooks.get(int(id)), call.json.get("data", {})
        if webhook is None:
            return self.refusal(404, message="Webhook not found.")
        if "expires_at" in data and not _expiry(data):
            return self.refusal(422, message="expires_at is at most 31 days away.")
        moved = data.get("url", webhook["url"]) != webhook["url"]
        webhook.update({name: data[name] for name in ("url", "events", "fields", "expires_at") if name in data})
        answer = self.shown(call, webhook)
        if moved and self.sends_handshakes:
            answer.before_sending = lambda: self.handshake(webhook)
        return answer

    @route("PUT", API + r"/webhooks/(\d+)/activate(?:\.json)?")
    def _activate(self, call, id):
        webhook = self.webhooks.get(int(id))
        if webhook is None or call.headers.get("x-hook-secret") != webhook["shared_secret"]:
            return self.refusal(404 if webhook is None else 403)
        webhook["status"] = "enabled"
        return self.shown(call, webhook)

    @route("DELETE", API + r"/webhooks/(\d+)\.json")
    def _end_webhook(self, call, id):
        return Answer(204) if self.webhooks.pop(int(id), None) else self.refusal(404)


def _expiry(data):
    """The expiry of the subscription as text; None if it is invalid."""
    now = datetime.now(UTC)
    if "expires_at" not in data:
        return (now + _DEFAULT).isoformat()
    try:
        wanted = datetime.fromisoformat(data["expires_at"])
    except (TypeError, ValueError):
        return None
    wanted = wanted if wanted.tzinfo else wanted.replace(tzinfo=UTC)
    return data["expires_at"] if now < wanted <= now + _LONGEST + timedelta(minutes=5) else None
