"""Allowed status transitions."""

import pytest

from intake.core.errors import InvalidStatusTransition
from intake.core.transitions import Transitions

DOOR = Transitions({"open": {"closed"}, "closed": {"open", "locked"}, "locked": {"closed"}})


@pytest.mark.parametrize(("before", "after"), [("open", "closed"), ("closed", "open"), ("closed", "locked")])
def test_an_allowed_move_passes(before, after):
    assert DOOR.check(before, after) is None


@pytest.mark.parametrize(("before", "after"), [
    ("open", "locked"), ("locked", "open"), ("open", "open"), ("unknown", "open"), ("open", "unknown"),
])
def test_other_moves_raise_with_both_statuses(before, after):
    with pytest.raises(InvalidStatusTransition) as refused:
        DOOR.check(before, after)

    assert refused.value.details == {"from": before, "to": after}
