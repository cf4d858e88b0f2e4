"""The document as the page shows it: features with their operations, each with its tables and its examples."""

import json
import shlex
from collections import defaultdict
from dataclasses import dataclass
from urllib.parse import urlencode

from intake.core.errors import Invalid

from .notes import Row, described, fields_of


@dataclass(frozen=True)
class Feature:
    """A chapter of operations."""

    title: str
    doc: str
    operations: list

    @property
    def id(self):
        return self.title.lower().replace(" ", "-")


@dataclass(frozen=True)
class Operation:
    """One operation with everything the page says about it."""

    id: str
    title: str
    method: str
    path: str
    description: str
    parameters: list
    fields: list
    errors: list
    request: str
    status: str
    answer: str


class Catalogue:
    """The document's features in order. Of an operation's errors only those in `errors`, by code, are told with it."""

    def __init__(self, document, errors):
        self._document, self._errors = document, errors
        self._components = document["components"]

    @property
    def features(self):
        operations = defaultdict(list)
        for path, methods in self._document["paths"].items():
            for method, written in methods.items():
                operations[written["tags"][0]].append(self._operation(path, method.upper(), written))
        return [Feature(tag["name"], tag["description"], operations[tag["name"]]) for tag in self._document["tags"]]

    def _operation(self, path, method, written):
        body = _json(written.get("requestBody", {}))
        status, success = next(iter(written["responses"].items()))
        return Operation(
            id=written["operationId"], title=written["summary"], method=method, path=path,
            description=written["description"],
            parameters=[_row(parameter) for parameter in _parameters(written)],
            fields=fields_of(body["schema"], self._components["schemas"]) if body else [],
            errors=[self._errors[code] for code in self._codes(written) if code in self._errors],
            request=self._curl(path, method, written, body),
            status=status,
            answer=_pretty(_json(success)["example"]) if "content" in success else _ELSEWHERE)

    def _codes(self, written):
        """The codes of the operation's refusals."""
        # Where there is nothing to fill in, only an Idempotency-Key can be invalid; its chapter tells that.
        hidden = () if "requestBody" in written or _parameters(written, "query") else (Invalid.code,)
        for response in written["responses"].values():
            if "$ref" in response:
                shared = self._components["responses"][response["$ref"].rpartition("/")[2]]
                _, named = _json(shared)["schema"]["allOf"]
                codes = named["properties"]["error"]["properties"]["code"]["enum"]
                yield from (code for code in codes if code not in hidden)

    def _curl(self, path, method, written, body):
        """The example as one types it."""
        address = self._document["servers"][0]["url"] + _filled(path, written)
        lines = [f"curl {'' if method == 'GET' else f'-X {method} '}{shlex.quote(address)}"]
        if written["security"]:
            lines.append('-H "X-Api-Key: $INTAKE_KEY"')
        if body:
            lines += ['-H "Content-Type: application/json"', f"-d {shlex.quote(_pretty(body['example']))}"]
        return " \\\n  ".join(lines)


_ELSEWHERE = "Location: https://…"
"""The answer that has no body and leads elsewhere."""


def _json(described_content):
    return described_content.get("content", {}).get("application/json", {})


def _parameters(written, *places):
    """The operation's own parameters, in these places or in any."""
    return [parameter for parameter in written.get("parameters", [])
            if "$ref" not in parameter and (not places or parameter["in"] in places)]


def _row(parameter):
    kind, notes = described(parameter["schema"])
    notes = [parameter["description"], *notes] if "description" in parameter else notes
    return Row(parameter["name"], "path" if parameter["in"] == "path" else kind, parameter["required"], notes)


def _filled(path, written):
    """The path with its examples in place, and with those of the query that must be there."""
    for parameter in _parameters(written, "path"):
        path = path.replace(f"{{{parameter['name']}}}", parameter.get("example", parameter["name"]))
    asked = {query["name"]: query["example"] for query in _parameters(written, "query") if "example" in query}
    return f"{path}?{urlencode(asked)}" if asked else path


def _pretty(value):
    return json.dumps(value, ensure_ascii=False, indent=2)
