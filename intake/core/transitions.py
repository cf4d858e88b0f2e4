"""Which status may follow which."""

from .errors import InvalidStatusTransition


class Transitions:
    """The allowed moves of a status: `{from: {to, …}}`. To stay what it is counts as a move like any other."""

    def __init__(self, moves):
        self.moves = moves

    def check(self, before, after):
        """Raise `InvalidStatusTransition` unless `after` may follow `before`."""
        if after not in self.moves.get(before, ()):
            raise InvalidStatusTransition(
                f"A status of {before} cannot become {after}.", **{"from": before, "to": after})
