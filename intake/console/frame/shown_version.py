"""Two people using one form: the second is shown the values that the first saved before overwriting them."""

import json
from hashlib import blake2b

from intake.cases.holds.models import block_new_holds
from intake.web.forms import typed


def version_of(*values):
    """Return the version of the values in a form, a short text that the form sends back when it is saved.

    It changes when one of these values changes, but not with other changes to the record.
    """
    return blake2b(json.dumps(values, sort_keys=True).encode(), digest_size=12).hexdigest()


def kept_version(was_refused, *values):
    """Return the version for a form: of a refused one, which still shows what its sender saw, the one that it sent."""
    return typed("version") if was_refused else version_of(*values)


def is_outdated(*values):
    """Whether the form's values, which are given as they are now, have changed since it was shown to its sender."""
    return typed("version") != version_of(*values)


def fetch_to_save(model, scope, id):
    """Return the record that a form changes, locked until the transaction ends. Raises `NotFound`.

    If two people save at once, the second waits, and then sees the values that the first saved.
    """
    block_new_holds(scope)  # before any row is locked, as the actions do
    return model.fetch_locked(scope, id)
