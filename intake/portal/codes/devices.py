"""The browser of a client, known by the random token in its cookie, of which only a digest is stored."""

import re

from intake.accounts.firms.states import NEVER, NEW_DEVICE
from intake.core.cookies import Cookie, clear_site_data
from intake.core.crypto import digest, random_token
from intake.web import csrf

from .models import PortalCode, PortalDevice
from .states import DEVICE_LIFETIMES, TOKEN_LENGTH

_COOKIE = Cookie("device")
_LASTING_COOKIE = Cookie("device", DEVICE_LIFETIMES[NEW_DEVICE])
_TOKEN = re.compile(rf"[A-Za-z0-9]{{{TOKEN_LENGTH}}}")


def asks_for_codes(firm):
    """Whether the firm's clients enter a code."""
    return firm.settings_in_force["portal_code"] != NEVER


def is_known(link):
    """Whether this request comes from a browser in which the link's client entered a code that still counts."""
    token_digest = current_digest()
    lifetime = DEVICE_LIFETIMES[link.firm.settings_in_force["portal_code"]]
    return token_digest is not None and PortalDevice.knows(link, token_digest, lifetime)


def current_digest():
    """Return the digest of the token in this request's cookie, None without one."""
    token = _COOKIE.value
    return digest(token) if _TOKEN.fullmatch(token) else None


def browser_digest():
    """Return a digest that tells this browser from others even before it has a token."""
    return digest(csrf.cookie())


def new_token():
    """Return a token for a browser. It is replaced with each code, so that a planted one opens nothing."""
    return random_token(TOKEN_LENGTH)


def remember(response, firm, token):
    """Set the browser's cookie: for as long as the firm's setting says, or until the browser is closed."""
    setting = firm.settings_in_force["portal_code"]
    (_LASTING_COOKIE if setting == NEW_DEVICE else _COOKIE).set(response, token)
    return response


def forget(response):
    """Forget the codes that were entered in this browser, for any link and firm, and the pages that it has stored.

    Unsent input is in the tab's storage.
    """
    PortalDevice.delete().where(PortalDevice.token_digest == current_digest()).execute()
    PortalCode.update(used_by=None).where(PortalCode.used_by == browser_digest()).execute()  # they live ten minutes
    _COOKIE.delete(response)
    clear_site_data(response)
    return response
