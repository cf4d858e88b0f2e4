"""Generates the OpenAPI document from the routes' contracts."""

from intake.accounts.oauth.metadata import server_metadata
from intake.accounts.permissions.scopes import SCOPES

from .components import OPENAPI, Components
from .contracts import documented_routes
from .descriptions import describe_schemas
from .error_cases import all_errors
from .examples import Examples
from .guide import INTRODUCTION, chapters
from .operation import SCHEMES, Operations
from .webhooks import webhooks


def document(app):
    """Return the OpenAPI 3.1 document of every route with a contract. The same code gives the same document."""
    routes = documented_routes(app)
    components = Components()
    examples = Examples(components)
    operations = Operations(routes, components, examples)
    guide = chapters(app.extensions["plans"], all_errors(routes))
    features = {route.feature: route.feature_doc for route in routes}
    paths: dict[str, dict] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = operations.of(route)
    received = webhooks(components, examples)
    describe_schemas(components.schemas)
    return {
        "openapi": OPENAPI,
        "info": {"title": "Intake API", "version": "1", "summary": "Legal intake and document collection.",
                 "description": "\n\n".join((INTRODUCTION, *(chapter.markdown for chapter in guide)))},
        "servers": [{"url": app.extensions["settings"].app_url.rstrip("/")}],
        "tags": [{"name": name, "description": doc} for name, doc in features.items()],
        "paths": paths,
        "webhooks": received,
        "components": {
            "securitySchemes": _security_schemes(),
            "parameters": {"IdempotencyKey": _IDEMPOTENCY_KEY},
            "headers": _HEADERS,
            "schemas": components.schemas,
            "responses": dict(sorted(operations.responses.items())),
        },
    }


def _security_schemes():
    server = server_metadata()
    flow = {"authorizationUrl": server["authorization_endpoint"], "tokenUrl": server["token_endpoint"],
            "refreshUrl": server["token_endpoint"], "scopes": dict(SCOPES)}
    return dict(zip(SCHEMES, (
        {"type": "apiKey", "in": "header", "name": "X-Api-Key", "description": "A key of your firm."},
        {"type": "oauth2", "description": "An application acts for one of the firm's people, with their consent.",
         "flows": {"authorizationCode": flow}}), strict=True))


_IDEMPOTENCY_KEY = {
    "in": "header", "name": "Idempotency-Key", "required": False,
    "description": "A request is executed once, however often it is sent with the same key.",
    "schema": {"type": "string", "pattern": "^[!-~]{1,255}$"},
}


def _header(kind, description, **more):
    return {"description": description, "schema": {"type": kind, **more}}


_HEADERS = {
    "X-Request-Id": _header("string", "Names this request in our log."),
    "X-RateLimit-Limit": _header("integer", "Requests allowed in a window."),
    "X-RateLimit-Remaining": _header("integer", "Requests that remain in this window.", minimum=0),
    "X-RateLimit-Reset": _header("integer", "Unix time at which the window ends."),
    "Allow": _header("string", "The methods that the address has."),
    "Retry-After": _header("integer", "Seconds to wait.", minimum=0),
    "WWW-Authenticate": _header("string", "How to authenticate."),
    "Idempotency-Replayed": _header("string", "`true` if this is the kept answer to the first request.", enum=["true"]),
}
