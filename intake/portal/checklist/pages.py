"""`/p/<token>/documents`: the checklist of what the client has to hand in (docs/portal.md)."""

from contextlib import suppress

from flask import Blueprint, redirect
from marshmallow import Schema

from intake.cases.uploads.withdrawal import withdraw
from intake.core import fields
from intake.core.errors import ApiError
from intake.core.http import returns
from intake.gateways.storage import storage
from intake.portal.session.link_closed import with_readable_errors
from intake.portal.session.portal_session import POLICY, portal_page
from intake.web import csrf
from intake.web.formatting import format_file_size, format_moment

from .items import Checklist

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
    return _shown(session)


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
        return _shown(session, 400, notice="foreign")
    with suppress(ApiError):
        withdraw(session, session.matter.id, upload_id)
    return redirect(session.path("/documents"), 303)


def _shown(session, status=200, **values):
    # Scripts send the files to the storage.
    policy = POLICY.replace("connect-src 'self'", f"connect-src 'self' {storage.upload_origin}")
    values |= {"format_file_size": lambda size: format_file_size(size, session.language),
               "format_moment": lambda moment: format_moment(moment, session.firm.timezone, session.language)}
    return session.form_page("checklist.html", status, policy, step="documents", checklist=Checklist(session), **values)
