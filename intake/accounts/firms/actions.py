"""Register firms, change their settings, suspend and reinstate them."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from intake.accounts.audit.recording import current_actor, record_act, record_change
from intake.accounts.audit.states import API_KEY, APPLICATION
from intake.core.clock import iso, now
from intake.core.crypto import random_token
from intake.core.db import db
from intake.core.errors import NotFound
from intake.core.tenancy import FirmScope
from intake.engine.tasks.actions import plan

from .models import Firm
from .states import DEFAULT_SETTINGS, PUT_OFF_FOR, SINGLE_ERASURE_NOTICE

_RULE, _UNTIL = "two_people_erase_clients", "two_people_erase_clients_until"


def register(name: str, email: str, plan: str = "standard") -> Firm:
    """Create a firm. Its slug is its name and a few random letters, so that firms of one name differ."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40] or "firm"
    with db.atomic():
        firm = Firm.create(name=name, email=email, plan=plan, slug=f"{stem}-{random_token(8).lower()}")
        record_act("firm.created", firm)
    return firm


def change_settings(scope: FirmScope, **values: Any) -> dict[str, Any]:
    """Change the given fields of the firm; those of `settings` that are not given stay.

    That two people erase a client ends only after a week of notice. Return what was given, as it is now, with the
    firm's id and `updated_at` (docs/behaviour.md, "The firm").
    """
    with db.atomic():
        firm = Firm.fetch_locked(scope.firm_id)
        if "settings" in values:
            values["settings"] = _with_notice(firm, values["settings"])
        after = values | ({"settings": firm.settings | values["settings"]} if "settings" in values else {})
        changes = {name: value for name, value in after.items() if getattr(firm, name) != value}
        if changes:
            moved, ended_before = _moved_alerts(firm, changes), firm.settings_in_force[_UNTIL]
            firm.change(**changes)
            record_change(firm, changes)
            _report_moved_alerts(firm, moved)
            if (ends := firm.settings_in_force[_UNTIL]) and ends != ended_before:
                record_act("firm.single_erasure_announced", firm, until=ends)
                plan(firm.id, "announce_single_erasure", firm.id, current_actor().type, current_actor().id, ends)
    return {"id": firm.id, "updated_at": firm.updated_at} | values


def change_notification_preferences(
    scope: FirmScope, preferences: Mapping[str, Mapping[str, bool]]
) -> dict[str, dict[str, bool]]:
    """Change preferences, `{alert: {channel: wanted}}`; those that are not given stay. Return all of them."""
    with db.atomic():
        firm = Firm.fetch_locked(scope.firm_id)
        before = firm.notification_preferences
        after = before | {alert: before.get(alert, {}) | channels for alert, channels in preferences.items()}
        if after != before:
            wanted_before = _wanted_alerts(firm)
            firm.change(notification_preferences=after)
            record_change(firm, ["notification_preferences"])
            if wanted_before - _wanted_alerts(firm):
                _report_moved_alerts(firm, ["preferences"])
    return firm.preferences_in_force


def set_plan(firm_id: str, plan: str) -> None:
    """Give the firm another plan, whose limits hold from the next request on. Raises `NotFound`."""
    _update(firm_id, "firm.plan_changed", plan=plan)


def set_email(firm_id: str, email: str) -> None:
    """Give the firm another mail address, which gets replies of clients and mails to the firm. Raises `NotFound`."""
    _update(firm_id, "firm.email_changed", email=email)


def suspend(firm_id: str) -> None:
    """Refuse the firm's keys and users from now on, without deleting anything. Raises `NotFound`."""
    _update(firm_id, "firm.suspended", suspended_at=now())


def reinstate(firm_id: str) -> None:
    """Let the firm use the service again. Raises `NotFound`."""
    _update(firm_id, "firm.reinstated", suspended_at=None)


def postpone_while_stopped(firm_id: str, task: str, *arguments: Any) -> bool:
    """Plan the task again if the firm is suspended or being closed, which may end. Return whether it is."""
    if not Firm.fetch(firm_id).is_stopped:
        return False
    with db.atomic():
        plan(firm_id, task, *arguments, due_at=now() + PUT_OFF_FOR)
    return True


def _with_notice(firm: Firm, settings: dict[str, Any]) -> dict[str, Any]:
    """Return the settings with the end of the rule of two people, if it is switched off, instead of its absence.

    Else one admin could switch it off and erase clients alone.
    """
    if _RULE not in settings:
        return settings
    before = firm.settings_in_force
    if before[_RULE] and not settings[_RULE]:
        return settings | {_RULE: True, _UNTIL: before[_UNTIL] or iso(now() + SINGLE_ERASURE_NOTICE)}
    return settings | ({_UNTIL: None} if firm.settings.get(_UNTIL) else {})


def _moved_alerts(firm: Firm, changes: Mapping[str, Any]) -> list[str]:
    """Return what changes about where alerts go: `phone`, `notify`, and `switches` that are turned off."""
    before, after = firm.settings_in_force, DEFAULT_SETTINGS | changes.get("settings", firm.settings)
    is_off = any(before[name] and not after[name] for name in ("email_notifications", "sms_notifications"))
    return [name for name, has_moved in (
        ("phone", "phone" in changes), ("notify", before["lead_forms"]["notify"] != after["lead_forms"]["notify"]),
        ("switches", is_off)) if has_moved]


def _wanted_alerts(firm: Firm) -> set[tuple[str, str]]:
    """Return each alert and channel that the firm's preferences turn on."""
    return {(alert, channel) for alert, channels in firm.preferences_in_force.items()
            for channel, is_on in channels.items() if is_on}


def _report_moved_alerts(firm: Firm, moved: list[str]) -> None:
    """Plan an e-mail about what has moved, unless nothing has or a person at the console, who sees it, did it."""
    actor = current_actor()
    if moved and actor.type in (API_KEY, APPLICATION):
        plan(firm.id, "report_moved_alerts", firm.id, actor.type, actor.id, iso(now()), *moved)


def _update(firm_id: str, action: str, **values: Any) -> None:
    with db.atomic():
        if not Firm.update(updated_at=now(), **values).where(Firm.id == firm_id).execute():
            raise NotFound("firm", firm_id)
        record_act(action, Firm(id=firm_id))
