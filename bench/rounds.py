"""Several things measured in turns, so that what happens on the machine meanwhile happens to all of them."""

from statistics import median


def in_turns(rounds, measures):
    """Run each of `measures`, `{name: function}`, once a round, every other round backwards: `{name: [result, …]}`."""
    results = {name: [] for name in measures}
    for number in range(rounds):
        for name in list(measures)[:: -1 if number % 2 else 1]:
            results[name].append(measures[name]())
    return results


def ratio(numerators, denominators):
    """The median of the ratios of the results of each round."""
    return median(one / other for one, other in zip(numerators, denominators, strict=True))
