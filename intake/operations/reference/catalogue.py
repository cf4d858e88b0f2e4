"""The OpenAPI document as the page shows it: features with their operations, tables and examples."""

import json
import shlex
from collections import defaultdict
from urllib.parse import urlencode

from intake.core.errors import Invalid

from .field_tables import Row, describe, field_rows


class Catalogue:
    """The document's features in order. `errors`, by code, are those that the page shows with each operation."""

    def __init__(self, document, errors):
        self._document, self._errors = document, errors
        self._components = document["components"]

    @property
    def features(self):
        operations = defaultdict(list)
        for path, methods in self._document["paths"].items():
            for method, spec in methods.items():
                operations[spec["tags"][0]].append(self._operation(path, method.upper(), spec))
        return [{"id": tag["name"].lower().replace(" ", "-"), "title": tag["name"], "doc": tag["description"],
                 "operations": operations[tag["name"]]} for tag in self._document["tags"]]

    def _operation(self, path, method, spec):
        body = _json(spec.get("requestBody", {}))
        status, success = next(iter(spec["responses"].items()))
        return {
            "id": spec["operationId"], "title": spec["summary"], "method": method, "path": path,
            "description": spec["description"],
            "parameters": [_row(parameter) for parameter in _parameters(spec)],
            "fields": field_rows(body["schema"], self._components["schemas"]) if body else [],
            "errors": [self._errors[code] for code in self._codes(spec) if code in self._errors],
            "request": self._curl(path, method, spec, body),
            "status": status,
            "answer": _shown(success),
        }

    def _codes(self, spec):
        # Without a body and a query, only an Idempotency-Key can be invalid; that is in its chapter.
        hidden = () if "requestBody" in spec or _parameters(spec, "query") else (Invalid.code,)
        for response in spec["responses"].values():
            if "$ref" in response:
                shared = self._components["responses"][response["$ref"].rpartition("/")[2]]
                yield from (code for code in shared["x-error-codes"] if code not in hidden)

    def _curl(self, path, method, spec, body):
        """Return the example as a shell command."""
        address = self._document["servers"][0]["url"] + _filled(path, spec)
        lines = [f"curl {'' if method == 'GET' else f'-X {method} '}{shlex.quote(address)}"]
        if spec["security"]:
            lines.append('-H "X-Api-Key: $INTAKE_KEY"')
        if body:
            lines += ['-H "Content-Type: application/json"', f"-d {shlex.quote(_pretty(body['example']))}"]
        return " \\\n  ".join(lines)


def _shown(success):
    """Return the example of a successful answer as text."""
    if "content" not in success:
        return "Location: https://…"
    answer = _json(success)
    return _pretty(answer["example"]) if answer else f"Content-Type: {next(iter(success['content']))}"


def _json(message):
    return message.get("content", {}).get("application/json", {})


def _parameters(spec, *places):
    """Return the operation's own parameters, of these places or of all."""
    return [parameter for parameter in spec.get("parameters", [])
            if "$ref" not in parameter and (not places or parameter["in"] in places)]


def _row(parameter):
    kind, notes = describe(parameter["schema"])
    notes = [parameter["description"], *notes] if "description" in parameter else notes
    return Row(parameter["name"], "path" if parameter["in"] == "path" else kind, parameter["required"], notes)


def _filled(path, spec):
    """Return the path with example values, and with those of required query parameters."""
    for parameter in _parameters(spec, "path"):
        path = path.replace(f"{{{parameter['name']}}}", parameter.get("example", parameter["name"]))
    required = {query["name"]: query["example"] for query in _parameters(spec, "query") if "example" in query}
    return f"{path}?{urlencode(required)}" if required else path


def _pretty(value):
    return json.dumps(value, ensure_ascii=False, indent=2)
