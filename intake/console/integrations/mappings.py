"""The two tables of a form that map names at a platform to ours."""

from marshmallow import ValidationError

from intake.integrations.connections.schemas import are_distinct, patch_schema
from intake.web.forms import cut

SPARE = 3
"""How many empty rows follow the filled ones."""


def entered(form):
    """Return `{setting: [(name, value), …]}` from the form, without empty rows."""
    given = {"case_type_mappings": _pairs(form, "case_type", "area")}
    if "stage" in form:  # the platform has stages
        given["stage_statuses"] = _pairs(form, "stage", "status", is_kept=lambda name, _: bool(name))
    return given


def checked(platform, given):
    """Return the entered settings. Raises `ValueError` with a key of `WRONG_MAPPINGS`."""
    if any(not (name and value) for pairs in given.values() for name, value in pairs):
        raise ValueError("half")
    if not all(are_distinct([name for name, _ in pairs]) for pairs in given.values()):
        raise ValueError("twice")
    try:
        return patch_schema(platform)().load({setting: dict(pairs) for setting, pairs in given.items()})
    except ValidationError:
        raise ValueError("long") from None


def _pairs(form, name, value, is_kept=lambda name, value: bool(name or value)):
    names, values = ([cut(text, 200).strip() for text in form.getlist(field)] for field in (name, value))
    return [pair for pair in zip(names, values, strict=False) if is_kept(*pair)]
