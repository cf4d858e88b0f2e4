"""How a firm's connection to a platform fares, as the endpoints and the page show it."""

from .states import DEFAULT_SETTINGS, IDLE
from .sync.models import SyncLog

_NONE = {"connected": False, "settings": DEFAULT_SETTINGS, "last_sync": None, "sync_status": IDLE, "error": None,
         "webhook_url": None, "platform_user": None, "has_secret": False}


def connection_status(integration):
    """What is to be shown of the connection; of None, that there is none. Two statements at most."""
    if integration is None:
        return _NONE
    active = integration.is_active
    return {
        "connected": integration.connected,
        "settings": integration.settings_in_force,
        "last_sync": SyncLog.last_run(integration),
        "sync_status": integration.sync_status,
        "error": integration.error,
        "webhook_url": integration.webhook_url if active else None,
        "platform_user": integration.platform_user if active else None,
        "has_secret": integration.webhook_secret is not None,
    }
