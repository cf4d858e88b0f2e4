"""`/settings/records`: requesting exports, their progress, and their files."""

from flask import Blueprint, redirect, request

from intake.accounts.generated_files.states import KEPT_FOR, STATUS_NAMES
from intake.accounts.users.names import name_of
from intake.console.frame.console_page import console_page, go_to
from intake.core.clock import now
from intake.records.erasures.models import Erasure
from intake.records.exports import actions
from intake.records.exports.errors import TooManyExports
from intake.records.exports.models import Export

export_pages = Blueprint("export_pages", __name__)

NOTICES = {
    "asked": "The export is being made. You can leave this page: the bell says when it is ready.",
    "removed": "Removed.",
    "too_many": "Your firm has too many exports. Wait until one is ready, or remove one.",
    "not_ready": "This export is not ready.",
}
"""Values of `done` and `failed` in the address, and the sentence for each."""


@export_pages.get("")
@console_page("firms:write")
def index(desk):
    """List the exports of the last 7 days, and offer a new one."""
    return desk.page("records.html", 200, NOTICES, **_shown(desk))


@export_pages.get("/progress")
@console_page("firms:write")
def progress(desk):
    """Show the progress of the exports, for the page's script."""
    return desk.part("exports_made.html", **_shown(desk))


@export_pages.post("")
@console_page("firms:write", only_reads=True, once=True)
def create(desk):
    """Request an export of the firm or of a client."""
    try:
        actions.ask_for(desk.caller, request.form.get("client_id") or None, desk.language)
    except TooManyExports:
        return go_to("export_pages.index", failed="too_many")
    return go_to("export_pages.index", done="asked")


@export_pages.get("/<export_id>/download")
@console_page("firms:write")
def download(desk, export_id):
    """Redirect to the file, at an address that works for some minutes."""
    found = actions.download_url(Export.fetch(desk.caller, export_id))
    return redirect(found["url"], 303) if found else go_to("export_pages.index", failed="not_ready")


@export_pages.post("/<export_id>/remove")
@console_page("firms:write", only_reads=True)
def remove(desk, export_id):
    """Cancel or remove an export."""
    actions.remove(desk.caller, export_id)
    return go_to("export_pages.index", done="removed")


def _shown(desk):
    return {"exports": Export.with_makers(desk.caller), "statuses": STATUS_NAMES, "name_of": name_of,
            "took": list(Erasure.that_took_exports(desk.caller, now() - KEPT_FOR))}
