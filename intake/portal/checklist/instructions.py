"""Instructions as a page shows them: numbered lines become a list, which phones and screen readers know how to read."""

import re

_STEP = re.compile(r"([0-9]{1,3})[.)]\s+(.+)")


def steps_of(text):
    """What each line asks for, without its number; None unless all of them are numbered, from one upward."""
    found = [_STEP.fullmatch(line.strip()) for line in text.splitlines() if line.strip()]
    if not all(found) or [int(step[1]) for step in found] != list(range(1, len(found) + 1)):
        return None
    return [step[2] for step in found] or None
