"""What can happen to a firm."""

import re
import unicodedata

from intake.core.clock import now
from intake.core.crypto import random_token
from intake.core.db import db
from intake.core.errors import NotFound

from .models import Firm


def register(name, email, plan="standard"):
    """A new firm exists. Its slug is made from its name, with a few random letters to tell namesakes apart."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40] or "firm"
    return Firm.create(name=name, email=email, plan=plan, slug=f"{stem}-{random_token(8).lower()}")


def change_settings(scope, **values):
    """The firm has the given values; of the `settings`, too, what was not given stays. Gives what was given, the firm's
    id and when it last changed (interface, "PATCH /api/v1/firms/settings").
    """
    with db.atomic():
        firm = Firm.fetch_locked(scope.firm_id)
        after = values | ({"settings": firm.settings | values["settings"]} if "settings" in values else {})
        changes = {name: value for name, value in after.items() if getattr(firm, name) != value}
        if changes:
            firm.change(**changes)
    return {"id": firm.id, "updated_at": firm.updated_at} | values


def choose_alerts(scope, preferences):
    """The firm is alerted as the preferences say, `{alert: {channel: wanted}}`; what they do not name stays.

    Gives every preference (interface, "Notification preferences").
    """
    with db.atomic():
        firm = Firm.fetch_locked(scope.firm_id)
        before = firm.notification_preferences
        after = before | {alert: before.get(alert, {}) | channels for alert, channels in preferences.items()}
        if after != before:
            firm.change(notification_preferences=after)
    return firm.preferences_in_force


def suspend(firm_id):
    """The firm's keys and people are refused from now on; nothing is lost. Raises `NotFound`."""
    _set_suspended(firm_id, now())


def reinstate(firm_id):
    """The firm may use the service again. Raises `NotFound`."""
    _set_suspended(firm_id, None)


def _set_suspended(firm_id, moment):
    if not Firm.update(suspended_at=moment, updated_at=now()).where(Firm.id == firm_id).execute():
        raise NotFound("firm", firm_id)
