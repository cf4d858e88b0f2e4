"""What the platforms call: `/webhooks`, and `/deauthorize` (interface, "Integration endpoints")."""

from flask import Blueprint, current_app, request

from intake.core.clock import iso
from intake.core.errors import InvalidRequest, InvalidSignature, PayloadTooLarge, RateLimitExceeded
from intake.core.http import MAX_BODY_BYTES, json_response
from intake.integrations.platforms.platforms import platform

from . import actions, keyring
from .dialects import DIALECTS
from .message import Call
from .payload import NotAnObject, payload_of
from .sender import UnverifiedSender, authenticate, named
from .states import NOT_JSON, STRANGERS_A_MINUTE

_RECEIVED = {"received": True}


def webhooks_of(dialect):
    """The address at which a platform tells of its events."""
    blueprint = Blueprint(f"{dialect.segment}_inbound", __name__)

    @blueprint.post("/webhooks")
    def webhooks():
        """An event of the platform is in the audit log and heeded, or a handshake is answered."""
        platform(dialect.segment)
        call, is_json = _call()
        token = request.args.get("connection")
        if not token:
            _count_stranger()
        if secret := dialect.handshake_secret(call):
            return _shaken(dialect, token, call, secret)
        try:
            integration = authenticate(dialect, token, call)
        except UnverifiedSender as stranger:
            if token:
                _count_stranger()
            actions.refuse(dialect, stranger.integration, stranger.reason)
            raise InvalidSignature from None
        if not is_json:
            actions.refuse(dialect, integration, NOT_JSON)
            raise InvalidRequest(NOT_JSON)
        actions.receive_event(integration, dialect, call)
        return json_response(_RECEIVED)

    return blueprint


def deauthorize_of(dialect):
    """The address that a platform calls when somebody removed Intake there."""
    blueprint = Blueprint(f"{dialect.segment}_deauthorized", __name__)

    @blueprint.post("/deauthorize")
    def deauthorize():
        """Somebody may have removed Intake. That is a hint only: the worker asks the platform itself."""
        platform(dialect.segment)
        _count_stranger()
        call, _ = _call()
        actions.look_after(dialect.segment, request.args.get("connection"), call.payload | request.form.to_dict())
        return json_response({"ok": True})

    return blueprint


def _shaken(dialect, token, call, secret):
    """The platform gets its secret back, whoever it is; it is kept for the one connection that the call names."""
    connections = named(dialect, token, call) if token else []
    if len(connections) == 1:
        keyring.keep(connections[0], dialect.subscription_id(call), secret)
    return json_response(_RECEIVED, headers={"X-Hook-Secret": secret})


def _call():
    """What came, and whether its body is a JSON object. Raises `PayloadTooLarge`."""
    body = request.get_data()
    if len(body) > MAX_BODY_BYTES:
        raise PayloadTooLarge
    try:
        return Call(request.headers, body, payload_of(body)), True
    except NotAnObject:
        return Call(request.headers, body, {}), False


def _count_stranger():
    """One more call from this address that proves nothing. Raises `RateLimitExceeded`."""
    verdict = current_app.extensions["rate_limiter"].hit(f"stranger:{request.remote_addr}", STRANGERS_A_MINUTE)
    if not verdict.allowed:
        raise RateLimitExceeded(headers=verdict.headers, limit=STRANGERS_A_MINUTE, window="60s",
                                reset_at=iso(verdict.reset_moment))


webhooks = {segment: webhooks_of(dialect) for segment, dialect in DIALECTS.items()}
"""A blueprint for every platform."""

deauthorized = {segment: deauthorize_of(dialect) for segment, dialect in DIALECTS.items() if dialect.tells_of_removal}
"""A blueprint for every platform that tells of it."""
