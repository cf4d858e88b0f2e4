"""The settings by which an operator watches Intake (docs/operating.md)."""

from marshmallow import Schema, fields

from .setting import setting
from .validators import random_secret, sentry_dsn, url


class WatchingSettings(Schema):
    """All of them are optional."""

    METRICS_TOKEN = setting(
        fields.String, "The bearer token for reading /metrics, made like SECRET_KEY; without one, there is no "
        "/metrics.",
        allow_none=True, validate=random_secret)
    OTEL_EXPORTER_OTLP_ENDPOINT = setting(
        fields.String, "The OpenTelemetry collector that gets traces by OTLP over HTTP; it needs "
        "requirements-tracing.txt. OTEL_TRACES_SAMPLER and OTEL_EXPORTER_OTLP_HEADERS in the environment are "
        "respected. Without one, there are no traces.",
        allow_none=True, example="http://localhost:4318", validate=url("http", "https"))
    SENTRY_DSN = setting(
        fields.String, "The address to which errors are reported, with class, place in the code and ids; it needs "
        "requirements-errors.txt. Without one, errors are only logged.",
        allow_none=True, example="https://key@sentry.example.com/1", validate=sentry_dsn)
