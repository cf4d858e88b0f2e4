"""The settings of billing by Stripe (docs/billing.md)."""

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from .setting import setting
from .validators import url


def _price(plan, period):
    return setting(
        fields.String, f"Stripe's id of the price of the plan {plan} for a {period}; without one, it is not sold. Add "
        "older prices that firms still pay after it, separated by commas.", allow_none=True, example="price_1",
        validate=validate.Length(1, 500))


class BillingSettings(Schema):
    """All of them are optional."""

    STRIPE_SECRET_KEY = setting(
        fields.String, "The secret key of the Stripe account that charges the firms; it needs "
        "requirements-billing.txt. Without one, there is no billing.", allow_none=True,
        example="the secret or restricted key of the account", validate=validate.Length(8, 500))
    STRIPE_WEBHOOK_SECRET = setting(
        fields.String, "The signing secret (whsec_…) of the endpoint at Stripe that posts to "
        "/api/v1/billing/webhooks; while it is being replaced, both, separated by a comma.", allow_none=True,
        example="the signing secret of the endpoint", validate=validate.Length(8, 500))
    STRIPE_API_URL = setting(
        fields.String, "The address of Stripe's API.", default="https://api.stripe.com", validate=url("http", "https"))
    STRIPE_TRIAL_DAYS = setting(
        fields.Integer, "The number of days for which a firm's first subscription is free.", default=14,
        validate=validate.Range(0, 730))
    STRIPE_PRICE_STANDARD_MONTHLY = _price("standard", "month")
    STRIPE_PRICE_STANDARD_YEARLY = _price("standard", "year")
    STRIPE_PRICE_PRO_MONTHLY = _price("pro", "month")
    STRIPE_PRICE_PRO_YEARLY = _price("pro", "year")
    STRIPE_PRICE_ENTERPRISE_MONTHLY = _price("enterprise", "month")
    STRIPE_PRICE_ENTERPRISE_YEARLY = _price("enterprise", "year")

    @validates_schema
    def _stripe_whole_or_not_at_all(self, data, **_):
        missing = [name for name in ("STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET") if not data.get(name)]
        if len(missing) == 1:
            raise ValidationError({missing[0]: ["Must be set if the other key or secret of Stripe is."]})

    @validates_schema
    def _sandbox_charges_none(self, data, **_):
        """A copy of a live installation would cancel what its firms really pay for, as soon as its clock is moved."""
        if data.get("ENVIRONMENT") == "sandbox" and "_live_" in (data.get("STRIPE_SECRET_KEY") or "")[:8]:
            raise ValidationError({"STRIPE_SECRET_KEY": [
                "Must be a key of Stripe's test mode, because ENVIRONMENT is sandbox."]})
