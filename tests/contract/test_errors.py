"""Every error has its status, its code and its details, and the trigger in its row causes it."""

import pytest

from tests.contract.tables.errors import ERRORS, UNROUTED
from tests.contract.tables.shapes import INTEGER, OBJECT, TEXT, TIMESTAMP, exactly, schema_errors

ERROR = {"error": {"code": TEXT, "message": TEXT, "details": OBJECT}}
DETAILS = {
    "validation_error": {"fields": [{"field": TEXT, "message": TEXT}]},
    "rate_limit_exceeded": {"limit": INTEGER, "window": exactly("60s"), "reset_at": TIMESTAMP},
    "insufficient_scope": {"required_scope": TEXT},
}
NOT_FOUND = {"id": TEXT, "resource": TEXT}


def _row_id(row):
    status, code, call, trigger = row
    return f"{status} {code} by {call} {getattr(trigger, '__name__', '').replace('_', ' ')}"


@pytest.mark.parametrize(("status", "code", "call", "trigger"), ERRORS, ids=map(_row_id, ERRORS))
def test_trigger_causes_the_documented_error(status, code, call, trigger, app, full):
    assert trigger, f"{call} exists: name a trigger of {code} in tables/errors.py"
    response = trigger(full, call)
    assert (response.status_code, response.json["error"]["code"]) == (status, code), response.text
    assert not schema_errors(ERROR, response.json)
    wanted = NOT_FOUND if code.endswith("_not_found") else DETAILS.get(code)
    if wanted:
        assert not schema_errors(wanted, response.json["error"]["details"], "details")
    if code.endswith("_not_found"):
        assert response.json["error"]["details"]["resource"] == code.removesuffix("_not_found")


@pytest.mark.parametrize(("status", "code", "address"), UNROUTED, ids=[
    f"{status} {code} by {address}" for status, code, address in UNROUTED])
def test_unknown_address_or_method_gets_an_error_in_json(status, code, address, app, full):
    response = full.call(*address.split())
    assert (response.status_code, response.json["error"]["code"]) == (status, code)
    assert not schema_errors(ERROR, response.json)


def test_every_documented_code_has_a_row():
    """docs/behaviour.md, "General rules", lists them by status."""
    listed = {
        400: "invalid_request validation_error",
        401: "unauthorized missing_api_key invalid_api_key revoked_api_key expired_token",
        403: "insufficient_scope firm_suspended forbidden",
        404: "matter_not_found client_not_found webhook_not_found upload_not_found",
        409: "duplicate_email user_already_exists upload_already_confirmed",
        422: "duplicate_matter invalid_status_transition upload_url_expired file_not_found_in_storage "
             "user_limit_reached webhook_inactive send_failed",
        429: "rate_limit_exceeded",
        502: "delivery_failed",
    }
    assert {(status, code) for status, codes in listed.items() for code in codes.split()} <= {row[:2] for row in ERRORS}
