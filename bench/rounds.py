"""Interleaved measurements, so that other load on the machine affects all of them alike."""

from statistics import median


def interleaved(rounds, measures):
    """Run each of `measures`, `{name: function}`, once per round, every other round reversed: `{name: [result, …]}`."""
    results = {name: [] for name in measures}
    for number in range(rounds):
        for name in list(measures)[:: -1 if number % 2 else 1]:
            results[name].append(measures[name]())
    return results


def ratio(numerators, denominators):
    """Return the median of the ratios of each round."""
    return median(one / other for one, other in zip(numerators, denominators, strict=True))
