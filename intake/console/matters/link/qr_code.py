"""An address as a QR code."""

import io

import segno
from flask import Response


def qr_code(address):
    """Return the picture of the address."""
    drawn = io.BytesIO()
    segno.make(address, error="m").save(
        drawn, kind="svg", omitsize=True, dark="#000", light="#fff", xmldecl=False, svgclass=None, lineclass=None)
    return Response(drawn.getvalue(), mimetype="image/svg+xml")
