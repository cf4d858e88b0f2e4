"""The resources and their identifiers' prefixes."""

from intake.accounts.firms.models import Firm
from intake.core.tenancy import FirmRecord


def prefixes():
    """Return every resource with the prefix of its identifiers: `{"matter": "mat", …}`."""
    return {"firm": Firm.prefix} | {model.resource: model.prefix for model in _subclasses(FirmRecord) if model.resource}


def resource_named_by(field):
    """Return the resource whose identifier a field or path parameter holds: `matter_id` → `matter`; else None."""
    resource = field.removesuffix("_id")
    return resource if resource != field and resource in prefixes() else None


def _subclasses(model):
    for child in model.__subclasses__():
        yield child
        yield from _subclasses(child)
