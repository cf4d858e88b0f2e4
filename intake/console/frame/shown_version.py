"""Two people at one form: who saves second is shown what the first one saved, before it is saved over."""

import json
from hashlib import blake2b

from intake.cases.holds.models import let_no_hold_begin
from intake.web.forms import typed


def version_of(*values):
    """Return the version of the values that a form shows: a short text that the form sends back when it is saved.

    It changes when one of these values changes, but not with other changes to the record.
    """
    return blake2b(json.dumps(values, sort_keys=True).encode(), digest_size=12).hexdigest()


def is_outdated(*values):
    """Whether the values of a form, as they are now, were changed since it was shown to its sender."""
    return typed("version") not in ("", version_of(*values))


def fetch_to_save(model, scope, id):
    """Return the record that a form changes, locked until the transaction ends: of two who save at the same instant
    the second waits, and then sees what the first one saved. Raises `NotFound`."""
    let_no_hold_begin(scope)  # before any row is locked, as its actions do
    return model.fetch_locked(scope, id)
