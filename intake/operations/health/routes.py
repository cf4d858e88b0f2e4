"""`GET /healthz` and `GET /readyz`, for platforms and dashboards."""

from functools import lru_cache

from flask import Blueprint, current_app

from intake.core.http import answer

from .installation import readiness

operations = Blueprint("operations", __name__)


@operations.get("/healthz")
def healthz():
    """This process lives. Touches nothing, so that a neighbour's trouble never restarts it."""
    return answer({"status": "ok"})


@operations.get("/readyz")
def readyz():
    """Whether this installation can serve: 503 when it cannot; what is merely degraded is named."""
    findings = _checkup(current_app._get_current_object()).findings()
    unwell = [finding for finding in findings if not finding.ok]
    unavailable = any(finding.check.vital for finding in unwell)
    return answer(
        {"status": "unavailable" if unavailable else "degraded" if unwell else "ok",
         "checks": {finding.check.name: finding.advice or "ok" for finding in findings}},
        503 if unavailable else 200)


@lru_cache(maxsize=1)
def _checkup(app):
    return readiness(app.extensions["settings"], app.extensions["storage"])
