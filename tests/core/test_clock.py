"""Timestamps: UTC, milliseconds, Z (decisions.md 1)."""

import re
from datetime import UTC, datetime, timedelta, timezone

from intake.core.clock import iso, now
from tests.builders import a_matter

from .answers import data


def test_a_moment_is_written_in_utc_with_milliseconds():
    assert iso(datetime(2026, 11, 20, 14, 0, 0, 7_000, UTC)) == "2026-11-20T14:00:00.007Z"


def test_a_moment_of_another_zone_is_converted():
    vienna = timezone(timedelta(hours=1))

    assert iso(datetime(2026, 1, 1, 0, 30, tzinfo=vienna)) == "2025-12-31T23:30:00.000Z"


def test_now_knows_its_zone_and_is_exact_to_the_millisecond():
    moment = now()

    assert moment.tzinfo is UTC
    assert moment.microsecond % 1000 == 0
    assert abs(datetime.now(UTC) - moment) < timedelta(seconds=1)


def test_a_timestamp_comes_out_of_the_database_as_it_went_in(api, firm):
    matter = a_matter(firm)

    shown = data(api.get(f"/matters/{matter.id}"))["created_at"]

    assert shown == iso(matter.created_at)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", shown)
