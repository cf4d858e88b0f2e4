"""Days of a time zone."""

from datetime import time, timedelta

import pytest

from intake.core.local_time import last_whole_day, moment_at, today_in


@pytest.mark.parametrize(("ends_in", "last"), [(3, 2), (1, 0), (0, 0), (-2, -2)])
@pytest.mark.parametrize("zone", ["Pacific/Apia", "America/New_York"])
def test_the_last_whole_day_is_none_that_is_over(zone, ends_in, last):
    today = today_in(zone)
    ends = moment_at(today + timedelta(ends_in), time(23, 59), zone)
    assert last_whole_day(ends, zone) == today + timedelta(last)
