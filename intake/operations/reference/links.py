"""OpenAPI links: the operations that take the identifier of a record just created."""

from .examples import resource_in
from .records import resource_named_by


def links(route, schema, routes):
    """Return a link to each route whose path takes the record that this route creates.

    `schema` is the schema of the response's `data`.
    """
    parameter, place = _created(route, schema)
    if route.method != "POST" or parameter is None or parameter in route.parameters:
        return {}
    known = {name: f"$request.path.{name}" for name in route.parameters} | {parameter: place}
    following = [other for other in routes if parameter in other.parameters and known.keys() >= set(other.parameters)]
    return {operation_id(other): {"operationId": operation_id(other),
                                  "parameters": {name: known[name] for name in other.parameters}}
            for other in following}


def operation_id(route):
    """Return the route's name in the document."""
    return route.endpoint.replace(".", "_")


def _created(route, schema):
    """Return (path parameter for the new record's identifier, where the response has it), or (None, None)."""
    if "$ref" in schema:
        for name in route.contract.result.fields:
            resource = resource_in(schema["$ref"].rpartition("/")[2]) if name == "id" else resource_named_by(name)
            if resource:
                return f"{resource}_id", f"$response.body#/data/{name}"
    return None, None
