"""The routes that wear a contract, in the order in which the reference tells of them."""

import inspect
import re
import sys
from dataclasses import dataclass

from intake.core.http import Contract

_PARAMETER = re.compile(r"<(?:[^:<>]+:)?([^<>]+)>")
_SOURCE = re.compile(r" \((?:interface|decisions)[^)]*\)")


@dataclass(frozen=True)
class Route:
    """One method of one path, with what its view declares about itself."""

    endpoint: str
    method: str
    rule: str
    doc: str
    package: str
    contract: Contract

    @property
    def path(self):
        """The path as OpenAPI writes it: `/matters/{matter_id}`."""
        return _PARAMETER.sub(r"{\1}", self.rule)

    @property
    def parameters(self):
        """The names of what varies in the path."""
        return _PARAMETER.findall(self.rule)

    @property
    def guarded(self):
        """Whether only an identified caller gets through."""
        return bool(self.contract.scope or self.contract.any_key)

    @property
    def replayable(self):
        """Whether an Idempotency-Key has a meaning here."""
        return self.guarded and self.method == "POST"

    @property
    def feature(self):
        """The feature's name as a heading: `Court forms`."""
        return self.package.rpartition(".")[2].replace("_", " ").capitalize()

    @property
    def feature_doc(self):
        """What the feature says about itself, without the places in our own papers."""
        return _SOURCE.sub("", inspect.getdoc(sys.modules[self.package]) or "")


def documented(app):
    """Every route of the API whose view wears a contract, as the blueprints were registered."""
    routes = []
    for rule in app.url_map.iter_rules():
        view = app.view_functions[rule.endpoint]
        if hasattr(view, "contract") and rule.rule.startswith("/api/"):  # pages may wear one, too
            routes += [
                Route(rule.endpoint, method, rule.rule, inspect.getdoc(view) or "",
                      view.__module__.rpartition(".")[0], view.contract)
                for method in sorted(rule.methods - {"HEAD", "OPTIONS"})
            ]
    order = {name: place for place, name in enumerate(app.blueprints)}
    return sorted(routes, key=lambda route: order[route.endpoint.rpartition(".")[0]])
