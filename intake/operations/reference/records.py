"""The kinds of records there are, as far as the reference must know them."""

from intake.accounts.firms.models import Firm
from intake.core.tenancy import FirmRecord


def prefixes():
    """Every kind of record with the prefix of its identifiers: `{"matter": "mat", …}`."""
    return {"firm": Firm.prefix} | {model.resource: model.prefix for model in _below(FirmRecord) if model.resource}


def named_by(field):
    """The kind of record whose identifier a field or path parameter holds: `matter_id` → `matter`; else None."""
    kind = field.removesuffix("_id")
    return kind if kind != field and kind in prefixes() else None


def _below(model):
    for child in model.__subclasses__():
        yield child
        yield from _below(child)
