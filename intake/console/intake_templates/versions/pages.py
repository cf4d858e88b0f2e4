"""`/templates/<id>/versions`: the list, the differences between two versions, and restoring one."""

from flask import Blueprint, request

from intake.accounts.permissions.roles import COLLEAGUES, TEMPLATES
from intake.cases.templates import actions
from intake.cases.templates.models import Template, TemplateVersion
from intake.console.frame.console_page import console_page, go_to
from intake.console.intake_templates.models import list_versions
from intake.console.intake_templates.states import NOTICES
from intake.core.errors import NotFound
from intake.core.ids import is_id
from intake.core.languages import LANGUAGES

from .comparison import compare

template_versions = Blueprint("template_versions", __name__)

SAVED_BY = {"person": "A colleague", "api_key": "An API key", "application": "An application"}
"""The names of authors without a personal name; any other author is Intake."""


@template_versions.get("")
@console_page("matters:read")
def index(desk, template_id):
    """List the versions, the latest first."""
    template = Template.found(template_id, Template.of(desk.caller))
    versions = list_versions(desk.caller, template_id)
    for version in versions:
        person = version["saved_by"] if desk.may(COLLEAGUES) else None
        version["saved_by"] = person or desk.translate(SAVED_BY.get(version["actor_type"], "Intake"))
    return desk.page("template_versions.html", 200, NOTICES, intake_template=template, versions=versions,
                     name=template.name_in(desk.language), may_write=desk.may(TEMPLATES))


@template_versions.get("/compare")
@console_page("matters:read")
def differences(desk, template_id):
    """Describe the differences between two versions, the older one first; by default the last two."""
    template = Template.found(template_id, Template.of(desk.caller))
    ids = {request.args[name] for name in ("from", "to") if is_id(request.args.get(name))}
    versions = TemplateVersion.of(desk.caller).where(TemplateVersion.template_id == template_id)
    if ids:
        versions = versions.where(TemplateVersion.id.in_(ids))
    chosen = list(versions.order_by(TemplateVersion.number.desc()).limit(2))
    if not chosen or len(chosen) < len(ids):
        raise NotFound("template_version", None)
    after, before = chosen[0], chosen[-1]
    return desk.page("template_differences.html", intake_template=template, name=template.name_in(desk.language),
                     before=before, after=after, may_write=desk.may(TEMPLATES), languages=LANGUAGES,
                     differences=compare(before.content, after.content, desk.language))


@template_versions.post("/<template_version_id>/restore")
@console_page(TEMPLATES)
def restore(desk, template_id, template_version_id):
    """Save the content of an earlier version as the newest one."""
    actions.restore(desk.caller, template_id, template_version_id)
    return go_to("template_pages.show", template_id=template_id, done="restored")
