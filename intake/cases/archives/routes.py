"""`/api/v1/matters/:id/documents/archive`."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.core.content_types import ZIP
from intake.core.http import queries, raises, returns_file, waits_on_network
from intake.core.languages import ENGLISH
from intake.gateways.storage import StorageUnavailable

from .actions import make_archive
from .responses import archive_response
from .schemas import ArchiveQuery

archives = Blueprint("archives", __name__)


@archives.get("")
@requires("documents:read")
@waits_on_network
@queries(ArchiveQuery)
@returns_file(ZIP)
@raises(StorageUnavailable)
def show(caller, matter_id, query):
    """Download the approved files of a matter as one zip archive, or with `files=all` every file.

    Files that are infected, not yet scanned for viruses, or missing from storage are left out; a text in the archive
    names them.
    """
    return archive_response(*make_archive(caller, matter_id, query["files"], ENGLISH))
