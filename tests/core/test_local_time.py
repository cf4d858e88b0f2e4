"""Local times: days of a time zone, the rules of zones, and that Postgres reads their names as we do."""

from datetime import UTC, datetime, time, timedelta

import pytest

from intake.accounts.firms.schemas import timezones
from intake.core.db import db
from intake.core.local_time import last_whole_day, moment_at, replaced_zones, to_local, today_in


@pytest.mark.parametrize(("ends_in", "last"), [(3, 2), (1, 0), (0, 0), (-2, -2)])
@pytest.mark.parametrize("zone", ["Pacific/Apia", "America/New_York"])
def test_the_last_whole_day_is_none_that_is_over(zone, ends_in, last):
    today = today_in(zone)
    ends = moment_at(today + timedelta(ends_in), time(23, 59), zone)
    assert last_whole_day(ends, zone) == today + timedelta(last)


def test_rules_are_those_of_the_pinned_package_also_where_the_system_has_older_ones():
    winter = datetime(2026, 12, 1, tzinfo=UTC)  # the first one in which British Columbia keeps its summer time
    assert to_local(winter, "America/Vancouver").utcoffset() == timedelta(hours=-7)


def test_postgres_reads_the_name_of_every_zone_as_we_do(app):
    differing = set()
    for moment in (datetime(2024, 1, 15, tzinfo=UTC), datetime(2024, 7, 15, tzinfo=UTC)):
        rows = db.execute_sql("SELECT zone, %s::timestamptz AT TIME ZONE zone FROM unnest(%s::text[]) AS zone",
                              (moment, sorted(timezones())))
        differing |= {zone for zone, there in rows.fetchall() if there != to_local(moment, zone).replace(tzinfo=None)}
    assert differing == set()


def test_replaced_zones_are_links_that_are_no_places():
    replaced = replaced_zones()
    assert (replaced["US/Eastern"], replaced["Europe/Kiev"]) == ("America/New_York", "Europe/Kyiv")
    assert not {"Europe/Stockholm", "America/New_York", "UTC", "Etc/UTC"} & set(replaced)
    assert set(replaced.values()) <= timezones()


def test_the_first_and_the_last_moment_can_be_shown_in_every_zone():
    ends = datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, tzinfo=UTC)
    for zone in ("Pacific/Auckland", "America/New_York"):
        assert [to_local(each, zone).year for each in ends] == [1, 9999]
