"""One operation of the document: everything about one route."""

from http import HTTPStatus
from itertools import groupby

from intake.accounts.access.errors import InsufficientScope
from intake.accounts.permissions.roles import has_permission
from intake.accounts.users.states import ROLES
from intake.core.schemas import Redirect

from .examples import identifier
from .links import links, operation_id
from .records import named_by
from .refusals import refusals
from .schemas import Error, Pagination
from .security import SCHEMES

_JSON = "application/json"


class Operations:
    """Writes operations, with the shapes and examples of one document, and keeps the answers that they share."""

    def __init__(self, routes, shapes, examples):
        self._routes, self._shapes, self._examples = routes, shapes, examples
        self.responses = {}

    def of(self, route):
        """The route as an operation object."""
        summary, details = _told(route)
        scope = route.contract.scope
        statuses = (route.contract.status, 202) if route.contract.may_be_accepted else (route.contract.status,)
        return {
            "operationId": operation_id(route),
            "summary": summary,
            "description": " ".join(filter(None, (details, _need(route)))),
            "tags": [route.feature],
            "security": [{name: [scope] if scope else []} for name in SCHEMES] if route.guarded else [],
            **({"x-required-scope": scope} if scope else {}),
            **({"parameters": found} if (found := self._parameters(route)) else {}),
            **({"requestBody": self._request(route)} if route.contract.body else {}),
            "responses": {str(status): self._success(route, status) for status in statuses} | self._refusals(route),
        }

    def _parameters(self, route):
        path = [{"in": "path", "name": name, "required": True, "schema": {"type": "string"},
                 **({"example": identifier(kind)} if (kind := named_by(name)) else {})} for name in route.parameters]
        query = self._shapes.parameters(route.contract.query) if route.contract.query else []
        for parameter in query:
            if parameter["required"]:
                parameter["example"] = self._examples.of(parameter["schema"], _kind(route), parameter["name"])
        replay = [{"$ref": "#/components/parameters/IdempotencyKey"}] if route.replayable else []
        return path + query + replay

    def _request(self, route):
        shape = self._shapes.reference(route.contract.body)
        example = self._examples.of(shape, _kind(route), writing=True)
        if route.method == "PATCH" and route.contract.body.partial:
            example = dict(list(example.items())[:2])  # only the fields sent change
        return {"required": True, "content": {_JSON: {"schema": shape, "example": example}}}

    def _success(self, route, status):
        if isinstance(route.contract.result, Redirect):
            return {"description": "Location says where to go.",
                    "headers": _headers(_COUNTED if route.guarded else ()) | _LOCATION}
        shape = self._result(route)
        return {
            "description": HTTPStatus(status).phrase,
            "headers": _headers((_COUNTED if route.guarded else ()) + (_REPLAYED if route.replayable else ())),
            "content": {_JSON: {"schema": shape, "example": self._examples.of(shape, _kind(route))}},
            **({"links": found} if (found := links(route, _data(shape), self._routes)) else {}),
        }

    def _result(self, route):
        contract = route.contract
        if contract.result is None:
            return {"type": "object"}
        shape = self._shapes.reference(contract.result)
        if not contract.enveloped:
            return shape
        parts = {"data": shape}
        if contract.paginated:
            parts["pagination"] = self._shapes.reference(Pagination())
        return {"type": "object", "required": list(parts), "properties": parts}

    def _refusals(self, route):
        """A reference for each status; routes that refuse alike share one answer."""
        references = {}
        for status, group in groupby(refusals(route), key=lambda refusal: refusal.status):
            group = list(group)
            name = "Unauthenticated" if status == 401 else "Or".join(_camel(refusal.code) for refusal in group)
            self.responses[name] = self._refusal(status, group)
            references[str(status)] = {"$ref": f"#/components/responses/{name}"}
        return references

    def _refusal(self, status, group):
        code = {"enum": [refusal.code for refusal in group]}
        return {
            "description": "\n".join(f"- `{code}`: {message}" for _, code, message in group),
            "headers": _headers(_HEADERS_OF_STATUS.get(status, _COUNTED)),
            "content": {_JSON: {"schema": {"allOf": [
                self._shapes.reference(Error()), {"properties": {"error": {"properties": {"code": code}}}}]}}},
        }


def _data(shape):
    return shape.get("properties", {}).get("data", {})


def _told(route):
    """The view's docstring as a heading and the rest: what follows a semicolon is no heading."""
    first, _, rest = route.doc.partition("\n")
    heading, _, aside = first.rstrip(".").partition("; ")
    aside = f"{aside[0].upper()}{aside[1:]}." if aside else ""
    return heading, " ".join(f"{aside} {rest}".split())


def _need(route):
    if route.contract.scope:
        return f"Needs the scope `{route.contract.scope}`{_of_a_person(route)}."
    if not route.guarded:
        return "Needs no key."
    return "" if InsufficientScope in route.contract.errors else "Any key may do this."


def _of_a_person(route):
    """Which roles may do it, if not every one may."""
    roles = [role for role in ROLES if has_permission(role, route.contract.permission)]
    if len(roles) == len(ROLES):
        return ""
    return f" and, of a person, the role {' or '.join(filter(None, (', '.join(roles[:-1]), roles[-1])))}"


def _camel(words):
    return words.title().replace("_", "")


def _kind(route):
    """The kind of record the route is about: the last one in its path, else what its feature is called."""
    kinds = [kind for kind in map(named_by, reversed(route.parameters)) if kind]
    return kinds[0] if kinds else named_by(f"{route.feature.lower().removesuffix('s').replace(' ', '_')}_id")


_COUNTED = ("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset")
_REPLAYED = ("Idempotency-Replayed",)
_LOCATION = {"Location": {"required": True, "schema": {"type": "string", "format": "uri"}}}
_HEADERS_OF_STATUS = {401: ("WWW-Authenticate",), 429: (*_COUNTED, "Retry-After"), 503: (*_COUNTED, "Retry-After")}


def _headers(names):
    return {name: {"$ref": f"#/components/headers/{name}"} for name in ("X-Request-Id", *names)}
