"""`/invitations/<token>`: accept an invitation."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from intake.web import csrf
from intake.web.forms import NOT_OURS, form_page

from . import actions
from .errors import UserAlreadyExists
from .models import Invitation
from .name_rules import name_errors
from .password_rules import MIN_LENGTH, password_errors
from .states import ACCEPTED, PENDING

invitations = Blueprint("invitations", __name__)


class InvitationForm:
    """The submitted values of the form. `errors` has a message for each field that is wrong."""

    def __init__(self, form: Mapping[str, str], email: str, *firm_names: str) -> None:
        self.first_name, self.last_name = form.get("first_name", ""), form.get("last_name", "")
        self._password = form.get("password", "")
        self.errors = name_errors(self.first_name, self.last_name) | password_errors(
            self._password, form.get("repeated", ""), self.first_name, self.last_name, email, *firm_names)

    @property
    def values(self) -> dict[str, str]:
        """The values for `actions.accept`; only without errors."""
        return {"first_name": self.first_name.strip(), "last_name": self.last_name.strip(), "password": self._password}


@invitations.get("/<token>")
def show(token: str) -> ResponseReturnValue:
    """Show the form, or why the invitation cannot be accepted."""
    invitation = Invitation.by_token(token)
    if invitation is None or not _is_acceptable(invitation):
        return _closed(invitation)
    return _form(invitation)


@invitations.post("/<token>")
def accept(token: str) -> ResponseReturnValue:
    """Create the user, or show the form again with what is wrong."""
    invitation = Invitation.by_token(token)
    if invitation is None or not _is_acceptable(invitation):
        return _closed(invitation)
    form = InvitationForm(request.form, invitation.email, *invitation.firm.names)
    if not csrf.is_genuine():
        return _form(invitation, 400, form, notice=NOT_OURS)
    if form.errors:
        return _form(invitation, 422, form, wrong=form.errors)
    try:
        actions.accept(invitation, **form.values)
    except UserAlreadyExists:
        return _result("taken", invitation, 409)
    return redirect(url_for("invitations.show", token=token), 303)  # which shows the invitation's status


def _is_acceptable(invitation: Invitation) -> bool:
    return invitation.is_open and not invitation.firm.is_stopped


def _form(invitation: Invitation, status: int = 200, filled: InvitationForm | None = None, **values: Any) -> Response:
    return form_page("invitation_form.html", status, invitation=invitation, filled=filled or invitation,
                     password_length=MIN_LENGTH, **values)


def _closed(invitation: Invitation | None) -> Response:
    """Show why the invitation cannot be accepted. That a firm is suspended is not disclosed."""
    if invitation is None or invitation.firm.suspended_at:
        return _result("unknown", None, 404)
    if invitation.status == ACCEPTED:
        return _result("accepted", invitation, 200)
    if invitation.is_open:
        return _result("leaving", invitation, 423)
    return _result("expired" if invitation.status == PENDING else "withdrawn", invitation, 410)


def _result(what: str, invitation: Invitation | None, status: int) -> Response:
    return form_page("invitation_over.html", status, what=what, invitation=invitation)
