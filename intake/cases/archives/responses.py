"""The answer with an archive."""

from flask import Response

from intake.gateways.storage import attachment

ZIP = "application/zip"


def archive_response(name, pieces):
    """Return the response that sends the archive while it is read."""
    return Response(pieces, mimetype=ZIP, headers={"Content-Disposition": attachment(name)})
