"""Registering a firm."""

import re

import pytest
from peewee import IntegrityError

from intake.accounts.firms.actions import register
from intake.accounts.firms.models import Firm


def test_new_firm_has_every_default(app, firm):
    made = Firm.get_by_id(register("Ünal & Partners", "office@example.com").id)

    assert made.id.startswith("firm_")
    assert (made.name, made.email, made.plan) == ("Ünal & Partners", "office@example.com", "standard")
    assert (made.suspended_at, made.settings, made.phone) == (None, {}, None)
    assert made.created_at == made.updated_at


@pytest.mark.parametrize(("name", "stem"), [
    ("Ünal & Partners", "unal-partners"), ("  Smith, Jones LLP ", "smith-jones-llp"), ("旅券", "firm"),
    ("--- ", "firm"), ("x" * 100, "x" * 40), ("a" * 39 + " b", "a" * 39),
])
def test_slug_is_made_from_the_name(firm, name, stem):
    slug = register(name, "office@example.com").slug

    assert re.fullmatch(f"{stem}-+[a-z0-9]{{8}}", slug)


def test_firms_with_one_name_have_different_slugs(firm):
    assert len({register("Smith", "office@example.com").slug for _ in range(20)}) == 20


@pytest.mark.parametrize("plan", ["standard", "pro", "enterprise"])
def test_every_plan_may_be_chosen(firm, plan):
    assert register("Smith", "office@example.com", plan).plan == plan


def test_unknown_plan_is_refused(firm):
    with pytest.raises(IntegrityError):
        register("Smith", "office@example.com", "platinum")
