"""The amount of a firm's data, and its failures, for `flask firm show`."""

from peewee import Select, fn

from intake.accounts.access.models import ApiKey
from intake.accounts.oauth.models import OauthClient
from intake.accounts.users.models import User
from intake.core.clock import now
from intake.core.db import db
from intake.engine.tasks.models import Task
from intake.integrations.connections.models import Integration
from intake.integrations.webhooks.models import Webhook
from intake.operations.usage.actions import statistics


def overview(firm):
    """Return the figures by name, and which platforms are connected, each with its error if it has one."""
    usage = statistics(firm)["usage"]
    return {
        "requests_this_month": usage["api_requests"]["this_period"], "matters": usage["matters"]["total"],
        "clients": usage["clients"]["total"], "storage_gb": usage["documents"]["storage_used_gb"],
    } | _counts(firm) | {"platforms": _platforms(firm)}


def _counts(firm):
    tasks, webhooks = Task.of(firm, fn.COUNT(1)), Webhook.of(firm, fn.COUNT(1))
    named = {
        "users": User.of(firm, fn.COUNT(1)), "keys": ApiKey.of(firm, fn.COUNT(1)).where(ApiKey.revoked_at.is_null()),
        "oauth_clients": OauthClient.of(firm, fn.COUNT(1)),
        "webhooks": webhooks, "webhooks_off": webhooks.where(~Webhook.active),
        "tasks_waiting": tasks.where(Task.done_at.is_null(), Task.failed_at.is_null(),
                                     (Task.due_at <= now()) | (Task.attempts > 0)),
        "tasks_failed": tasks.where(Task.failed_at.is_null(False)),
    }
    return next(iter(Select(columns=[query.alias(name) for name, query in named.items()]).dicts().execute(db)))


def _platforms(firm):
    rows = Integration.of(firm).where(Integration.is_active | Integration.error_code.is_null(False))
    return [f"{row.platform} ({row.error_code})" if row.error_code else row.platform
            for row in rows.order_by(Integration.platform)]
