"""What a route promises, and how its answers and errors are written.

A view wears its contract as decorators; what runs is what the OpenAPI document is generated from:

    @matters.post("")
    @requires("matters:write")          # intake/access: who may call
    @accepts(MatterIn)                  # the JSON body, given to the view as `body`
    @returns(MatterOut, status=201)     # the answer, wrapped as {"data": …}
    @raises(DuplicateMatter)            # its own errors, beside those of every route
    def create(caller, body): …
"""

import json
from dataclasses import dataclass, field
from functools import wraps

from flask import Response, request
from marshmallow import ValidationError

from .errors import Invalid, InvalidRequest, PayloadTooLarge
from .schemas import Redirect, Row

MAX_BODY_BYTES = 1024 * 1024
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@dataclass
class Contract:
    """Everything a route declares about itself."""

    scope: str | None = None
    permission: str | None = None
    any_key: bool = False
    or_session: bool = False
    sign_in: bool = False
    query: object = None
    body: object = None
    result: object = None
    paginated: bool = False
    enveloped: bool = True
    status: int = 200
    may_be_accepted: bool = False
    errors: list = field(default_factory=list)
    waits_on_network: bool = False


def contract_of(view):
    """The contract a view wears; made the first time it is asked for."""
    if not hasattr(view, "contract"):
        view.contract = Contract()
    return view.contract


def accepts(schema_class):
    """The view gets the request's JSON object, checked by the schema, as `body`. Raises `Invalid`, `InvalidRequest`."""
    schema = schema_class()

    def decorate(view):
        contract_of(view).body = schema

        @wraps(view)
        def checked(*args, **kwargs):
            return view(*args, body=_loaded(schema, _json_object()), **kwargs)

        return checked

    return decorate


def queries(schema_class):
    """The view gets the query string, checked by the schema, as `query`. Raises `Invalid`."""
    schema = schema_class()

    def decorate(view):
        contract_of(view).query = schema

        @wraps(view)
        def checked(*args, **kwargs):
            given = request.args.to_dict(flat=False)
            repeated = {name: ["May be given only once."] for name, values in given.items() if len(values) > 1}
            if repeated:
                raise Invalid(repeated)
            return view(*args, query=_loaded(schema, {name: values[0] for name, values in given.items()}), **kwargs)

        return checked

    return decorate


def returns(schema_class, status=200, enveloped=True, may_be_accepted=False):
    """The view's answer is written by the schema under `data`, or as it is if not `enveloped`.

    With `may_be_accepted` a view that has no more to say yet gives `Accepted(value)`, which is answered with 202.
    """
    schema = schema_class()

    def decorate(view):
        contract = contract_of(view)
        contract.result, contract.status, contract.enveloped = schema, status, enveloped
        contract.may_be_accepted = may_be_accepted

        @wraps(view)
        def written(*args, **kwargs):
            value = view(*args, **kwargs)
            value, code = (value.value, 202) if isinstance(value, Accepted) else (value, status)
            shown = schema.dump(value)
            return answer({"data": shown} if enveloped else shown, code)

        return written

    return decorate


@dataclass(frozen=True)
class Accepted:
    """An answer to something that is still being done."""

    value: object


def redirects(view):
    """The view's answer leads elsewhere."""
    contract = contract_of(view)
    contract.result, contract.status = Redirect(), 302
    return view


def returns_page(schema_class):
    """The view's `Page` is written as `data` and `pagination`."""
    schema = schema_class(many=True)
    writer = type(schema_class.__name__, (Row, schema_class), {})(many=True)

    def decorate(view):
        contract = contract_of(view)
        contract.result, contract.paginated = schema, True

        @wraps(view)
        def written(*args, **kwargs):
            page = view(*args, **kwargs)
            return answer({"data": writer.dump(page.rows), "pagination": page.pagination})

        return written

    return decorate


def raises(*errors):
    """Errors of the route's own, for the OpenAPI document."""

    def decorate(view):
        contract_of(view).errors.extend(errors)
        return view

    return decorate


def waits_on_network(view):
    """The view talks to another server, so no transaction may be held around it."""
    contract_of(view).waits_on_network = True
    return view


def answer(payload, status=200, headers=None):
    """A JSON response."""
    # An error may quote the name of an unknown field, and that may hold an unpaired surrogate, which nothing encodes.
    return Response(_encode(payload).encode(errors="replace"), status, headers, mimetype="application/json")


def error_answer(error):
    """An error as the interface writes it."""
    return answer({"error": {"code": error.code, "message": error.message, "details": error.details}},
                  error.status, error.headers)


def _loaded(schema, data):
    try:
        return schema.load(data)
    except ValidationError as error:
        raise Invalid(error.normalized_messages()) from None


def _json_object():
    if request.mimetype != "application/json":
        raise InvalidRequest
    body = request.get_data()
    if len(body) > MAX_BODY_BYTES:
        raise PayloadTooLarge
    try:
        data = json.loads(body, parse_constant=_refuse, parse_float=_finite)
    except (ValueError, RecursionError):
        raise InvalidRequest("The body is not valid JSON.") from None
    if not isinstance(data, dict):
        raise InvalidRequest("The body must be a JSON object.")
    return data


def _refuse(constant):
    raise ValueError(f"{constant} is not JSON")


def _finite(text):
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError("number out of range")
    return number
