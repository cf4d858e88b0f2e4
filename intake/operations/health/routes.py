"""`GET /healthz` and `GET /readyz`, for platforms and dashboards."""

from flask import Blueprint, current_app

from intake.core.http import json_response

from .installation import readiness

operations = Blueprint("operations", __name__)


@operations.get("/healthz")
def healthz():
    """Answer that this process runs. It uses no other service, so that their failure never restarts it."""
    return json_response({"status": "ok"})


@operations.get("/readyz")
def readyz():
    """Answer whether requests can be served: 503 if not, or if the process is stopping; names unavailable services.

    Also reports the lag of a replica.
    """
    if current_app.extensions["is_stopping"]():
        return json_response({"status": "stopping", "checks": {}}, 503)
    results = readiness()
    failed = [result for result in results if not result.ok]
    is_unavailable = any(result.is_fatal for result in failed)
    answer = {"status": "degraded" if failed else "ok",
              "checks": {result.check.name: result.advice or "ok" for result in results}}
    if is_unavailable:
        answer["status"] = "unavailable"
    for result in results:
        if result.check.name == "replica" and result.ok:
            answer["replica"] = result.remark
    return json_response(answer, 503 if is_unavailable else 200)
