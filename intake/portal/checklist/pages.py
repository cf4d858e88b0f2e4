"""`/p/<token>/documents`: what the client has to hand in, and what was handed in (decisions.md 7)."""

from contextlib import suppress

from flask import Blueprint, redirect
from marshmallow import Schema

from intake.cases.uploads.withdrawal import withdraw
from intake.core import fields
from intake.core.errors import ApiError
from intake.core.http import returns
from intake.gateways.storage import storage
from intake.portal.session.link_closed import with_readable_errors
from intake.portal.session.visit import POLICY, portal_page
from intake.web import csrf
from intake.web.formatting import format_file_size, format_moment

from .items import Checklist

portal_checklist = Blueprint("portal_checklist", __name__, template_folder="../templates")
portal_checklist.after_request(with_readable_errors)


class Progress(Schema):
    """How far a client is; `version` is another one whenever the page would look different."""

    version = fields.String()
    checking = fields.Boolean(attribute="is_checking")


@portal_checklist.get("/<token>/documents")
@portal_page
def show(visit):
    """Every item, its state, its files, and the way to hand one in."""
    return _shown(visit)


@portal_checklist.get("/<token>/documents.json")
@portal_page
@returns(Progress)
def progress(visit):
    """Whether the page is still true. Small: the page asks every few seconds while a file is being checked."""
    return Checklist(visit)


@portal_checklist.post("/<token>/uploads/<upload_id>/remove")
@portal_page
def remove(visit, upload_id):
    """The file is taken back. The page that follows shows what is there, also if it was too late for that."""
    if not csrf.is_genuine():
        return _shown(visit, 400, notice="foreign")
    with suppress(ApiError):
        withdraw(visit, visit.matter.id, upload_id)
    return redirect(visit.path("/documents"), 303)


def _shown(visit, status=200, **values):
    cookie = csrf.cookie()
    # The policy of every page of a client, and beside it the storage, to which scripts send the files.
    policy = POLICY.replace("connect-src 'self'", f"connect-src 'self' {storage.upload_origin}")
    values |= {"format_file_size": lambda size: format_file_size(size, visit.language),
               "format_moment": lambda moment: format_moment(moment, visit.firm.timezone, visit.language)}
    return csrf.protected(
        visit.page("checklist.html", status, policy, step="documents", checklist=Checklist(visit),
                   csrf=csrf.signature(cookie), **values), cookie)
