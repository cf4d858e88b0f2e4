"""Turns an application into a sandbox: the stand-ins, the movable clock, and the notice on every page."""

from contextlib import suppress

from flask import Flask

from intake.core import clock
from intake.core.db import UNAVAILABLE
from intake.core.moved_clock import follow
from intake.gateways.platform_http import PlatformHttp
from intake.gateways.sandbox_http import DOMAIN, SandboxEndpoints, SandboxPlatforms
from intake.gateways.sandbox_messages import KeptMail, KeptSms
from intake.gateways.sandbox_scanner import SandboxScanner
from intake.integrations.platforms.data_types import OAuthClient
from intake.integrations.platforms.registry import PLATFORMS
from intake.web.formatting import format_moment
from intake.web.translation import translator

from .models import SandboxMessage

NOTICE = "Sandbox: e-mails and SMS are kept, not sent."
MOVED = "Sandbox: e-mails and SMS are kept, not sent. Its clock says {moment} UTC."


def use_stand_ins(app: Flask, settings, user_agent: str) -> None:
    """Replace the gateways by stand-ins, and follow the clock in the database."""
    app.extensions["mail"] = KeptMail(settings.mail_from, SandboxMessage.keep)
    app.extensions["sms"] = KeptSms(settings, SandboxMessage.keep)
    app.extensions["scanner"] = SandboxScanner()
    app.extensions["safe_http"] = SandboxEndpoints(settings.webhook_allow_local, user_agent=user_agent)
    app.extensions["platforms"] = {
        segment: platform(_registration(segment, settings.app_url), _http(segment, user_agent))
        for segment, platform in PLATFORMS.items()}
    app.before_request(_follow_clock)
    app.context_processor(lambda: {"sandbox_notice": sandbox_notice})


def sandbox_notice(language: str) -> str:
    """Return the notice at the top of every page."""
    translate = translator(language)
    if not clock.ahead():
        return translate(NOTICE)
    return translate(MOVED, moment=format_moment(clock.now(), "UTC", language))


def _follow_clock() -> None:
    with suppress(*UNAVAILABLE):  # endpoints that need the database report that themselves
        follow()


def _registration(segment: str, app_url: str) -> OAuthClient:
    host = f"https://{segment}{DOMAIN}"
    return OAuthClient(f"{host}/api", f"{app_url.rstrip('/')}/sandbox/{segment}/authorize", f"{host}/oauth/token",
                       None, "sandbox", "sandbox")


def _http(segment: str, user_agent: str) -> PlatformHttp:
    return PlatformHttp(f"https://{segment}{DOMAIN}/api", user_agent, web=SandboxPlatforms(user_agent=user_agent))
