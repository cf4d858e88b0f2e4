"""The settings by which an operator watches Intake (docs/operating.md)."""

from marshmallow import Schema, fields

from .setting import setting
from .validators import random_secret, sentry_dsn, url


class WatchingSettings(Schema):
    """All of them are optional."""

    METRICS_TOKEN = setting(
        fields.String, "The bearer token under which /metrics can be read, made as SECRET_KEY is; without one there is "
        "no /metrics.", allow_none=True, validate=random_secret)
    OTEL_EXPORTER_OTLP_ENDPOINT = setting(
        fields.String, "The OpenTelemetry collector that gets traces by OTLP over HTTP, for which "
        "requirements-tracing.txt has to be installed; OTEL_TRACES_SAMPLER and OTEL_EXPORTER_OTLP_HEADERS of the "
        "environment are respected. Without one there are no traces.",
        allow_none=True, example="http://localhost:4318", validate=url("http", "https"))
    SENTRY_DSN = setting(
        fields.String, "Where errors are reported, for which requirements-errors.txt has to be installed: their class, "
        "where they came from, and ids; without one they are only logged.",
        allow_none=True, example="https://key@sentry.example.com/1", validate=sentry_dsn)
