"""`GET /metrics` in Prometheus' text format.

Requests are counted in each web process and added up through shared files; everything else is read when it is asked
for, from Postgres, so it is the same from every web process.
"""

import hmac
import logging
import os
import time
from functools import lru_cache

from flask import Blueprint, Response, current_app, g, request
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from intake.core.db import UNAVAILABLE
from intake.core.errors import NotFound
from intake.core.logging import error_fields

from .collectors import BacklogCollector, StateCollector, TotalsCollector

metrics = Blueprint("metrics", __name__)

METHODS = frozenset(("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"))
"""Those that have a figure each; strangers can send any word."""

_REQUESTS = Counter("intake_requests", "Requests answered.", ["method", "route", "status"])
_SECONDS = Histogram("intake_request_seconds", "How long answers took.", ["route"],
                     buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10))

_log = logging.getLogger(__name__)


@metrics.get("/metrics")
def show():
    """Return the metrics to a caller with the token; 404 without a METRICS_TOKEN.

    While Postgres is unavailable or hangs, returns only metrics that do not come from it, within ten seconds.
    """
    token = current_app.extensions["settings"].metrics_token
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not token or not hmac.compare_digest(token.encode(), given.encode()):
        raise NotFound
    requests = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        requests = CollectorRegistry()
        MultiProcessCollector(requests)
    text = generate_latest(requests)
    state = StateCollector()
    collectors: list[Collector] = [state]
    if state.database_answers:
        collectors += [BacklogCollector(), TotalsCollector()]
    for collector in collectors:
        read_now = CollectorRegistry()
        read_now.register(collector)
        try:
            text += generate_latest(read_now)
        except UNAVAILABLE as error:
            _log.warning("metrics could not be read", extra=error_fields(error))
    return Response(text, content_type=CONTENT_TYPE_LATEST)


@metrics.after_app_request
def count(response):
    """Count the request under its route's pattern, not its path, which may hold secrets."""
    route = request.url_rule.rule if request.url_rule else "none"
    method = request.method if request.method in METHODS else "other"
    requests, seconds = _figures(method, route, response.status_code)
    requests.inc()
    seconds.observe(time.perf_counter() - g.started)
    return response


@lru_cache(None)
def _figures(method, route, status):
    return _REQUESTS.labels(method, route, status), _SECONDS.labels(route)
