"""`/invitations/<token>`: where the link in the mail leads (decisions.md 6)."""

from flask import Blueprint, redirect, request, url_for

from intake.web import csrf
from intake.web.forms import NOT_OURS, form_page

from . import actions
from .errors import UserAlreadyExists
from .joining import PASSWORD_LENGTH, Answers
from .models import Invitation
from .states import ACCEPTED, PENDING

invitations = Blueprint("invitations", __name__, template_folder="templates")


@invitations.get("/<token>")
def show(token):
    """The form, or why there is none."""
    invitation = Invitation.by_token(token)
    if not _opens(invitation):
        return _closed(invitation)
    return _form(invitation)


@invitations.post("/<token>")
def accept(token):
    """The invited person is a member, unless something on the form is wrong."""
    invitation = Invitation.by_token(token)
    if not _opens(invitation):
        return _closed(invitation)
    answers = Answers(request.form, invitation.email)
    if not csrf.is_genuine():
        return _form(invitation, 400, answers, notice=NOT_OURS)
    if answers.wrong:
        return _form(invitation, 422, answers, wrong=answers.wrong)
    try:
        actions.accept(invitation, **answers.values)
    except UserAlreadyExists:
        return _said("taken", invitation, 409)
    return redirect(url_for("invitations.show", token=token), 303)  # which tells how it went


def _opens(invitation):
    return invitation is not None and invitation.is_open and not invitation.firm.suspended_at


def _form(invitation, status=200, filled=None, **values):
    return form_page("invitation_form.html", status, invitation=invitation, filled=filled or invitation,
                     password_length=PASSWORD_LENGTH, **values)


def _closed(invitation):
    """Why the link opens nothing. Of a firm that is suspended nothing is told."""
    if invitation is None or invitation.firm.suspended_at:
        return _said("unknown", None, 404)
    if invitation.status == ACCEPTED:
        return _said("accepted", invitation, 200)
    return _said("expired" if invitation.status == PENDING else "withdrawn", invitation, 410)


def _said(what, invitation, status):
    return form_page("invitation_over.html", status, what=what, invitation=invitation)
