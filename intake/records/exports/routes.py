"""`/api/v1/exports`."""

from flask import Blueprint

from intake.accounts.access.guard import only_reads, requires
from intake.core.http import accepts, queries, raises, returns, returns_page
from intake.core.schemas import Deleted, PageQuery
from intake.gateways.storage import StorageUnavailable

from . import actions
from .errors import TooManyExports
from .models import Export
from .schemas import ExportIn, ExportOut, ExportRow
from .states import CONTENTS

exports = Blueprint("exports", __name__, template_folder="../templates")


@exports.get("")
@requires("firms:read")
@queries(PageQuery)
@returns_page(ExportRow)
def index(caller, query):
    """List the exports of the last 7 days, the newest first."""
    return Export.listed(caller, query)


@exports.post("")
@requires("firms:write")
@only_reads
@accepts(ExportIn)
@returns(ExportRow, status=202)
@raises(TooManyExports)
def create(caller, body):
    """Ask for everything of the firm, or with `client_id` of one client, as a zip archive; it is then made."""
    return actions.ask_for(caller, **body)


@exports.get("/<export_id>")
@requires("firms:read")
@returns(ExportOut)
@raises(StorageUnavailable)
def show(caller, export_id):
    """Retrieve an export: how far it is, and the address of its file when it is ready; it works for 5 minutes.

    The address is there for callers who may read what is in the file: with `matters:read`, `clients:read` and
    `documents:read`.
    """
    export = Export.fetch(caller, export_id)
    export.download = actions.download_url(export) if all(map(caller.may, CONTENTS)) else None
    return export


@exports.delete("/<export_id>")
@requires("firms:write")
@only_reads
@returns(Deleted)
def destroy(caller, export_id):
    """Cancel an export that is being made, or remove one that was, with its file."""
    actions.remove(caller, export_id)
    return {"id": export_id}
