"""Where an erasure asks whether something of what it takes is held."""


def require_not_held(scope, kind, record_id):
    """Raise `OnHold` while a legal hold is on the record or on something that goes with it."""
