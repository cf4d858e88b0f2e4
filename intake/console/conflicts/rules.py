"""`/settings/conflicts`: whether a matter needs a check before its link is sent, and how similar names have to be."""

from flask import Blueprint, request
from marshmallow import ValidationError

from intake.accounts.firms.actions import change_settings
from intake.accounts.firms.schemas import FirmPatch
from intake.accounts.firms.states import LEAST_THRESHOLD
from intake.console.frame.console_page import console_page, go_to
from intake.console.frame.shown_version import is_outdated, kept_version
from intake.core.db import db
from intake.web.forms import typed, whole_number

from .states import RULES_NOTICES, WRONG

conflict_rules = Blueprint("conflict_rules", __name__)


@conflict_rules.get("")
@console_page("firms:write")
def show(desk):
    """Show the rules."""
    return _page(desk, *_saved(desk))


@conflict_rules.post("")
@console_page("firms:write")
def save(desk):
    """Change the rules, unless somebody else did meanwhile; then show the present values."""
    is_required = "required" in request.form
    thresholds = {name: typed(name, 20).strip() for name in ("person", "company")}
    whole = {name: whole_number(text, text) for name, text in thresholds.items()}
    try:
        settings = FirmPatch().load({"settings": {
            "require_conflict_check": is_required, "conflict_thresholds": whole}})["settings"]
    except ValidationError as error:
        refused = error.normalized_messages()["settings"]["conflict_thresholds"]
        return _page(desk, is_required, thresholds, 422, dict.fromkeys(refused, WRONG))
    with db.atomic():
        desk.lock_firm()
        if not is_outdated(*_saved(desk)):
            change_settings(desk.caller, settings=settings)
            return go_to("conflict_rules.show", done="saved")
    return _page(desk, is_required, thresholds, 409)


def _saved(desk):
    """Return whether a check is required, and the scores."""
    settings = desk.firm.settings_in_force
    return settings["require_conflict_check"], settings["conflict_thresholds"]


def _page(desk, is_required, thresholds, status=200, wrong=None):
    return desk.page("conflict_rules.html", status, RULES_NOTICES, is_required=is_required, thresholds=thresholds,
                     least=LEAST_THRESHOLD, wrong=wrong or {}, now=_saved(desk) if status == 409 else None,
                     version=kept_version(wrong, *_saved(desk)))
