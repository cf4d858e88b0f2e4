"""The number of matters that follow each template, and the people who saved its versions."""

from peewee import JOIN, fn

from intake.accounts.users.models import User
from intake.accounts.users.names import name_in
from intake.cases.matters.models import Matter
from intake.cases.templates.models import TemplateVersion


def count_matters(caller, template_ids):
    """Return {template id: number of matters that follow it}, for matters that the caller sees."""
    rows = Matter.of(caller, Matter.intake_template_id, fn.COUNT(Matter.id)).where(
        Matter.intake_template_id.in_(list(template_ids))).group_by(Matter.intake_template_id)
    return dict(rows.tuples())


def list_versions(caller, template_id):
    """Return a template's versions without their contents, the latest first; `saved_by` is a person's name or None."""
    rows = TemplateVersion.of(
        caller, TemplateVersion.id, TemplateVersion.number, TemplateVersion.actor_type, TemplateVersion.created_at,
        User.id.alias("user_id"), User.first_name, User.last_name, User.email,
    ).join(User, JOIN.LEFT_OUTER, on=User.referenced_by(TemplateVersion.actor_id))
    rows = rows.where(TemplateVersion.template_id == template_id).order_by(TemplateVersion.number.desc()).dicts()
    return [row | {"saved_by": name_in(row) if row["user_id"] else None} for row in rows]
