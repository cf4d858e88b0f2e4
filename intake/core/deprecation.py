"""The parts of the API that will be removed, and the dates (docs/api-versions.md)."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from wsgiref.handlers import format_date_time

from flask import current_app, request

from .addresses import public_url
from .http import Decorator, contract_of, declaring

GUIDE = "/docs/api-versions"


@dataclass(frozen=True)
class Deprecation:
    """Since when a route is deprecated, when it ends at the earliest, and what replaces it."""

    since: date
    sunset: date
    replacement: str

    @property
    def headers(self) -> dict[str, str]:
        """The headers of the route's answers (RFC 9745, RFC 8594)."""
        return {"Deprecation": f"@{_seconds(self.since)}", "Sunset": format_date_time(_seconds(self.sunset)),
                "Link": f'<{public_url(GUIDE)}>; rel="deprecation"; type="text/html"'}


def deprecated(since: date, sunset: date, replacement: str) -> Decorator:
    """Declare that the route is deprecated; `replacement` is a sentence for the reference."""
    return declaring(deprecation=Deprecation(since, sunset, replacement))


def deprecation_headers() -> dict[str, str]:
    """Return the headers for the route of this request; none unless it is deprecated."""
    view = current_app.view_functions.get(request.endpoint) if request.endpoint else None
    deprecation: Deprecation | None = contract_of(view).deprecation if view else None
    return deprecation.headers if deprecation else {}


def _seconds(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp())
