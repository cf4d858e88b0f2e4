"""Suspending and reinstating a firm."""

import pytest

from intake.accounts.firms.actions import reinstate, suspend
from intake.accounts.firms.models import Firm
from intake.core.clock import now
from intake.core.errors import NotFound
from tests.builders import a_matter
from tests.core.answers import ids, refusal


def test_suspended_firm_has_suspended_at(firm):
    began = now()

    suspend(firm.id)

    assert began <= Firm.get_by_id(firm.id).suspended_at <= now()


def test_suspension_deletes_nothing(api, firm):
    matter = a_matter(firm)
    suspend(firm.id)
    assert refusal(api.get("/matters")) == (403, "firm_suspended")

    reinstate(firm.id)

    assert Firm.get_by_id(firm.id).suspended_at is None
    assert ids(api.get("/matters")) == [matter.id]


def test_other_firm_is_not_suspended(rival_api, firm):
    suspend(firm.id)

    assert rival_api.get("/matters").status_code == 200


@pytest.mark.parametrize("act", [suspend, reinstate])
def test_unknown_firm_is_not_found(firm, act):
    with pytest.raises(NotFound):
        act("firm_01JD0Q8Z4W6V9XK3M5N7P2R4T6")
