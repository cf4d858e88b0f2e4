"""Turning a template into a page."""

from flask import make_response, render_template

from .assets import asset

READING = ("default-src 'none'; style-src 'self'; img-src 'self'; "
           "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
"""The policy of a page that only shows something: our own styles and pictures, nothing from elsewhere, no scripts."""


FORM = READING.replace("form-action 'none'", "form-action 'self'")
"""The policy of a page with a form, which sends it to us and to nobody else."""


def page(template, policy=READING, **values):
    """The template as an answer under this Content-Security-Policy; `asset(name)` is at its disposal."""
    response = make_response(render_template(template, asset=asset, **values))
    response.headers["Content-Security-Policy"] = policy
    return response
