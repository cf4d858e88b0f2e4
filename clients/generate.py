"""Write the typed client's operations and the Postman collection from the OpenAPI document.

    python -m clients.generate http://127.0.0.1:8000/api/v1/openapi.json

The same document always gives the same files; `tests/clients` fails while they differ from the application's own.
"""

import json
import keyword
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

FOLDER = Path(__file__).parent
OPERATIONS = FOLDER / "python" / "intake_client" / "operations.py"
COLLECTION = FOLDER / "intake.postman_collection.json"

_SIMPLE = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
_HEAD = '''"""The operations of the API and the types of what they take and return.

Made by `python -m clients.generate`; do not edit.
"""
# ruff: noqa

from typing import Any, Literal, NotRequired, TypedDict

from .transport import Transport
'''


def operations_of(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield (path, method, operation) in the document's order."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if method in ("get", "post", "put", "patch", "delete"):
                yield path, method, operation


def python_operations(document: dict[str, Any]) -> str:
    """Return the module of the typed client that the document describes."""
    types = [_typed_dict(name, schema) for name, schema in sorted(document["components"]["schemas"].items())]
    methods, answers = [], []
    for path, method, operation in operations_of(document):
        name = operation["operationId"]
        answer = _answer(operation)
        if answer is None:
            continue
        if answer.get("type") == "object" and "properties" in answer:
            title = "".join(part.title() for part in name.split("_")) + "Answer"
            answers.append(_typed_dict(title, answer))
            returned = title
        else:
            returned = _annotation(answer)
        methods.append(_method(name, path, method, operation, returned))
    body = "\n\n".join([*types, *answers])
    return (f"{_HEAD}\n{body}\n\n\nclass Operations:\n    \"\"\"Every operation of the API.\"\"\"\n\n"
            "    def __init__(self, transport: Transport) -> None:\n        self._transport = transport\n\n"
            + "\n\n".join(methods) + "\n")


def _answer(operation: dict[str, Any]) -> dict[str, Any] | None:
    """Return the schema of a successful answer; None for what only a browser follows."""
    success = next(response for status, response in operation["responses"].items() if status[0] in "23")
    content = success.get("content", {})
    if "application/json" in content:
        schema: dict[str, Any] = content["application/json"]["schema"]
        return schema
    return {"type": "bytes"} if content else None


def _method(name: str, path: str, method: str, operation: dict[str, Any], returned: str) -> str:
    parameters = operation.get("parameters", [])
    in_path = [each["name"] for each in parameters if each.get("in") == "path"]
    in_query = [each for each in parameters if each.get("in") == "query"]
    replayable = any(each.get("$ref", "").endswith("/IdempotencyKey") for each in parameters)
    body = operation.get("requestBody")
    taken = ["self", *(f"{each}: str" for each in in_path)]
    if body:
        taken.append(f"body: {_annotation(body['content']['application/json']['schema'])}")
    named = [f"{_python_name(each['name'])}: {_annotation(each['schema'])}"
             + ("" if each.get("required") else " | None = None") for each in in_query]
    if replayable:
        named.append("idempotency_key: str | None = None")
    taken += ["*", *named] if named else []
    passed = [repr(method.upper()), repr(path), f"{{{', '.join(f'{each!r}: {each}' for each in in_path)}}}"]
    if in_query:
        pairs = ", ".join(f"{each['name']!r}: {_python_name(each['name'])}" for each in in_query)
        passed.append(f"query={{{pairs}}}")
    if body:
        passed.append("body=body")
    if replayable:
        passed.append("replayable=True, idempotency_key=idempotency_key")
    return (f"    def {name}({', '.join(taken)}) -> {returned}:\n"
            f"        {json.dumps(operation['summary'] + '.', ensure_ascii=False)}\n"
            f"        answer: {returned} = self._transport.request({', '.join(passed)})\n"
            f"        return answer")


def _typed_dict(name: str, schema: dict[str, Any]) -> str:
    """Return the definition of a type: of an object with known fields, or of anything else."""
    if "properties" not in schema:
        return f"{name} = {_annotation(schema)}"
    required = set(schema.get("required", ()))
    fields = []
    for field, inner in schema["properties"].items():
        kind = _annotation(inner, quote=True)
        fields.append(f"    {field!r}: {kind if field in required else f'NotRequired[{kind}]'},")
    return f"{name} = TypedDict({name!r}, {{\n" + "\n".join(fields) + "\n})"


def _annotation(schema: dict[str, Any], quote: bool = False) -> str:
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return repr(name) if quote else name
    options = schema.get("anyOf") or schema.get("oneOf")
    if options:
        parts = dict.fromkeys(_annotation(each) for each in options)
        joined = " | ".join(parts)
        return repr(joined) if quote else joined
    kinds = schema.get("type")
    if isinstance(kinds, list):
        parts = dict.fromkeys(_annotation(schema | {"type": kind}) for kind in kinds if kind != "null")
        joined = " | ".join([*parts, "None"])
        return repr(joined) if quote else joined
    values = schema.get("enum")
    if values and None not in values:
        return f"Literal[{', '.join(repr(value) for value in values)}]"
    if kinds == "array":
        inner = f"list[{_annotation(schema.get('items', {}))}]"
        return repr(inner) if quote else inner
    if kinds == "object":
        return "dict[str, Any]"
    if kinds == "bytes":
        return "bytes"
    return _SIMPLE.get(kinds or "", "Any")


def _python_name(name: str) -> str:
    return f"{name}_" if keyword.iskeyword(name) else name


def postman_collection(document: dict[str, Any]) -> str:
    """Return the collection that Postman and Bruno import: a folder for each tag, with the reference's examples."""
    folders: dict[str, list[dict[str, Any]]] = {}
    for path, method, operation in operations_of(document):
        folders.setdefault(operation["tags"][0], []).append(_collected(path, method, operation))
    collection = {
        "info": {"name": "Intake", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
        "auth": {"type": "apikey", "apikey": [
            {"key": "key", "value": "X-Api-Key"}, {"key": "value", "value": "{{api_key}}"},
            {"key": "in", "value": "header"}]},
        "variable": [{"key": "url", "value": "http://127.0.0.1:8000"}, {"key": "api_key", "value": ""}],
        "item": [{"name": tag, "item": items} for tag, items in folders.items()],
    }
    return json.dumps(collection, indent=1, ensure_ascii=False) + "\n"


def _collected(path: str, method: str, operation: dict[str, Any]) -> dict[str, Any]:
    parameters = operation.get("parameters", [])
    steps = [f":{step[1:-1]}" if step.startswith("{") else step for step in path.strip("/").split("/")]
    query = [{"key": each["name"], "value": each.get("example", ""), "disabled": not each.get("required", False),
              "description": each.get("description", "")} for each in parameters if each.get("in") == "query"]
    sent = urlencode({each["key"]: each["value"] for each in query if not each["disabled"]})
    request: dict[str, Any] = {
        "method": method.upper(), "description": operation.get("description", ""), "header": [],
        # Bruno reads the query from `raw`, Postman from `query`.
        "url": {"raw": "{{url}}/" + "/".join(steps) + (f"?{sent}" if sent else ""), "host": ["{{url}}"],
                "path": steps, "query": query,
                "variable": [{"key": each["name"], "value": each.get("example", "")} for each in parameters
                             if each.get("in") == "path"]},
    }
    if body := operation.get("requestBody"):
        example = body["content"]["application/json"].get("example", {})
        request["header"] = [{"key": "Content-Type", "value": "application/json"}]
        request["body"] = {"mode": "raw", "raw": json.dumps(example, indent=2, ensure_ascii=False)}
    if not operation.get("security"):
        request["auth"] = {"type": "noauth"}
    return {"name": operation["summary"], "request": request}


def files(document: dict[str, Any]) -> dict[Path, str]:
    """Return the content of every file that is made from the document."""
    return {OPERATIONS: python_operations(document), COLLECTION: postman_collection(document)}


if __name__ == "__main__":
    with urllib.request.urlopen(sys.argv[1]) as answer:  # noqa: S310 (an address that the developer gives)
        for path, text in files(json.load(answer)).items():
            path.write_text(text, encoding="utf-8")
