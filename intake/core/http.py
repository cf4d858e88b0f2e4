"""The contract decorators of routes, and how responses and errors are written.

The OpenAPI document is generated from these decorators:

    @matters.post("")
    @requires("matters:write")          # intake/accounts/access: who may call
    @accepts(MatterIn)                  # the JSON body, passed to the view as `body`
    @returns(MatterOut, status=201)     # the response, wrapped as {"data": …}
    @raises(DuplicateMatter)            # errors of this route, beside those of every route
    def create(caller, body): …
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from typing import Any

from flask import Response, request
from marshmallow import Schema, ValidationError

from .errors import ApiError, Invalid, InvalidRequest, PayloadTooLarge
from .json_bodies import parse_object
from .schemas import Redirect, Row

MAX_BODY_BYTES = 1024 * 1024

_COMPRESSIONS = {"gzip", "x-gzip", "deflate", "br", "zstd"}
"""The content codings of RFC 9110 and after it, none of which a body may have."""

_REMEMBERED_BYTES = 200
"""Query strings up to this length are checked once and remembered, 32 for each route."""

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

View = Callable[..., Any]
Decorator = Callable[[View], View]


@dataclass
class Contract:
    """Everything a route declares about itself."""

    scope: str | None = None
    permission: str | None = None
    any_key: bool = False
    or_session: bool = False
    sign_in: bool = False
    query: Schema | None = None
    body: Schema | None = None
    result: Schema | None = None
    paginated: bool = False
    enveloped: bool = True
    status: int = 200
    may_be_accepted: bool = False
    or_lines: Schema | None = None
    file_type: str | None = None
    or_csv: bool = False
    errors: list = field(default_factory=list)
    waits_on_network: bool = False
    allowed_unpaid: bool = False
    only_reads: bool = False
    once: bool = False
    deprecation: Any = None


def contract_of(view: View) -> Contract:
    """Return the view's contract; an empty one if it declares nothing."""
    return getattr(view, "contract", Contract())


def declare(view: View) -> Contract:
    """Return the view's contract for a declaration to be added, created on first use."""
    if not hasattr(view, "contract"):
        view.contract = Contract()  # type: ignore[attr-defined]
    return view.contract  # type: ignore[attr-defined]


def declaring(**values: Any) -> Decorator:
    """Return a decorator that sets these fields of the view's contract."""

    def decorate(view: View) -> View:
        vars(declare(view)).update(values)
        return view

    return decorate


def accepts(schema_class: type[Schema]) -> Decorator:
    """Pass the request's JSON object, validated by the schema, to the view as `body`.

    The view raises `Invalid` or `InvalidRequest` for any other body. A POST needs none if no field is required.
    """
    schema = schema_class()
    is_optional = not any(field.required for field in schema.fields.values())

    def read() -> dict[str, Any]:
        is_absent = is_optional and request.method == "POST" and not request.get_data()
        return _load(schema, {} if is_absent else _read_json_object())

    def decorate(view: View) -> View:
        declare(view).body = schema
        return _with_argument(view, "body", read)

    return decorate


def queries(schema_class: type[Schema]) -> Decorator:
    """Pass the query string, validated by the schema, to the view as `query`. The view raises `Invalid` otherwise."""
    schema = schema_class()

    @lru_cache(32)
    def remembered(_query_string: bytes) -> dict[str, Any]:
        return _load(schema, _read_query_string())

    def read() -> dict[str, Any]:
        # The same few query strings recur, and checking one takes longer than finding the page.
        given = request.query_string
        return {**remembered(given)} if len(given) <= _REMEMBERED_BYTES else _load(schema, _read_query_string())

    def decorate(view: View) -> View:
        declare(view).query = schema
        return _with_argument(view, "query", read)

    return decorate


def _with_argument(view: View, name: str, read: Callable[[], Any]) -> View:
    """Return the view with a further argument of this name: what `read` returns for the request."""
    @wraps(view)
    def checked(*args: Any, **kwargs: Any) -> Any:
        return view(*args, **{name: read()}, **kwargs)

    return checked


def returns(schema_class: type[Schema], status: int = 200, enveloped: bool = True,
            may_be_accepted: bool = False, many: bool = False) -> Decorator:
    """Serialize the view's return value, or `many` of them, with the schema, under `data` unless not `enveloped`.

    With `may_be_accepted` the view may return `Accepted(value)`, which is answered with 202.
    """
    schema = schema_class(many=many)

    def decorate(view: View) -> View:
        contract = declare(view)
        contract.result, contract.status, contract.enveloped = schema, status, enveloped
        contract.may_be_accepted = may_be_accepted

        @wraps(view)
        def written(*args: Any, **kwargs: Any) -> Response:
            value = view(*args, **kwargs)
            if isinstance(value, Response):
                return value
            value, code = (value.value, 202) if isinstance(value, Accepted) else (value, status)
            shown = schema.dump(value)
            return json_response({"data": shown} if enveloped else shown, code)

        return written

    return decorate


@dataclass(frozen=True)
class Accepted:
    """The result of a request whose work continues in the background."""

    value: object


redirects = declaring(result=Redirect(), status=302)
"""Declare that the view redirects."""


def returns_page(schema_class: type[Schema]) -> Decorator:
    """Serialize the view's `Page` as `data` and `pagination`."""
    schema = schema_class(many=True)
    writer = type(schema_class.__name__, (Row, schema_class), {})(many=True)

    def decorate(view: View) -> View:
        contract = declare(view)
        contract.result, contract.paginated = schema, True

        @wraps(view)
        def written(*args: Any, **kwargs: Any) -> Response:
            page = view(*args, **kwargs)
            if isinstance(page, Response):
                return page
            return json_response({"data": writer.dump(page.rows), "pagination": page.pagination})

        return written

    return decorate


def returns_file(content_type: str) -> Decorator:
    """Declare that the view returns a response with a file of this MIME type."""
    return declaring(file_type=content_type)


LINES = "application/x-ndjson"


def or_lines(schema_class: type[Schema]) -> Decorator:
    """Declare that the view returns `json_lines` of the schema to a caller whose header `Accept` asks for them."""
    return declaring(or_lines=schema_class())


or_csv = declaring(or_csv=True)
"""Declare that the view returns `csv_response` to a caller whose header `Accept` asks for it."""


def wants_lines() -> bool:
    """Whether the caller asks for JSON Lines rather than JSON."""
    return prefers(LINES)


def prefers(mimetype: str) -> bool:
    """Whether the caller's header `Accept` asks for this rather than JSON."""
    # The most frequent values first: parsing the header takes 20 µs.
    return (request.headers.get("Accept", "*/*") not in ("*/*", "application/json")
            and request.accept_mimetypes.best_match(("application/json", mimetype)) == mimetype)


def json_lines(schema: Schema, rows: Iterable[Any]) -> Response:
    """Return a response that writes each row as a JSON object on a line of its own, as the rows are produced."""
    return Response((f"{_encode(schema.dump(row))}\n".encode(errors="replace") for row in rows), mimetype=LINES)


def raises(*errors: Any) -> Decorator:
    """Declare the route's own errors, for the OpenAPI document."""

    def decorate(view: View) -> View:
        declare(view).errors.extend(errors)
        return view

    return decorate


waits_on_network = declaring(waits_on_network=True)
"""Declare that the view calls another server, so that no transaction is held around it."""


def json_response(payload: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a JSON response."""
    # An error may quote the name of an unknown field, which may hold an unpaired surrogate that cannot be encoded.
    return Response(_encode(payload).encode(errors="replace"), status, headers, mimetype="application/json")


def error_response(error: ApiError) -> Response:
    """Return the response for an API error."""
    return json_response({"error": {"code": error.code, "message": error.message, "details": error.details}},
                         error.status, error.headers)


def _load(schema: Schema, data: Mapping[str, Any]) -> Any:
    try:
        return schema.load(data)
    except ValidationError as error:
        raise Invalid(error.normalized_messages()) from None


def _read_query_string() -> dict[str, str]:
    given = request.args.to_dict(flat=False)
    if repeated := {name: ["May be given only once."] for name, values in given.items() if len(values) > 1}:
        raise Invalid(repeated)
    return {name: values[0] for name, values in given.items()}


def _read_json_object() -> dict[str, Any]:
    if request.mimetype != "application/json":
        raise InvalidRequest
    body = request.get_data()
    if len(body) > MAX_BODY_BYTES:
        raise PayloadTooLarge
    try:
        return parse_object(body)
    except InvalidRequest:
        if request.headers.get("Content-Encoding", "").lower() in _COMPRESSIONS:
            raise InvalidRequest("The body may not be compressed. Send it without Content-Encoding.") from None
        raise
