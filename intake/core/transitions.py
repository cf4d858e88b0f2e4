"""Allowed status transitions."""

from collections.abc import Collection, Mapping

from .errors import InvalidStatusTransition


class Transitions:
    """The allowed moves of a status: `{from: {to, …}}`. Keeping a status counts as a move, too."""

    def __init__(self, moves: Mapping[str, Collection[str]]) -> None:
        self.moves = moves

    def check(self, before: str, after: str) -> None:
        """Raise `InvalidStatusTransition` unless `after` may follow `before`."""
        if after not in self.moves.get(before, ()):
            raise InvalidStatusTransition(
                f"A status of {before} cannot become {after}.", None, **{"from": before, "to": after})
