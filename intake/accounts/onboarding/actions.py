"""Everything that can happen while a firm sets itself up (interface, "Onboarding"; decisions.md 6)."""

from intake.accounts.firms.actions import change_settings, choose_alerts
from intake.accounts.firms.models import Firm
from intake.accounts.users.actions import invite_missing
from intake.core.clock import now
from intake.core.db import db

from .models import Onboarding
from .states import STEPS


def save(scope, step, data=None, complete=False):
    """The step was taken and all that it brought has happened, or nothing has. Gives how far the firm has come.

    Practice areas and templates are those given last; a single template is the firm's default one from now on, unless
    it has chosen another in its settings; alerts are chosen; who is neither a member nor invited yet is invited. Raises
    `UserLimitReached`.
    """
    data = data or {}
    with db.atomic():
        firm = Firm.fetch_locked(scope.firm_id)
        if len(chosen := set(data.get("doc_templates", ()))) == 1:
            _begin_with(firm, chosen.pop())
        if "notification_prefs" in data:
            choose_alerts(scope, data["notification_prefs"])
        invite_missing(scope, data.get("invites", ()))
        return _note(Onboarding.of(scope), STEPS[step - 1], data, complete)


def _begin_with(firm, template_id):
    if not firm.settings_in_force["default_intake_template"]:
        change_settings(firm, settings={"default_intake_template": template_id})


def _note(onboarding, step, data, complete):
    if step not in onboarding.steps:
        onboarding.steps = [*onboarding.steps, step]
    for name in ("practice_areas", "doc_templates"):
        setattr(onboarding, name, list(dict.fromkeys(data.get(name, getattr(onboarding, name)))))
    onboarding.updated_at = now()
    if complete:
        onboarding.completed_at = onboarding.completed_at or onboarding.updated_at
    onboarding.keep()
    return onboarding
