"""The results of the benches, as one table."""

from dataclasses import dataclass


@dataclass
class Figure:
    """One measurement: its name, its value as text, its target, and whether the target is met.

    A figure without a target explains another one.
    """

    name: str
    shown: str
    target: str = ""
    holds: bool | None = None

    @property
    def cells(self):
        verdict = {None: "", True: "holds", False: "MISSED"}[self.holds]
        return self.name, self.shown, self.target, verdict


def at_most(name, value, limit, unit=""):
    """Return a figure that should be small."""
    return Figure(name, _with(value, unit), f"≤ {limit:g}{unit}", value <= limit)


def at_least(name, value, limit, unit=""):
    """Return a figure that should be large."""
    return Figure(name, _with(value, unit), f"≥ {limit:g}{unit}", value >= limit)


def all_at_most(name, values, limit, unit=""):
    """Return a figure of several values that should all be small; without a limit it has no target."""
    shown = " / ".join(_with(value, "") for value in values) + unit
    return Figure(name, shown, f"≤ {limit:g}{unit}", max(values) <= limit) if limit else Figure(name, shown)


def all_at_least(name, values, limit, unit=""):
    """Return a figure of several values that should all be large."""
    shown = " / ".join(_with(value, "") for value in values) + unit
    return Figure(name, shown, f"≥ {limit:g}{unit}", min(values) >= limit)


def plain(name, value, unit=""):
    """Return a figure without a target."""
    return Figure(name, _with(value, unit))


def table(groups):
    """Format the figures of each group, `{title: [figure, …]}`, as lines of one table."""
    rows = [figure.cells for figures in groups.values() for figure in figures]
    name, shown, target, _ = (max(map(len, column)) for column in zip(*rows, strict=True))
    lines = []
    for title, figures in groups.items():
        lines += ["", title]
        for cells in (figure.cells for figure in figures):
            lines.append(f"  {cells[0]:<{name}}  {cells[1]:>{shown}}  {cells[2]:<{target}}  {cells[3]}".rstrip())
    return "\n".join(lines[1:])


def _with(value, unit):
    if isinstance(value, int):
        return f"{value:,}{unit}"
    return f"{value:.0f}{unit}" if value >= 10 else f"{value:.2f}{unit}"
