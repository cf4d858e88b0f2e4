"""When a firm is alerted of a deadline: at 9:00 in its time zone, 7 days and 1 day before."""

from datetime import UTC, date, datetime, timedelta

import pytest

from intake.messaging.notifications.deadline_alerts import alert_due, days_left

NEW_YORK, MADRID, TOKYO = "America/New_York", "Europe/Madrid", "Asia/Tokyo"
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


def utc(text):
    return datetime.fromisoformat(f"{text}:00+00:00")


@pytest.mark.parametrize(("zone", "due", "days", "begins"), [
    # daylight saving begins on 14 March 2027 in New York, on 28 March in Madrid
    (NEW_YORK, date(2027, 3, 15), 7, "2027-03-08T14:00"),
    (NEW_YORK, date(2027, 3, 15), 1, "2027-03-14T13:00"),
    (NEW_YORK, date(2027, 3, 21), 7, "2027-03-14T13:00"),
    (NEW_YORK, date(2027, 3, 21), 1, "2027-03-20T13:00"),
    (MADRID, date(2027, 3, 29), 7, "2027-03-22T08:00"),
    (MADRID, date(2027, 3, 29), 1, "2027-03-28T07:00"),
    # it ends on 7 November in New York, on 31 October in Madrid
    (NEW_YORK, date(2027, 11, 8), 7, "2027-11-01T13:00"),
    (NEW_YORK, date(2027, 11, 8), 1, "2027-11-07T14:00"),
    (MADRID, date(2027, 11, 1), 7, "2027-10-25T07:00"),
    (MADRID, date(2027, 11, 1), 1, "2027-10-31T08:00"),
    # Tokyo has none, and its day begins before ours
    (TOKYO, date(2027, 1, 1), 1, "2026-12-31T00:00"),
])
def test_alerts_begin_at_nine_in_time_zone_of_firm(zone, due, days, begins):
    begins = utc(begins)
    before = {7: None, 1: 7}[days]
    assert alert_due(due, LONG_AGO, zone, begins - timedelta(seconds=1)) == before
    assert alert_due(due, LONG_AGO, zone, begins) == days


@pytest.mark.parametrize(("moment", "expected"), [
    ("2027-06-03T12:59", None), ("2027-06-03T13:00", 7), ("2027-06-06T00:00", 7), ("2027-06-09T12:59", 7),
    ("2027-06-09T13:00", 1), ("2027-06-10T20:00", 1), ("2027-06-11T03:59", 1), ("2027-06-11T04:00", None),
    ("2027-07-01T12:00", None),
])
def test_missed_alerts_stay_due(moment, expected):
    assert alert_due(date(2027, 6, 10), LONG_AGO, NEW_YORK, utc(moment)) == expected


@pytest.mark.parametrize(("dated_at", "moment", "expected"), [
    ("2027-06-03T19:00", "2027-06-03T19:01", 7),     # the same day, after nine: still due
    ("2027-06-05T12:00", "2027-06-05T12:01", None),  # five days before: no longer due
    ("2027-06-05T12:00", "2027-06-09T13:00", 1),
    ("2027-06-09T20:00", "2027-06-09T20:01", 1),
    ("2027-06-10T14:00", "2027-06-10T14:01", None),
])
def test_alert_before_date_was_set_is_not_due(dated_at, moment, expected):
    assert alert_due(date(2027, 6, 10), utc(dated_at), NEW_YORK, utc(moment)) == expected


@pytest.mark.parametrize(("moment", "days"), [
    ("2027-06-10T03:59", 1), ("2027-06-10T04:00", 0), ("2027-06-03T13:00", 7)])
def test_days_left_use_time_zone_of_firm(moment, days):
    assert days_left(date(2027, 6, 10), NEW_YORK, utc(moment)) == days
