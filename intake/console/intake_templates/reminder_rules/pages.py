"""`/templates/<id>/reminders`: the reminder rules of a template."""

from flask import Blueprint, request

from intake.accounts.permissions.roles import TEMPLATES
from intake.cases.templates import actions
from intake.cases.templates.models import Template
from intake.console.frame.console_page import console_page, go_to
from intake.console.intake_templates.states import MEANWHILE
from intake.core.db import db

from .form import RulesForm

template_reminders = Blueprint("template_reminders", __name__)


@template_reminders.get("")
@console_page(TEMPLATES)
def show(desk, template_id):
    """Show the form."""
    return _page(desk, RulesForm(Template.found(template_id, Template.of(desk.caller))))


@template_reminders.post("")
@console_page(TEMPLATES)
def save(desk, template_id):
    """Change the rules, for links that are sent from now on."""
    with db.atomic():
        form = RulesForm(Template.fetch_locked(desk.caller, template_id), request.form)
        is_right, rules = form.check()
        if is_right and not form.is_outdated:
            actions.update(desk.caller, template_id, reminder_rules=rules)
            return go_to("template_pages.show", template_id=template_id, done="saved")
    if not is_right:
        return _page(desk, form, 422)
    form.version = form.template.version
    return _page(desk, form, 409, MEANWHILE)


def _page(desk, form, status=200, notice=""):
    return desk.page("template_reminders.html", status, form=form, typed=form.typed, wrong=form.wrong, notice=notice,
                     intake_template=form.template, days=desk.firm.settings_in_force["reminder_days"])
