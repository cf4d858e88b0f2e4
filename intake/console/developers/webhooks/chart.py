"""The chart of an endpoint's deliveries: a bar for each hour, stacked by outcome."""

from typing import NamedTuple

from intake.integrations.webhooks.states import OUTCOMES

WIDTH, HEIGHT = 720, 120
_GAP = 4


class Bar(NamedTuple):
    """A segment of an hour's bar, in the units of the drawing."""

    outcome: str
    x: float
    y: float
    width: float
    height: float


def bars_of(hours):
    """Return the bars of the hours of `DeliveryStatistics`; each segment is at least two units high."""
    most = max(sum(each[outcome] for outcome in OUTCOMES) for each in hours)
    step, bars = WIDTH / len(hours), []
    for number, each in enumerate(hours):
        top: float = HEIGHT
        for outcome in OUTCOMES:
            if each[outcome]:
                height = max(each[outcome] / most * (HEIGHT - 2 * len(OUTCOMES)), 2)
                top -= height
                bars.append(Bar(outcome, round(number * step + _GAP / 2, 1), round(top, 1), round(step - _GAP, 1),
                                round(height, 1)))
    return bars
