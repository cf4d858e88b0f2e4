"""Timestamps: UTC, milliseconds, Z."""

import re
from datetime import UTC, datetime, timedelta, timezone

from intake.core.clock import iso, now
from tests.builders import a_matter

from .answers import data


def test_iso_is_utc_with_milliseconds():
    assert iso(datetime(2026, 11, 20, 14, 0, 0, 7_000, UTC)) == "2026-11-20T14:00:00.007Z"


def test_iso_converts_other_zones():
    vienna = timezone(timedelta(hours=1))

    assert iso(datetime(2026, 1, 1, 0, 30, tzinfo=vienna)) == "2025-12-31T23:30:00.000Z"


def test_now_has_a_zone_and_whole_milliseconds():
    moment = now()

    assert moment.tzinfo is UTC
    assert moment.microsecond % 1000 == 0
    assert abs(datetime.now(UTC) - moment) < timedelta(seconds=1)


def test_timestamp_survives_the_database(api, firm):
    matter = a_matter(firm)

    shown = data(api.get(f"/matters/{matter.id}"))["created_at"]

    assert shown == iso(matter.created_at)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", shown)
