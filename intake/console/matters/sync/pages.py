"""`/matters/<id>/sync`: the matter's state at each platform, the log, and syncing it again."""

from flask import Blueprint, current_app

from intake.cases.matters.models import Matter
from intake.console.frame.console_page import console_page
from intake.console.matters.head import matter_page, return_to
from intake.integrations.platforms.errors import NotConfigured, NotConnected
from intake.integrations.platforms.registry import PLATFORMS, get_platform
from intake.integrations.sync.actions import start_run
from intake.integrations.sync.states import SYNC_MATTER

from .models import connections_of, runs_of

sync_tab = Blueprint("sync_tab", __name__)


@sync_tab.get("")
@console_page("firms:read")
def show(desk, matter_id):
    """Show the matter's record at each connected platform, and a page of the runs."""
    connections, runs = connections_of(desk.caller, matter_id), runs_of(desk.caller, matter_id)
    configured = current_app.extensions["platforms"]
    shown = [_shown(connection, configured.get(connection.platform), runs.rows) for connection in connections]
    return matter_page(desk, matter_id, "matter_sync.html", platforms=shown, runs=runs)


@sync_tab.post("/<segment>")
@console_page("firms:write", once=True)
def create(desk, matter_id, segment):
    """Plan a sync of the matter now."""
    matter = Matter.fetch(desk.caller, matter_id)
    if segment not in PLATFORMS:
        return return_to("sync_tab.show", matter_id, failed="not-connected")
    try:
        start_run(desk.caller, get_platform(segment), SYNC_MATTER, matter.id)
    except (NotConfigured, NotConnected):
        return return_to("sync_tab.show", matter_id, failed="not-connected")
    return return_to("sync_tab.show", matter_id, done="syncing")


def _shown(connection, platform, runs):
    """Return what the page shows of a connection; `platform` is None if this installation is not configured for it."""
    external_id = connection.external_id
    return {"segment": connection.platform, "name": PLATFORMS[connection.platform].name, "connection": connection,
            "is_configured": platform is not None, "external_id": external_id,
            "url": platform.matter_url(external_id) if platform and external_id else None,
            "runs": [run for run in runs if run.integration_id == connection.id]}
