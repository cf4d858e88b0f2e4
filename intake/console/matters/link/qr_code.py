"""An intake link as a QR code."""

import io

import segno
from flask import Response


def qr_code(link):
    """Return the picture of the link's address. It opens the client's file, so no cache keeps it."""
    drawn = io.BytesIO()
    segno.make(link.url, error="m").save(
        drawn, kind="svg", omitsize=True, dark="#000", light="#fff", xmldecl=False, svgclass=None, lineclass=None)
    return Response(drawn.getvalue(), mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})
