"""The platforms that Intake supports, and those at which this installation is registered."""

from dataclasses import fields
from urllib.parse import urljoin

from flask import current_app

from intake.gateways.platform_http import PlatformHttp

from .clio.client import ClioPlatform
from .contract import Platform
from .data_types import OAuthClient
from .errors import NotConfigured
from .lawmatics.client import LawmaticsPlatform

PLATFORMS: dict[str, type[Platform]] = {platform.segment: platform for platform in (ClioPlatform, LawmaticsPlatform)}
"""Every platform by its segment. To add one, add a folder and its name here."""


def configured_platforms(settings, user_agent: str) -> dict[str, Platform]:
    """Return the platforms with credentials in the settings, ready for requests, by segment."""
    return {segment: platform(oauth, PlatformHttp(oauth.api_url, user_agent))
            for segment, platform in PLATFORMS.items() if (oauth := _oauth_client(settings, platform))}


def get_platform(segment: str) -> Platform:
    """Return the running application's platform with this segment. Raises `NotConfigured`."""
    platform = current_app.extensions["platforms"].get(segment)
    if platform is None:
        raise NotConfigured
    return platform


def _oauth_client(settings, platform):
    """Our registration at the platform; None without one."""
    names = [field.name for field in fields(OAuthClient)]
    values = {name: getattr(settings, f"{platform.setting}_{name}".lower()) for name in names}
    if not values["client_id"]:
        return None
    if platform.deauthorize_path and not values["deauthorize_url"]:
        values["deauthorize_url"] = urljoin(values["token_url"], platform.deauthorize_path)
    return OAuthClient(**values)
