"""`/settings/records/close`: the firm's name and the person's password close the firm; another form cancels that."""

from flask import Blueprint

from intake.accounts.sessions.passwords.actions import verify_current_password
from intake.cases.holds.models import LegalHold
from intake.console.frame.console_page import console_page, go_to
from intake.gateways.stripe_api import stripe_api
from intake.records.closing import actions
from intake.records.closing.errors import FirmNotLeaving, OtherName
from intake.records.closing.states import READ_ONLY_FOR
from intake.web.forms import typed

closing_pages = Blueprint("closing_pages", __name__)

NOTICES = {
    "closed": "The firm is being closed. An export is being made.",
    "back": "The firm goes on as before.",
    "not_leaving": "The firm is not being closed, or its erasure has begun.",
}
"""Values of `done` and `failed` in the address, and the sentence for each."""

WRONG = {"name": "This is not the firm’s name.", "password": "This is not your password."}


@closing_pages.get("")
@console_page("firms:write")
def show(desk):
    """Explain closing, or show until when it can be cancelled."""
    return _page(desk)


@closing_pages.post("")
@console_page("firms:write", unpaid=True)
def close(desk):
    """Close the firm."""
    if not verify_current_password(desk.session, typed("password")):
        return _page(desk, 422, wrong={"password": WRONG["password"]}, given=typed("name"))
    try:
        actions.close(desk.caller, typed("name"), desk.language)
    except OtherName:
        return _page(desk, 422, wrong={"name": WRONG["name"]}, given=typed("name"))
    return go_to("closing_pages.show", done="closed")


@closing_pages.post("/take-back")
@console_page("firms:write", unpaid=True)
def withdraw(desk):
    """Cancel the closing of the firm."""
    try:
        actions.withdraw(desk.caller)
    except FirmNotLeaving:
        return go_to("closing_pages.show", failed="not_leaving")
    return go_to("closing_pages.show", done="back")


def _page(desk, status=200, wrong=None, given=""):
    holds = LegalHold.of(desk.caller).where(LegalHold.lifted_at.is_null()).count()
    return desk.page("closing.html", status, NOTICES, state=actions.state_of(desk.caller), wrong=wrong, given=given,
                     days=READ_ONLY_FOR.days, holds=holds, is_charged=stripe_api.is_configured)
