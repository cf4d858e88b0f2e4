"""The settings of the web server (docs/settings.md)."""

from marshmallow import Schema, fields, validate

from .setting import setting
from .validators import host


class WebSettings(Schema):
    """All of them are optional."""

    PORT = setting(
        fields.Integer, "The port the web server listens on.", default=8000, validate=validate.Range(1, 65535))
    HOST = setting(
        fields.String, "The address the web server listens on.", default="0.0.0.0", validate=host)  # noqa: S104
    WEB_CONCURRENCY = setting(
        fields.Integer, "The number of web processes.", default=2, validate=validate.Range(1, 64))
    WEB_RUNS_WORKER = setting(
        fields.Boolean, "Whether the web server also runs the worker, in a separate process: one program to start, "
        "and a third less memory. Do not start another worker then.", default=False)
    WEB_THREADS = setting(
        fields.Integer, "The number of requests that each web process answers at once; each holds one database "
        "connection.",
        default=4, validate=validate.Range(1, 64))
    WEB_CONNECTIONS = setting(
        fields.Integer, "The number of connections that each web process keeps open; a further one replaces the one "
        "that has waited longest for its client.", default=1000, validate=validate.Range(20, 10_000))
    DRAIN_SECONDS = setting(
        fields.Integer, "The number of seconds for which a stopping web server still accepts new connections, while "
        "/readyz answers 503, so that a load balancer can notice.", default=3, validate=validate.Range(0, 5))
    TRUSTED_PROXIES = setting(
        fields.Integer, "The number of proxies in front, whose X-Forwarded-For has the caller's address. If it is 0 "
        "behind a proxy, all callers have the proxy's address and share its limits: one who guesses keys or passwords "
        "locks everybody out. If it is too high, callers can choose their address themselves.",
        default=0, validate=validate.Range(0, 5))
