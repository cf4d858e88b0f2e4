"""Routes that are quick to create."""

from collections.abc import Callable
from typing import Any

from werkzeug.routing import Rule

_Builder = Callable[..., tuple[str, str]]


class QuickRule(Rule):
    """A route whose code for `url_for` is compiled when it is first called.

    Werkzeug compiles it twice for every route at start, which takes half the time of making the application.
    """

    def _compile_builder(self, append_unknown: bool = True) -> _Builder:
        compiled: list[_Builder] = []

        def build(rule: Rule, /, **values: Any) -> tuple[str, str]:
            if not compiled:
                compiled.append(super(QuickRule, self)._compile_builder(append_unknown))
            return compiled[0](rule, **values)

        return build
