"""`/api/v1/matter-templates` and `/api/v1/matters/:id/checklist`."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.models import Matter
from intake.cases.uploads.models import Upload
from intake.core.http import accepts, queries, raises, returns, returns_page
from intake.core.schemas import Deleted, PageQuery

from . import actions
from .errors import TemplateReadOnly
from .models import Template, TemplateVersion
from .schemas import (
    ChecklistIn,
    ChecklistOut,
    TemplateIn,
    TemplateOut,
    TemplatePatch,
    TemplateQuery,
    TemplateRow,
    TemplateVersionOut,
    TemplateVersionRow,
)

templates = Blueprint("templates", __name__)
checklist = Blueprint("checklist", __name__)


@templates.get("")
@requires("matters:read")
@queries(TemplateQuery)
@returns_page(TemplateRow)
def index(caller, query):
    """List the firm's intake templates, newest first, and after them the built-in ones."""
    return Template.listed(caller, query)


@templates.post("")
@requires("matters:write", permission="templates")
@accepts(TemplateIn)
@returns(TemplateOut, status=201)
def create(caller, body):
    """Make an intake template, or clone a matter's checklist into one."""
    return actions.create(caller, **body)


@templates.get("/<template_id>")
@requires("matters:read")
@returns(TemplateOut)
def show(caller, template_id):
    """Retrieve an intake template with its form and its documents."""
    return Template.fetch(caller, template_id)


@templates.patch("/<template_id>")
@requires("matters:write", permission="templates")
@accepts(TemplatePatch)
@returns(TemplateOut)
@raises(TemplateReadOnly)
def update(caller, template_id, body):
    """Change an intake template; only the fields sent change, form and documents each as a whole.

    Matters that it was applied to keep their document requests.
    """
    return actions.update(caller, template_id, **body)


@templates.delete("/<template_id>")
@requires("matters:write", permission="templates")
@returns(Deleted)
@raises(TemplateReadOnly)
def destroy(caller, template_id):
    """Delete an intake template; matters that it was applied to keep everything."""
    actions.delete(caller, template_id)
    return {"id": template_id}


@templates.get("/<template_id>/versions")
@requires("matters:read")
@queries(PageQuery)
@returns_page(TemplateVersionRow)
def list_versions(caller, template_id, query):
    """List the versions of an intake template, the latest first; a built-in template has none."""
    return TemplateVersion.listed(caller, template_id, query)


@templates.get("/<template_id>/versions/<template_version_id>")
@requires("matters:read")
@returns(TemplateVersionOut)
def show_version(caller, template_id, template_version_id):
    """Retrieve a version of an intake template."""
    return TemplateVersion.fetch_of(caller, template_id, template_version_id)


@templates.post("/<template_id>/versions/<template_version_id>/restore")
@requires("matters:write", permission="templates")
@returns(TemplateOut)
@raises(TemplateReadOnly)
def restore(caller, template_id, template_version_id):
    """Restore a version of an intake template by saving it again."""
    return actions.restore(caller, template_id, template_version_id)


@checklist.post("")
@requires("matters:write", permission="intake")
@accepts(ChecklistIn)
@returns(ChecklistOut)
def apply(caller, matter_id, body):
    """Request all documents of a template that the matter does not request yet.

    The first template that is applied to a matter becomes its `intake_template_id`, and its form the client's; further
    ones add documents only. Applied again it adds nothing.
    """
    added = actions.apply(caller, matter_id, body["template_id"])
    matter = Matter.fetch(caller, matter_id)
    requests = DocumentRequest.of(caller).where(DocumentRequest.matter_id == matter_id)
    documents = Upload.join_to_documents(requests).order_by(*DocumentRequest.in_order())
    return {"matter_id": matter_id, "template_id": body["template_id"], "intake_template_id": matter.intake_template_id,
            "added": added, "documents": documents}
