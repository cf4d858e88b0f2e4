"""`/p/<token>/documents`: the checklist of what the client has to hand in (docs/portal.md)."""

from contextlib import suppress

from flask import Blueprint, redirect
from marshmallow import Schema

from intake.cases.uploads.withdrawal import withdraw
from intake.core import fields
from intake.core.errors import ApiError
from intake.core.http import returns
from intake.portal.session.link_closed import with_readable_errors
from intake.portal.session.portal_session import portal_page
from intake.web import csrf

from .items import Checklist
from .showing import show_checklist

portal_checklist = Blueprint("portal_checklist", __name__, template_folder="../templates")
portal_checklist.after_request(with_readable_errors)


class Progress(Schema):
    """Whether the page is out of date: `version` changes whenever it would look different."""

    version = fields.String()
    checking = fields.Boolean(attribute="is_checking")


@portal_checklist.get("/<token>/documents")
@portal_page
def show(session):
    """Show every item with its state, its files and its upload buttons."""
    return show_checklist(session)


@portal_checklist.get("/<token>/documents.json")
@portal_page
@returns(Progress)
def progress(session):
    """Return the page's version. Kept small: the page polls it every few seconds while a file is being checked."""
    return Checklist(session)


@portal_checklist.post("/<token>/uploads/<upload_id>/remove")
@portal_page
def remove(session, upload_id):
    """Withdraw a file unless it was reviewed; either way the checklist shows what is there."""
    if not csrf.is_genuine():
        return show_checklist(session, 400, notice="foreign")
    with suppress(ApiError):
        withdraw(session, session.matter.id, upload_id)
    return redirect(session.path("/documents"), 303)
