"""The addresses that the platforms call: `/webhooks`, and `/deauthorize` (docs/integrations.md)."""

from flask import Blueprint, request

from intake.core.errors import InvalidRequest, InvalidSignature, PayloadTooLarge
from intake.core.http import MAX_BODY_BYTES, json_response
from intake.core.networks import network_of
from intake.core.rate_limiter import count_request
from intake.integrations.platforms.data_types import InboundCall
from intake.integrations.platforms.parsing import NotAnObject, parse_body
from intake.integrations.platforms.registry import PLATFORMS, get_platform

from . import actions
from .authentication import UnverifiedSender, authenticate, candidate_connections, store_secret

UNVERIFIED_CALLS_A_MINUTE = 60
"""The limit per address for calls that do not name a connection."""

_NOT_JSON = "The body is not a JSON object."
_RECEIVED = {"received": True}


def webhooks_blueprint(platform):
    """Return the blueprint with the address to which one platform posts events."""
    blueprint = Blueprint(f"{platform.segment}_inbound", __name__)

    @blueprint.post("/webhooks")
    def webhooks():
        """Record and apply an event, or answer a handshake."""
        get_platform(platform.segment)
        call, is_json = _read_call()
        token = request.args.get("connection")
        if not token:
            _count_unverified()
        if secret := platform.webhooks.handshake_secret(call):
            return _answer_handshake(platform, token, call, secret)
        try:
            integration = authenticate(platform, token, call)
        except UnverifiedSender as sender:
            if token:
                _count_unverified()
            actions.record_refusal(platform, sender.integration, sender.reason)
            raise InvalidSignature from None
        if not is_json:
            actions.record_refusal(platform, integration, _NOT_JSON)
            raise InvalidRequest(_NOT_JSON)
        actions.receive_event(integration, platform, call)
        return json_response(_RECEIVED)

    return blueprint


def deauthorize_blueprint(platform):
    """Return the blueprint with the address that one platform calls when a user removed Intake there."""
    blueprint = Blueprint(f"{platform.segment}_deauthorized", __name__)

    @blueprint.post("/deauthorize")
    def deauthorize():
        """Plan a check of the connections. The call is only a hint: the worker asks the platform itself."""
        get_platform(platform.segment)
        _count_unverified()
        call, _ = _read_call()
        token = request.args.get("connection")
        actions.plan_connection_checks(platform, token, call.payload | request.form.to_dict())
        return json_response({"ok": True})

    return blueprint


def _answer_handshake(platform, token, call, secret):
    """Return the secret to any caller; store it only if the call names exactly one connection."""
    connections = candidate_connections(platform, token, call) if token else []
    if len(connections) == 1:
        store_secret(connections[0], platform.webhooks.subscription_id(call), secret)
    return json_response(_RECEIVED, headers={"X-Hook-Secret": secret})


def _read_call():
    """Return the call, and whether its body is a JSON object. Raises `PayloadTooLarge`."""
    body = request.get_data()
    if len(body) > MAX_BODY_BYTES:
        raise PayloadTooLarge
    try:
        return InboundCall(request.headers, body, parse_body(body)), True
    except NotAnObject:
        return InboundCall(request.headers, body, {}), False


def _count_unverified():
    """Count an unverified call from this address. Raises `RateLimitExceeded`."""
    count_request(f"unverified:{network_of(request.remote_addr)}", UNVERIFIED_CALLS_A_MINUTE)


webhooks = {segment: webhooks_blueprint(platform) for segment, platform in PLATFORMS.items()}
"""A blueprint for each platform, by segment."""

deauthorized = {segment: deauthorize_blueprint(platform) for segment, platform in PLATFORMS.items()
                if platform.reports_removal}
"""A blueprint for each platform that reports a removal, by segment."""
