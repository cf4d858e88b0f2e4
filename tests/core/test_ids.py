"""Identifiers: prefix and ULID, ordered by time."""

import re
import time
from datetime import timedelta

import pytest
from ulid import ULID

from intake.core.clock import now, set_ahead
from intake.core.ids import is_id, new_id


def test_id_is_prefix_and_ulid():
    assert re.fullmatch(r"mat_[0-9A-HJKMNP-TV-Z]{26}", new_id("mat"))


def test_ids_are_unique():
    assert len({new_id("mat") for _ in range(10_000)}) == 10_000


def test_ids_sort_by_time_of_creation():
    earlier = new_id("mat")
    time.sleep(0.002)  # a ULID counts milliseconds

    assert earlier < new_id("mat")


@pytest.mark.parametrize("days", [0, 400])
def test_the_time_of_an_id_is_that_of_the_clock(days):
    set_ahead(timedelta(days=days))
    try:
        assert abs(ULID.from_str(new_id("mat")[4:]).datetime - now()) < timedelta(seconds=5)
    finally:
        set_ahead(timedelta())


@pytest.mark.parametrize("text", [
    "", "mat_", "mat", "01JD0Q8Z4W6V9XK3M5N7P2R4T6", "mat_01JD0Q8Z4W6V9XK3M5N7P2R4T", "mat_01jd0q8z4w6v9xk3m5n7p2r4t6",
    "mat_01JD0Q8Z4W6V9XK3M5N7P2R4T6\n", "mat_01JD0Q8Z4W6V9XK3M5N7P2R4T\0", "mat_٠1JD0Q8Z4W6V9XK3M5N7P2R4T6",
    "mat_01JD0Q8Z4W6V9XK3M5N7P2R4TI", "' OR 1=1 --", None, 5,
])
def test_malformed_id_is_rejected(text):
    assert not is_id(text)


@pytest.mark.parametrize("id", ["x", "%00", "%ED%A0%80", "%2e%2e", "mat_" + "0" * 26, "mat_" + "Z" * 26, "ﷺ" * 300])
def test_an_unknown_id_in_a_path_gets_404(api, id):
    assert api.get(f"/matters/{id}").status_code == 404
