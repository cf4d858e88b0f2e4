"""Rendering a template as a page with a Content-Security-Policy."""

from flask import make_response, render_template

from .assets import asset

READING = ("default-src 'none'; style-src 'self'; img-src 'self'; "
           "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
"""The policy of a page without forms and scripts: our own styles and pictures alone."""

FORM = READING.replace("form-action 'none'", "form-action 'self'")
"""The policy of a page with a form that is sent to our own origin."""


def page(template, policy=READING, **values):
    """Return the rendered template under this Content-Security-Policy; it has the function `asset`."""
    response = make_response(render_template(template, asset=asset, **values))
    response.headers["Content-Security-Policy"] = policy
    return response
