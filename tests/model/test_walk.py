"""The API, the console and the portal agree with a model in plain Python after every step of random walks.

`WALKS=200 make test ARGS=tests/model` takes other walks each time.
"""

import os

from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from .walk import Walk

WALKS = int(os.environ.get("WALKS", "2"))


def test_random_walks(app):
    Walk.app, Walk.compared = app, 0
    run_state_machine_as_test(Walk, settings=settings(
        max_examples=WALKS, stateful_step_count=50, deadline=None, derandomize="WALKS" not in os.environ, database=None,
        suppress_health_check=list(HealthCheck), print_blob=False,
        phases=[Phase.generate]))  # shrinking takes minutes
    assert Walk.compared >= 50 * WALKS
