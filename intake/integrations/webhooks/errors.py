"""Errors of webhook endpoints."""

from intake.core.errors import ApiError


class WebhookInactive(ApiError):
    status, code = 422, "webhook_inactive"
    message = "The webhook is disabled. Turn it on first: PATCH it with active true."


class TooManyWebhooks(ApiError):
    status, code = 409, "too_many_webhooks"
    message = "Your firm has too many webhooks. Delete one first."


class DeliveryFailed(ApiError):
    status, code = 502, "delivery_failed"
    message = "The endpoint gave no 2xx answer within 5 seconds."
