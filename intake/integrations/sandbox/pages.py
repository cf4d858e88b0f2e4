"""`/sandbox/<platform>/authorize`: the consent page of a sandbox platform."""

from urllib.parse import urlencode

from flask import Blueprint, abort, request

from intake.integrations.connections.actions import callback_url
from intake.integrations.platforms.registry import PLATFORMS
from intake.web.forms import form_page

sandbox_platforms = Blueprint("sandbox_platforms", __name__)

_MOST_CHARACTERS = 200


@sandbox_platforms.get("/<segment>/authorize")
def ask(segment):
    """Show the question; both answers lead back to Intake, whatever redirect the address names."""
    if segment not in PLATFORMS:
        abort(404)
    platform, state = PLATFORMS[segment], request.args.get("state", "")[:_MOST_CHARACTERS]
    back = callback_url(platform)
    return form_page("sandbox_authorize.html", platform=platform,
                     allow=f"{back}?{urlencode({'code': 'sandbox', 'state': state})}",
                     decline=f"{back}?{urlencode({'error': 'access_denied', 'state': state})}")
