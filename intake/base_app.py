"""The application without routes and pages: everything that the worker needs, at two thirds of the memory."""

from pathlib import Path

from flask import Flask
from jinja2 import FileSystemLoader

from config.plans import plans
from intake import VERSION
from intake.accounts.access.models import IdempotencyRecord, RequestCount
from intake.accounts.audit.recording import insert_reads
from intake.accounts.users.password_hashing import METHOD
from intake.core.application import init_app
from intake.core.best_effort_redis import BestEffortRedis
from intake.core.counters import occurrences
from intake.core.crypto import Vault
from intake.core.db import connect_to
from intake.core.logging import log_to_stdout
from intake.core.presence import Presence
from intake.core.rate_limiter import RateLimiter
from intake.core.replica import use_replica
from intake.core.write_buffer import WriteBuffer
from intake.engine.events.router import EventRouter
from intake.engine.events.wakeup import Wakeup
from intake.engine.tasks.queues import TaskQueues
from intake.gateways.error_reports import ErrorReports
from intake.gateways.mail import Mail
from intake.gateways.safe_http import SafeHttpClient
from intake.gateways.scanner import Scanner
from intake.gateways.sealing import Sealer
from intake.gateways.sms import Sms
from intake.gateways.storage import Storage
from intake.gateways.stripe_api import StripeApi
from intake.gateways.traces import Traces
from intake.integrations.platforms.registry import configured_platforms
from intake.integrations.sandbox.stand_ins import use_stand_ins
from intake.integrations.webhooks.delivery.fan_out import ENDPOINTS
from intake.listeners import LISTENERS, TASKS
from intake.schedule import SCHEDULE


def create_base_app(settings):
    """Return the application of this installation. It opens no connection yet."""
    log_to_stdout(settings.log_level)
    if settings.sentry_dsn:
        ErrorReports(settings.sentry_dsn, settings.environment, VERSION).start()
    traced = bool(settings.otel_exporter_otlp_endpoint)
    connect_to(settings.database_url, traced=traced)
    use_replica(settings.database_replica_url, traced)
    app = Flask("intake", static_folder=None)
    redis = BestEffortRedis(settings.redis_url)
    user_agent = f"Intake/{VERSION} (+{settings.app_url})"
    # Not each folder by a blueprint: mails and exports are rendered without one.
    app.jinja_loader = FileSystemLoader(sorted(Path(app.root_path).glob("*/**/templates")))
    app.secret_key = settings.secret_key
    app.extensions["settings"] = settings
    app.extensions["redis"] = redis
    app.extensions["rate_limiter"] = RateLimiter(redis)
    app.extensions["request_counter"] = WriteBuffer(RequestCount.add)
    app.extensions["audited_reads"] = WriteBuffer(insert_reads)
    app.extensions["unsettled_keys"] = WriteBuffer(IdempotencyRecord.settle_all)
    app.extensions["occurrences"] = occurrences
    app.extensions["storage"] = Storage(settings)
    app.extensions["scanner"] = Scanner(settings.clamd_url, settings.clamd_max_mb)
    app.extensions["safe_http"] = SafeHttpClient(settings.webhook_allow_local, user_agent=user_agent)
    app.extensions["platforms"] = configured_platforms(settings, user_agent)
    app.extensions["mail"] = Mail(settings.smtp_url, settings.mail_from, settings.smtp_ca_file)
    app.extensions["sms"] = Sms(settings)
    app.extensions["sealer"] = Sealer(settings)
    app.extensions["stripe"] = StripeApi(settings)
    app.extensions["event_router"] = EventRouter(LISTENERS, ENDPOINTS)
    app.extensions["presence"] = Presence(redis)
    app.extensions["wakeup"] = Wakeup(redis)
    app.extensions["task_types"] = TASKS
    app.extensions["task_queues"] = TaskQueues(redis)
    app.extensions["schedule"] = SCHEDULE
    app.extensions["vault"] = Vault(settings.token_encryption_keys or [settings.secret_key])
    app.extensions["plans"] = plans(settings.enterprise_burst)
    app.extensions["password_hash_method"] = METHOD
    app.extensions["is_stopping"] = lambda: False  # the web server replaces it
    app.extensions["key_kind"] = "test" if settings.in_sandbox else "live"
    if traced:
        app.extensions["traces"] = Traces(settings.otel_exporter_otlp_endpoint, VERSION)
        app.extensions["traces"].init_app(app)
    init_app(app, settings.trusted_proxies, https=settings.app_url.startswith("https:"))
    if settings.in_sandbox:
        use_stand_ins(app, settings, user_agent)
    return app
