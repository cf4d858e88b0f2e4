"""Save a step of onboarding and act on its data (docs/behaviour.md, "The firm")."""

from typing import Any

from intake.accounts.audit.recording import record_act
from intake.accounts.firms.actions import change_notification_preferences, change_settings
from intake.accounts.firms.models import Firm
from intake.accounts.users.actions import invite_missing
from intake.accounts.users.granting import Granter
from intake.core.clock import now
from intake.core.db import db
from intake.core.tenancy import FirmScope

from .models import STEPS, Onboarding


def save(scope: Granter, step: int, data: dict[str, Any] | None = None, complete: bool = False) -> Onboarding:
    """Record the step and act on its data, in one transaction. Return the firm's progress.

    Practice areas and templates replace those given before; a single template becomes the firm's default, unless the
    settings name one; notification preferences are changed; people who are neither users nor invited are invited.
    Raises `InsufficientScope`, `UserLimitReached`.
    """
    data = data or {}
    with db.atomic():
        firm = Firm.fetch_locked(scope.firm_id)
        chosen = set(data.get("doc_templates", ()))
        if len(chosen) == 1 and not firm.settings_in_force["default_intake_template"]:
            change_settings(firm, settings={"default_intake_template": chosen.pop()})
        if "notification_prefs" in data:
            change_notification_preferences(scope, data["notification_prefs"])
        invite_missing(scope, data.get("invites", ()))
        record_act("firm.onboarding_saved", firm, step=STEPS[step - 1])
        return _record_step(Onboarding.of(scope), STEPS[step - 1], data, complete)


def finish(scope: FirmScope) -> None:
    """End onboarding, whichever steps were taken."""
    with db.atomic():
        firm = Firm.fetch_locked(scope.firm_id)
        onboarding = Onboarding.of(scope)
        onboarding.updated_at = now()
        onboarding.completed_at = onboarding.completed_at or onboarding.updated_at
        onboarding.upsert()
        record_act("firm.onboarding_finished", firm)


def _record_step(onboarding: Onboarding, step: str, data: dict[str, Any], complete: bool) -> Onboarding:
    if step not in onboarding.steps:
        onboarding.steps = [*onboarding.steps, step]
    for name in ("practice_areas", "doc_templates"):
        setattr(onboarding, name, list(dict.fromkeys(data.get(name, getattr(onboarding, name)))))
    onboarding.updated_at = now()
    if complete:
        onboarding.completed_at = onboarding.completed_at or onboarding.updated_at
    onboarding.upsert()
    return onboarding
