"""The answer with an archive."""

from flask import Response

from intake.core.content_types import ZIP
from intake.core.filenames import attachment


def archive_response(name, pieces):
    """Return the response that sends the archive while it is read."""
    return Response(pieces, mimetype=ZIP, headers={"Content-Disposition": attachment(name)})
