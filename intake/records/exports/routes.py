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

exports = Blueprint("exports", __name__)


@exports.get("")
@requires("firms:read")
@queries(PageQuery)
@returns_page(ExportRow)
def index(caller, query):
    """List the exports of the last 7 days, the newest first."""
    return Export.newest_page(caller, query)


@exports.post("")
@requires("firms:write")
@only_reads
@accepts(ExportIn)
@returns(ExportRow, status=202)
@raises(TooManyExports)
def create(caller, body):
    """Request an export of the firm, or with `client_id` of one client, as a zip archive."""
    return actions.ask_for(caller, **body)


@exports.get("/<export_id>")
@requires("firms:read")
@returns(ExportOut)
@raises(StorageUnavailable)
def show(caller, export_id):
    """Retrieve an export: its progress, and when it is ready the address of its file, which works for 5 minutes.

    Only callers who may read the file's contents get the address: `matters:read`, `clients:read` and `documents:read`.
    """
    export = Export.fetch(caller, export_id)
    export.download = actions.download_url(export) if all(map(caller.may, CONTENTS)) else None
    return export


@exports.delete("/<export_id>")
@requires("firms:write")
@only_reads
@returns(Deleted)
def destroy(caller, export_id):
    """Cancel an unfinished export, or remove a finished one with its file."""
    actions.remove(caller, export_id)
    return {"id": export_id}
