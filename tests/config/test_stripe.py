"""The settings of billing: key and secret both or none (config/billing_settings.py)."""

import sys

import pytest

from config.settings import Settings
from intake.gateways.stripe_api import StripeApi

from .test_settings import ENOUGH, wrong_settings

STRIPE = {"STRIPE_SECRET_KEY": "sk_test_hush", "STRIPE_WEBHOOK_SECRET": "whsec_hush"}


@pytest.mark.parametrize(("environ", "wrong"), [
    (STRIPE | {"STRIPE_SECRET_KEY": ""}, {"STRIPE_SECRET_KEY"}),
    (STRIPE | {"STRIPE_WEBHOOK_SECRET": ""}, {"STRIPE_WEBHOOK_SECRET"}),
    (STRIPE | {"STRIPE_API_URL": "stripe"}, {"STRIPE_API_URL"}),
    (STRIPE | {"STRIPE_TRIAL_DAYS": "731"}, {"STRIPE_TRIAL_DAYS"})])
def test_wrong_settings_are_named(environ, wrong):
    assert wrong_settings(environ) == wrong


@pytest.mark.parametrize("kind", ["sk", "rk"])
def test_sandbox_takes_no_key_that_really_charges(kind):
    live = STRIPE | {"STRIPE_SECRET_KEY": f"{kind}_live_hush"}

    assert wrong_settings(live | {"ENVIRONMENT": "sandbox"}) == {"STRIPE_SECRET_KEY"}
    assert Settings.load(ENOUGH | live).stripe_secret_key == f"{kind}_live_hush"
    assert Settings.load(ENOUGH | STRIPE | {"ENVIRONMENT": "sandbox"}).stripe_secret_key == "sk_test_hush"


def test_missing_library_is_named_at_the_start(monkeypatch):
    monkeypatch.setitem(sys.modules, "stripe", None)
    with pytest.raises(SystemExit, match=r"requirements-billing\.txt"):
        StripeApi(Settings.load(ENOUGH | STRIPE))
