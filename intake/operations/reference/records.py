"""The resources, their identifiers' prefixes, and the names that mention them."""

from functools import cache

from intake.accounts.firms.models import Firm
from intake.core.subclasses import subclasses
from intake.core.tenancy import FirmRecord

_SHOWN_AS = {"created_by": "user", "lifted_by": "user", "actor": "user", "record": "matter"}

_SHORTER_NAMES = {"MatterParty": "party", "MatterNote": "note", "Hold": "legal_hold",
                  "Schedule": "retention_schedule", "Due": "matter"}
"""Resources by names of components that do not contain the resource's own name."""


@cache
def prefixes():
    """Return every resource with the prefix of its identifiers: `{"matter": "mat", …}`."""
    return {"firm": Firm.prefix} | {
        model.resource: model.prefix for model in subclasses(FirmRecord) if model.resource and model.prefix}


def resource_named_by(field):
    """Return the resource whose identifier a field or path parameter holds: `matter_id` → `matter`; else None."""
    resource = field.removesuffix("_id")
    return resource if resource != field and resource in prefixes() else None


def resource_of(field):
    """Return the resource of the record that a field shows: `client` → `client`, `created_by` → `user`; else None."""
    return field if field in prefixes() else _SHOWN_AS.get(field)


def resource_in(component):
    """Return the resource that a component's name mentions first: `ClientOfMatter` → `client`; else None.

    The longest of several that begin there: `LetterTemplateOut` → `letter_template`.
    """
    names = {resource.title().replace("_", ""): resource for resource in prefixes()} | _SHORTER_NAMES
    found = [(component.find(name), -len(name), resource) for name, resource in names.items() if name in component]
    return min(found, default=(0, 0, None))[2]
