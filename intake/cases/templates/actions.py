"""Everything that can happen to a template, and applying one to a matter (docs/templates.md)."""

from datetime import timedelta

from intake.accounts.audit.recording import record_act, record_change
from intake.accounts.firms.models import Firm
from intake.cases.documents.models import DocumentRequest
from intake.cases.matters import actions as matters
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.db import db
from intake.core.errors import Invalid
from intake.core.text_search import as_folded, folded, searchable

from .errors import TemplateReadOnly
from .library import built_ins
from .models import Template, TemplateVersion
from .states import MAX_DOCUMENTS

_OF_DOCUMENT = ("name", "description", "instructions", "category", "required", "accepted_types", "max_file_size_mb",
                "translations")


def create(scope, matter_id=None, **values):
    """Create a template of the firm; with a matter, from the matter's documents, practice area and case type.

    Raises `NotFound` for an unknown matter, `Invalid` if there are more than `MAX_DOCUMENTS`.
    """
    with db.atomic():
        if matter_id is not None:
            values = _with_clone(Matter.fetch(scope, matter_id), values)
        template = Template.create(firm_id=scope.firm_id, name_key=searchable(values["name"]), **values)
        TemplateVersion.keep(template)
        record_act("template.created", template)
    return template


def update(scope, template_id, **values):
    """Change the given values of the template, not of matters, which makes its next version.

    Raises `NotFound`, `TemplateReadOnly`.
    """
    with db.atomic():
        template = _own(scope, template_id)
        changes = template.differing(values)
        if "name" in changes:
            changes["name_key"] = searchable(changes["name"])
        if changes:
            TemplateVersion.keep(template)  # saved by a process that knew of no versions, during an upgrade
            template.change(version=template.version + 1, **changes)
            TemplateVersion.keep(template)
            record_change(template, changes)
    return template


def restore(scope, template_id, version_id):
    """Save the template again as it was in this version. Raises `NotFound`, `TemplateReadOnly`."""
    with db.atomic():
        _own(scope, template_id)
        return update(scope, template_id, **TemplateVersion.fetch_of(scope, template_id, version_id).content)


def delete(scope, template_id):
    """Delete the template; matters that it was applied to keep everything. Raises `NotFound`, `TemplateReadOnly`."""
    with db.atomic():
        template = _own(scope, template_id)
        template.change(deleted_at=now())
        record_act("template.deleted", template)


def apply(scope, matter_id, template_id):
    """Add every document of the template's checklist to the matter; returns the requests that were added.

    Documents that the matter already asks for, under the same name in any case, are not added again. The matter follows
    the first template applied to it, by its `intake_template_id`, and its client gets the form of that template. Later
    ones only add documents, unless the template followed is unknown or has no form. Raises `NotFound`.
    """
    with db.atomic():
        matter = Matter.fetch_locked(scope, matter_id)
        return _apply(scope, matter, Template.fetch(scope, template_id))


def apply_default(matter):
    """Apply the firm's default template, if it has a known one, to a matter that asks for no documents.

    Returns the requests that were added, and sets the given matter's `intake_template_id`. Safe to call again.
    """
    with db.atomic():
        locked = Matter.fetch_locked(matter, matter.id)
        wanted = Firm.fetch(matter.firm_id).settings_in_force["default_intake_template"]
        template = None if DocumentRequest.asked_for(locked, locked.id).exists() else Template.known(matter, wanted)
        added = _apply(matter, locked, template) if template else []
    matter.intake_template_id = locked.intake_template_id
    return added


def create_matter_with_template(scope, documents=None, **values):
    """Open a matter and add the documents of its `intake_template_id`; an unknown id is stored as given.

    `documents`, as a template has them, are added in place of the template's. The matter returned does not count them
    yet. Raises what `matters.create_matter` raises.
    """
    with db.atomic():
        matter = matters.create_matter(scope, **values)
        if documents is None:
            template = Template.known(scope, matter.intake_template_id)
            documents = template.documents if template else ()
        _add_missing(matter, documents)
    return matter


def update_matter(scope, matter_id, **values):
    """Change the given values of the matter; if it follows another template now, add that one's documents.

    Documents that it asks for already stay. Raises what `matters.update` raises.
    """
    if "intake_template_id" not in values:
        return matters.update(scope, matter_id, **values)
    with db.atomic():
        matter = matters.lock_to_change(scope, matter_id, values)
        wanted = values["intake_template_id"]
        template = Template.known(scope, wanted) if wanted != matter.intake_template_id else None
        if template:
            _add_missing(matter, template.documents)  # first, so that the event and the response count them
        return matters.update(scope, matter_id, **values)


def _own(scope, template_id):
    """Return the firm's own template, locked. Raises `NotFound`, `TemplateReadOnly`."""
    if template_id in built_ins():
        raise TemplateReadOnly
    return Template.fetch_locked(scope, template_id)


def _with_clone(matter, values):
    """Return the values of a template completed by the matter's. If documents have the same name, the first is kept."""
    requests = DocumentRequest.asked_for(matter, matter.id).order_by(*DocumentRequest.in_order())
    documents: dict[str, dict] = {}
    for document in [*({name: getattr(request, name) for name in _OF_DOCUMENT} for request in requests),
                     *values.get("documents", ())]:
        documents.setdefault(folded(document["name"]), document)
    if len(documents) > MAX_DOCUMENTS:
        raise Invalid({"matter_id": [f"A checklist holds at most {MAX_DOCUMENTS} documents."]})
    own = {"practice_area": matter.practice_area, "case_type": Template.case_type_of(matter)}
    return own | values | {"documents": list(documents.values())}


def _apply(scope, matter, template):
    """Do what `apply` does, for a matter that is locked."""
    added, followed = _add_missing(matter, template.documents), Template.applied_to(matter)
    record_act("matter.template_applied", matter, template_id=template.id)
    if followed is None or (template.form and not followed.form):
        matters.update(scope, matter.id, intake_template_id=template.id)
        matter.intake_template_id = template.id
    return added


def _add_missing(matter, documents):
    """Add documents of a template to a matter whose row is locked or new. Returns the new requests."""
    if not documents:
        return []
    present = {as_folded(request.name_key) for request in DocumentRequest.asked_for(
        matter, matter.id, DocumentRequest.name_key)}
    added, moment = [], now()
    for document in documents:
        if folded(document["name"]) not in present:
            added.append(DocumentRequest(
                firm_id=matter.firm_id, matter_id=matter.id, name_key=searchable(document["name"]), created_at=moment,
                updated_at=moment, **{name: document[name] for name in _OF_DOCUMENT}))
            moment += timedelta(microseconds=1)  # so that lists keep the order
    if added:
        DocumentRequest.insert_many([request.__data__ for request in added]).execute()
    return added
