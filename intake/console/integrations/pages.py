"""`/settings/integrations`: the firm's connections, their syncs, and their errors."""

import re
from typing import Any

from flask import Blueprint, current_app, request

from intake.cases.matters.states import STATUSES
from intake.console.frame.console_page import console_page, go_to
from intake.console.frame.shown_version import fetch_to_save, is_outdated, version_of
from intake.core.db import db
from intake.core.errors import NotFound
from intake.integrations.connections import actions
from intake.integrations.connections.models import Integration
from intake.integrations.connections.states import DEFAULT_SETTINGS
from intake.integrations.platforms.errors import NotConfigured, NotConnected
from intake.integrations.platforms.registry import PLATFORMS, get_platform
from intake.integrations.sync.actions import retry_failing, start_run
from intake.integrations.sync.matters import PRACTICE_AREA_BY_CASE_TYPE
from intake.integrations.sync.states import PULL_MATTERS, SYNC_DOCUMENT, SYNC_MATTER
from intake.web.forms import page_number, typed

from . import mappings
from .models import connections_of, failing_matters, history
from .states import NO_CLIENT, NOT_ENTERED, NOTICES, PROBLEMS, TOO_LARGE, WRONG_MAPPINGS

integrations_pages = Blueprint("integrations_pages", __name__)

_MAX_SECRET_LENGTH = 500
_SECRET = re.compile(rf"[\x21-\x7e]{{1,{_MAX_SECRET_LENGTH}}}")
_SWITCHES = ("auto_sync_on_approval", "auto_sync_on_matter_created")


class _Outdated(Exception):
    """Somebody has changed the settings in a form since it was shown to its sender."""


@integrations_pages.get("")
@console_page("firms:write")
def index(desk):
    """Show a card for each platform."""
    connections = connections_of(desk.caller)
    cards = [(platform, segment in current_app.extensions["platforms"], connections.get(segment))
             for segment, platform in PLATFORMS.items()]
    return desk.page("integrations.html", 200, NOTICES, cards=cards, trouble_of=trouble_of)


@integrations_pages.get("/<segment>")
@console_page("firms:write")
def show(desk, segment):
    """Show a connection: its state, its settings and its history."""
    return _page(desk, segment)


@integrations_pages.post("/<segment>/settings")
@console_page("firms:write")
def save(desk, segment):
    """Switch automatic syncs on or off."""
    settings = {name: name in request.form for name in _SWITCHES}
    return _change(desk, segment, settings, settings)


@integrations_pages.post("/<segment>/mappings")
@console_page("firms:write")
def save_mappings(desk, segment):
    """Store the mappings of names there to names here."""
    given = mappings.entered(request.form)
    try:
        settings = mappings.checked(_platform(segment), given)
    except ValueError as problem:
        return _page(desk, segment, 400, WRONG_MAPPINGS[str(problem)], given)
    return _change(desk, segment, settings, given)


@integrations_pages.post("/<segment>/webhook-secret")
@console_page("firms:write")
def keep_secret(desk, segment):
    """Store the secret that verifies the platform's events."""
    secret = typed("webhook_secret", _MAX_SECRET_LENGTH).strip()
    if not _SECRET.fullmatch(secret):
        return _page(desk, segment, 400, NOT_ENTERED)
    return _apply(desk, segment, "saved", actions.change_settings, webhook_secret=secret)


@integrations_pages.post("/<segment>/retry")
@console_page("firms:write")
def retry(desk, segment):
    """Sync the matter again, or every matter whose latest sync failed."""
    if matter_id := request.form.get("matter_id"):
        return _apply(desk, segment, "syncing", start_run, action=SYNC_MATTER, matter_id=matter_id)
    return _apply(desk, segment, "syncing", retry_failing)


@integrations_pages.post("/<segment>/pull")
@console_page("firms:write")
def pull(desk, segment):
    """Count the matters at the platform."""
    return _apply(desk, segment, "pulling", start_run, action=PULL_MATTERS)


@integrations_pages.get("/<segment>/disconnect")
@console_page("firms:write")
def ask_to_disconnect(desk, segment):
    """Describe the effects of disconnecting, and ask for confirmation."""
    platform = _platform(segment)
    connection = connections_of(desk.caller, Integration.platform == segment).get(segment)
    if not (connection and connection.is_active):
        return go_to("integrations_pages.show", segment=segment, failed="not-connected")
    return desk.page("integration_disconnect.html", platform=platform, connection=connection)


@integrations_pages.post("/<segment>/disconnect")
@console_page("firms:write")
def disconnect(desk, segment):
    """Disconnect the firm."""
    return _apply(desk, segment, "disconnected", actions.disconnect)


def problem_of(run):
    """Return the sentence, with `{name}` for the platform, about the error of the run; None if it has none."""
    if run.action == SYNC_DOCUMENT:
        return PROBLEMS.get(run.error_code) or (TOO_LARGE if run.error_message else None)
    if run.error_code == "platform_rejected" and not run.details.get("platform_said"):
        return NO_CLIENT
    return PROBLEMS.get(run.error_code)


def trouble_of(connection):
    """Return the sentence about why the connection does not work, None if it does."""
    last = getattr(connection, "last_run", None)
    return problem_of(last) if last and last.error_code == connection.error_code else PROBLEMS.get(
        connection.error_code)


def _platform(segment):
    if segment not in PLATFORMS:
        raise NotFound
    return PLATFORMS[segment]


def _apply(desk, segment, done, act, **values):
    _platform(segment)
    try:
        act(desk.caller, get_platform(segment), **values)
    except (NotConfigured, NotConnected):  # changed since the page was shown; show its current state
        return go_to("integrations_pages.show", segment=segment, failed="not-connected")
    return go_to("integrations_pages.show", segment=segment, done=done)


def _change(desk, segment, settings, given):
    """Change the settings, unless somebody else did meanwhile; then show the present values."""
    try:
        return _apply(desk, segment, "saved", _change_what_was_shown, **settings)
    except _Outdated:
        return _page(desk, segment, 409, given=given)


def _change_what_was_shown(caller, platform, **settings):
    with db.atomic():
        connection = fetch_to_save(Integration, caller, actions.get_connection(caller, platform).id)
        if is_outdated(_named(connection.settings_in_force, settings)):
            raise _Outdated
        actions.change_settings(caller, platform, **settings)


def _named(settings, names):
    return {name: settings[name] for name in names}


def _page(desk, segment, status=200, notice=None, given=None):
    platform = _platform(segment)
    connection = connections_of(desk.caller, Integration.platform == segment).get(segment)
    page, only_failed = page_number(), "failed" in request.args.getlist("show")
    runs, has_more = history(connection, page, only_failed) if connection else ([], False)
    in_force: dict[str, Any] = connection.settings_in_force if connection else DEFAULT_SETTINGS
    mapped = ("case_type_mappings", *(["stage_statuses"] if platform.has_stages else ()))
    saved = _named(in_force, _SWITCHES) | {name: list(in_force[name].items()) for name in mapped}
    versions = {names[0]: version_of(_named(in_force, names)) for names in (_SWITCHES, mapped)}
    if status == 400 and given:
        versions[mapped[0]] = typed("version")
    return desk.page(
        "integration.html", status, NOTICES, platform=platform, connection=connection, notice=notice,
        is_configured=segment in current_app.extensions["platforms"], saved=saved, settings=saved | (given or {}),
        changed=next(iter(given)) if status == 409 else None, versions=versions,
        spare=mappings.SPARE, built_in=PRACTICE_AREA_BY_CASE_TYPE, statuses=STATUSES,
        failing=failing_matters(connection) if connection else [], runs=runs, has_more=has_more, number=page,
        only_failed=only_failed, problem_of=problem_of, trouble_of=trouble_of)
