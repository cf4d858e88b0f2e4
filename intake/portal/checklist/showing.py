"""The page of the checklist."""

from intake.gateways.storage import storage
from intake.portal.session.client_session import POLICY
from intake.web.formatting import format_file_size, format_moment

from .items import Checklist


def show_checklist(session, status=200, **values):
    """Return the page of the session's checklist."""
    # Scripts send the files to the storage.
    policy = POLICY.replace("connect-src 'self'", f"connect-src 'self' {storage.upload_origin}")
    values |= {"format_file_size": lambda size: format_file_size(size, session.language),
               "format_moment": lambda moment: format_moment(moment, session.firm.timezone, session.language)}
    return session.form_page("checklist.html", status, policy, step="documents", checklist=Checklist(session), **values)
