"""What can be done next with a record that an operation just made (OpenAPI's links)."""

from .examples import kind_in
from .records import named_by


def links(route, shape, routes):
    """A link to each of the routes that are about the record which the route makes.

    `shape` refers to what the route answers under `data`.
    """
    parameter, place = _made(route, shape)
    if route.method != "POST" or parameter is None or parameter in route.parameters:
        return {}
    known = {name: f"$request.path.{name}" for name in route.parameters} | {parameter: place}
    next_ones = [other for other in routes if parameter in other.parameters and known.keys() >= set(other.parameters)]
    return {operation_id(other): {"operationId": operation_id(other),
                                  "parameters": {name: known[name] for name in other.parameters}}
            for other in next_ones}


def operation_id(route):
    """The route's name in the document."""
    return route.endpoint.replace(".", "_")


def _made(route, shape):
    """The parameter that takes the new record's identifier, and where in the answer that is; None if nowhere."""
    if "$ref" in shape:
        for name in route.contract.result.fields:
            kind = kind_in(shape["$ref"].rpartition("/")[2]) if name == "id" else named_by(name)
            if kind:
                return f"{kind}_id", f"$response.body#/data/{name}"
    return None, None
