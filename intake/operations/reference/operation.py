"""Generates the OpenAPI operation of a route."""

from http import HTTPStatus
from itertools import groupby

from intake.accounts.access.errors import InsufficientScope
from intake.accounts.permissions.roles import has_permission
from intake.accounts.users.states import ROLES
from intake.core.csv_lines import CSV
from intake.core.http import LINES
from intake.core.schemas import CursorQuery, Redirect

from .descriptions import describe_query
from .error_cases import route_errors
from .examples import as_of, identifier
from .records import resource_in, resource_named_by
from .schemas import CursorListPagination, Error, Pagination

SCHEMES = ("ApiKey", "OAuth2")
"""The security schemes: every operation that requires authentication accepts either."""

_JSON = "application/json"


class Operations:
    """Generates the operations of one document, and collects the error responses that they share."""

    def __init__(self, routes, components, examples):
        self._routes, self._components, self._examples = routes, components, examples
        self.responses: dict[str, dict] = {}

    def of(self, route):
        """Return the route's operation object."""
        contract = route.contract
        summary, details = _summary_and_details(route)
        operation = {
            "operationId": _operation_id(route),
            "summary": summary,
            "description": " ".join(filter(None, (_deprecation_note(route), details, _access_note(route)))),
            "tags": [route.feature],
            "security": _security(route),
        }
        if contract.scope:
            operation["x-required-scope"] = contract.scope
        if contract.deprecation:
            operation["deprecated"] = True
        if parameters := self._parameters(route):
            operation["parameters"] = parameters
        if contract.body:
            operation["requestBody"] = self._request(route)
        statuses = [contract.status, 202] if contract.may_be_accepted else [contract.status]
        successes = {str(status): self._success(route, status) for status in statuses}
        operation["responses"] = successes | self._error_responses(route)
        return operation

    def _parameters(self, route):
        path = [_path_parameter(name) for name in route.parameters]
        query = self._components.parameters(route.contract.query) if route.contract.query else []
        describe_query(type(route.contract.query).__name__, query)
        for parameter in query:
            if parameter["required"]:
                parameter["example"] = self._examples.of(parameter["schema"], _resource(route), parameter["name"])
        replay = [{"$ref": "#/components/parameters/IdempotencyKey"}] if route.replayable else []
        return path + query + replay

    def _request(self, route):
        schema = self._components.reference(route.contract.body)
        example = self._examples.of(schema, _resource(route), writing=True)
        if route.method == "PATCH" and route.contract.body.partial:
            example = dict(list(example.items())[:2])  # only the fields sent change
        is_needed = route.method != "POST" or bool(route.contract.body.validate({}))
        return {"required": is_needed, "content": {_JSON: {"schema": schema, "example": example}}}

    def _success(self, route, status):
        contract = route.contract
        limits = _RATE_LIMIT_HEADERS if route.guarded else ()
        if isinstance(contract.result, Redirect):
            return {"description": "A redirect to the address in `Location`.", "headers": _headers(limits) | _LOCATION}
        if contract.file_type:
            return {"description": "The file.", "headers": _headers(_RATE_LIMIT_HEADERS),
                    "content": {contract.file_type: {"schema": {"type": "string", "format": "binary"}}}}
        schema = self._result(route)
        example = as_of(_operation_id(route), self._examples.of(schema, _resource(route)))
        content = {_JSON: {"schema": schema, "example": example}}
        if contract.or_lines:
            content[LINES] = {"schema": self._components.reference(contract.or_lines)}
        if contract.or_csv:
            content[CSV] = {"schema": {"type": "string"}}
        response = {
            "description": HTTPStatus(status).phrase,
            "headers": _headers(limits + (_REPLAY_HEADERS if route.replayable else ())),
            "content": content,
        }
        if links := _links(route, schema, self._routes):
            response["links"] = links
        return response

    def _result(self, route):
        contract = route.contract
        if contract.result is None:
            return {"type": "object"}
        schema = self._components.reference(contract.result)
        if not contract.enveloped:
            return schema
        parts = {"data": schema}
        if contract.paginated:
            parts["pagination"] = self._components.reference(_pagination(contract))
        return {"type": "object", "required": list(parts), "properties": parts}

    def _error_responses(self, route):
        """Return a reference for each status; routes with the same errors share one response."""
        references = {}
        for status, group in groupby(route_errors(route), key=lambda error: error.status):
            errors = list(group)
            codes = "unauthenticated" if status == 401 else "_or_".join(error.code for error in errors)
            name = codes.title().replace("_", "")
            self.responses[name] = self._error_response(status, errors)
            references[str(status)] = {"$ref": f"#/components/responses/{name}"}
        return references

    def _error_response(self, status, errors):
        return {
            "description": "\n".join(f"- `{code}`: {message}" for _, code, message in errors),
            "headers": _headers(_HEADERS_OF_STATUS.get(status, _RATE_LIMIT_HEADERS)),
            "content": {_JSON: {"schema": self._components.reference(Error())}},
            "x-error-codes": [error.code for error in errors],
        }


def _security(route):
    """Return the ways to authenticate, any of which is accepted, each with the scope that it needs."""
    if not route.guarded:
        return []
    scopes = [route.contract.scope] if route.contract.scope else []
    return [{name: scopes} for name in SCHEMES]


def _path_parameter(name):
    parameter = {"in": "path", "name": name, "required": True, "schema": {"type": "string"}}
    resource = resource_named_by(name)
    if resource:
        parameter["example"] = identifier(resource)
    return parameter


def _pagination(contract):
    return CursorListPagination() if isinstance(contract.query, CursorQuery) else Pagination()


def _operation_id(route):
    return route.endpoint.replace(".", "_")


def _links(route, schema, routes):
    """Return an OpenAPI link to each route whose path takes the record that this route creates.

    `schema` is the schema of the response.
    """
    parameter, place = _created(route, schema)
    if route.method != "POST" or parameter is None or parameter in route.parameters:
        return {}
    known = {name: f"$request.path.{name}" for name in route.parameters} | {parameter: place}
    following = [other for other in routes if parameter in other.parameters and known.keys() >= set(other.parameters)]
    return {_operation_id(other): {"operationId": _operation_id(other),
                                   "parameters": {name: known[name] for name in other.parameters}}
            for other in following}


def _created(route, schema):
    """Return (path parameter for the new record's identifier, where the response has it), or (None, None)."""
    data = schema.get("properties", {}).get("data", {})
    if "$ref" in data:
        for name in route.contract.result.fields:
            resource = resource_in(data["$ref"].rpartition("/")[2]) if name == "id" else resource_named_by(name)
            if resource:
                return f"{resource}_id", f"$response.body#/data/{name}"
    return None, None


def _summary_and_details(route):
    """Return the view's docstring as heading and details; the heading ends at a semicolon."""
    first, _, rest = route.doc.partition("\n")
    heading, _, aside = first.rstrip(".").partition("; ")
    aside = f"{aside[0].upper()}{aside[1:]}." if aside else ""
    return heading, " ".join(f"{aside} {rest}".split())


def _access_note(route):
    if not route.guarded:
        return "Needs no key."
    if not route.contract.scope:
        return "" if InsufficientScope in route.contract.errors else "Any key may do this."
    roles = [role for role in ROLES if has_permission(role, route.contract.permission)]
    listed = " or ".join(filter(None, (", ".join(roles[:-1]), roles[-1])))
    note = f" and, of a person, the role {listed}" if len(roles) < len(ROLES) else ""
    return f"Needs the scope `{route.contract.scope}`{note}."


def _deprecation_note(route):
    if not (deprecation := route.contract.deprecation):
        return ""
    return f"Deprecated; it works until {deprecation.sunset} at least. {deprecation.replacement}"


def _resource(route):
    """Return the resource of the route: the last one in its path, else that of its feature's name."""
    named = [resource for resource in map(resource_named_by, reversed(route.parameters)) if resource]
    return named[0] if named else resource_named_by(f"{route.feature.lower().removesuffix('s').replace(' ', '_')}_id")


_RATE_LIMIT_HEADERS = ("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset")
_REPLAY_HEADERS = ("Idempotency-Replayed",)
_LOCATION = {"Location": {"required": True, "schema": {"type": "string", "format": "uri"}}}
_RETRY_HEADERS = (*_RATE_LIMIT_HEADERS, "Retry-After")
_HEADERS_OF_STATUS = {401: ("WWW-Authenticate",), 405: ("Allow",), 429: _RETRY_HEADERS, 503: _RETRY_HEADERS}


def _headers(names):
    return {name: {"$ref": f"#/components/headers/{name}"} for name in ("X-Request-Id", *names)}
