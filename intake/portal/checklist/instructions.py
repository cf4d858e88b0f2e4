"""Instructions with numbered lines become a list, which screen readers announce as such."""

import re

_STEP = re.compile(r"([0-9]{1,3})[.)]\s+(.+)")


def steps_of(text):
    """Return the text of each line without its number; None unless the lines are numbered 1, 2 and so on."""
    found = [_STEP.fullmatch(line.strip()) for line in text.splitlines() if line.strip()]
    if not all(found) or [int(step[1]) for step in found] != list(range(1, len(found) + 1)):
        return None
    return [step[2] for step in found] or None
