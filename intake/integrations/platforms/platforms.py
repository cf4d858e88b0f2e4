"""The platforms there are, and which of them this installation is registered at."""

from urllib.parse import urljoin

from flask import current_app

from intake.gateways.platforms import PlatformWeb

from .clio.platform import Clio
from .credentials import Account
from .errors import NotConfigured
from .lawmatics.platform import Lawmatics

PLATFORMS = {platform.segment: platform for platform in (Clio, Lawmatics)}
"""Every platform by its segment. One more is one more folder, and its name here."""


def registered(settings, user_agent):
    """The platforms whose credentials the settings hold, ready to be spoken to, by their segments."""
    return {segment: platform(account, PlatformWeb(account.api_url, user_agent))
            for segment, platform in PLATFORMS.items() if (account := _account(settings, platform))}


def platform(segment):
    """The running application's platform of this segment. Raises `NotConfigured`."""
    known = current_app.extensions["platforms"].get(segment)
    if known is None:
        raise NotConfigured
    return known


def _account(settings, kind):
    """Our registration at the platform; None without one."""
    names = ("API_URL", "AUTHORIZE_URL", "TOKEN_URL", "DEAUTHORIZE_URL", "CLIENT_ID", "CLIENT_SECRET")
    given = {name.lower(): getattr(settings, f"{kind.setting}_{name}".lower()) for name in names}
    if not given["client_id"]:
        return None
    if kind.deauthorize_path and not given["deauthorize_url"]:
        given["deauthorize_url"] = urljoin(given["token_url"], kind.deauthorize_path)
    return Account(**given)
