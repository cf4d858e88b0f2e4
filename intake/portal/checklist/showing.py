"""The page of the checklist."""

from intake.cases.documents.states import DEFAULT_MAX_FILE_SIZE_MB, MEGABYTE
from intake.gateways.storage import storage
from intake.web.formatting import format_file_size, format_moment
from intake.web.rendering import sending_to

from .items import Checklist


def show_checklist(session, status=200, **values):
    """Return the page of the session's checklist."""
    values |= {"format_file_size": lambda size: format_file_size(size, session.language),
               "format_moment": lambda moment: format_moment(moment, session.firm.timezone, session.language),
               "usual_limit": DEFAULT_MAX_FILE_SIZE_MB * MEGABYTE}
    return session.form_page("checklist.html", status, sending_to(storage.upload_origin), step="documents",
                             checklist=Checklist(session), **values)
