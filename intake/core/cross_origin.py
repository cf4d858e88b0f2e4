"""Lets pages of the origins that the operator names call the API from a browser (CORS).

What they send is a key or a token, never a cookie of ours: `Access-Control-Allow-Credentials` is not among the answers.
"""

from collections.abc import Collection

from flask import Flask, Response, g, request

ANY = "*"
_API, _TOKEN = "/api/", "/oauth/token"
_METHODS = "GET, POST, PATCH, PUT, DELETE"
_REQUEST_HEADERS = "Authorization, X-Api-Key, Content-Type, Idempotency-Key, X-Request-Id"
_EXPOSED = ("X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, "
            "Idempotency-Replayed, Deprecation, Sunset, Link")


class CrossOrigin:
    """Answers browsers for these origins, or for `*`, all of them."""

    def __init__(self, origins: Collection[str]) -> None:
        self._origins = frozenset(origins)

    def init_app(self, app: Flask) -> None:
        """Answer preflight requests before anything is read, and name the origin in other answers."""
        if self._origins:
            app.before_request(self._answer_preflight)
            app.after_request(self._name_origin)

    def _answer_preflight(self) -> Response | None:
        if request.method != "OPTIONS" or "Access-Control-Request-Method" not in request.headers:
            return None
        if not (request.path.startswith(_API) or request.path == _TOKEN):
            return None
        response = Response(status=204)
        if self._is_allowed():
            # An application with a secret would send it in `Authorization`; browsers keep no secrets.
            is_token = request.path == _TOKEN
            response.headers.extend({
                "Access-Control-Allow-Methods": "POST" if is_token else _METHODS,
                "Access-Control-Allow-Headers": "Content-Type" if is_token else _REQUEST_HEADERS,
                "Access-Control-Max-Age": "7200"})
            g.shared_with_origin = True
        return response

    def _name_origin(self, response: Response) -> Response:
        if request.path.startswith(_API) or g.get("shared_with_origin"):
            response.headers.add("Vary", "Origin")
            if self._is_allowed():
                response.headers["Access-Control-Allow-Origin"] = request.headers["Origin"]
                response.headers["Access-Control-Expose-Headers"] = _EXPOSED
        return response

    def _is_allowed(self) -> bool:
        origin = request.headers.get("Origin")
        return origin is not None and (origin in self._origins or ANY in self._origins)
