"""Which status may follow which."""

import pytest

from intake.core.errors import InvalidStatusTransition
from intake.core.transitions import Transitions

DOOR = Transitions({"open": {"closed"}, "closed": {"open", "locked"}, "locked": {"closed"}})


@pytest.mark.parametrize(("before", "after"), [("open", "closed"), ("closed", "open"), ("closed", "locked")])
def test_an_allowed_move_passes(before, after):
    DOOR.check(before, after)


@pytest.mark.parametrize(("before", "after"), [
    ("open", "locked"), ("locked", "open"), ("open", "open"), ("unheard of", "open"), ("open", "unheard of"),
])
def test_other_moves_raise_with_both_statuses(before, after):
    with pytest.raises(InvalidStatusTransition) as refused:
        DOOR.check(before, after)

    assert refused.value.details == {"from": before, "to": after}
