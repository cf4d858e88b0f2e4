"""The routes that have a contract, in the order of the reference."""

import inspect
import re
import sys
from dataclasses import dataclass

from intake.core.http import Contract

_PARAMETER = re.compile(r"<(?:[^:<>]+:)?([^<>]+)>")
_SOURCE = re.compile(r" \((?:interface|decisions|docs/)[^)]*\)")
_HEADINGS = {"links": "Intake links", "connections": "Integrations"}
"""Of packages whose name is not the API's name of the feature."""


@dataclass(frozen=True)
class Route:
    """One method of one path, with the contract of its view."""

    endpoint: str
    method: str
    rule: str
    doc: str
    package: str
    contract: Contract

    @property
    def path(self):
        """The path in OpenAPI's form: `/matters/{matter_id}`."""
        return _PARAMETER.sub(r"{\1}", self.rule)

    @property
    def parameters(self):
        """The names of the path's parameters."""
        return _PARAMETER.findall(self.rule)

    @property
    def guarded(self):
        """Whether it requires authentication."""
        return bool(self.contract.scope or self.contract.any_key)

    @property
    def replayable(self):
        """Whether it supports an Idempotency-Key."""
        return self.guarded and self.method == "POST"

    @property
    def feature(self):
        """The feature's name as a heading: `Court forms`."""
        return heading(self.package.rpartition(".")[2])

    @property
    def feature_doc(self):
        """The docstring of the feature's package, without references to documents."""
        return _SOURCE.sub("", inspect.getdoc(sys.modules[self.package]) or "")


def heading(package):
    """Return the feature's name as a heading: `court_forms` → `Court forms`."""
    return _HEADINGS.get(package, package.replace("_", " ").capitalize())


def documented_routes(app):
    """Return every API route whose view has a contract, in the order in which blueprints were registered."""
    routes = []
    for rule in app.url_map.iter_rules():
        view = app.view_functions[rule.endpoint]
        if hasattr(view, "contract") and rule.rule.startswith("/api/"):  # pages may have one, too
            routes += [
                Route(rule.endpoint, method, rule.rule, inspect.getdoc(view) or "",
                      view.__module__.rpartition(".")[0], view.contract)
                for method in sorted(rule.methods - {"HEAD", "OPTIONS"})
            ]
    order = {name: place for place, name in enumerate(app.blueprints)}
    return sorted(routes, key=lambda route: order[route.endpoint.rpartition(".")[0]])
