"""Dates, moments and sizes in the customs of a language."""

from datetime import UTC, date, datetime, timedelta

import pytest

from intake.core.languages import LANGUAGES
from intake.web.formatting import (
    date_order,
    format_date,
    format_file_size,
    format_moment,
    format_moment_with_zone,
    format_money,
    format_number,
    format_span,
)

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
          "December")
MESES = ("enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre",
         "diciembre")


@pytest.mark.parametrize("month", range(1, 13))
def test_dates_name_the_month(month):
    english, spanish = MONTHS[month - 1], MESES[month - 1]
    day, moment = date(2026, month, 5), datetime(2026, month, 5, 12, 30, tzinfo=UTC)

    assert format_date(day, "en") == f"{english} 5, 2026"
    assert format_date(day, "es") == f"5 de {spanish} de 2026"
    assert format_moment(moment, "UTC", "en") == f"{english[:3]} 5, 2026, 12:30 PM"
    assert format_moment(moment, "UTC", "es") == f"5 {spanish[:3]} 2026, 12:30"


@pytest.mark.parametrize(("language", "order"), [
    ("en", "month day year"), ("es", "day month year"), ("ar", "day month year"), ("ja", "year month day")])
def test_parts_of_a_date_are_in_the_order_of_the_whole(language, order):
    assert " ".join(date_order(language)) == order


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("size", "expected"), [
    (0, "0 B"), (1023, "1023 B"), (1536, "2 KB"), (5_400_000, "5.1 MB"), (7_340_032, "7 MB"), (26_214_400, "25 MB")])
def test_file_sizes(size, expected, language):
    assert format_file_size(size, language) == expected.replace(" ", "\N{NO-BREAK SPACE}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_are_written_as_in_the_united_states(language):
    assert format_number(12011, language) == "12,011"
    assert format_money(490050, "usd", language) == "$4,900.50"


@pytest.mark.parametrize(("hour", "english", "spanish"), [
    (5, "Nov 21, 2026, 12:07 AM", "21 nov 2026, 0:07"), (17, "Nov 21, 2026, 12:07 PM", "21 nov 2026, 12:07"),
    (23, "Nov 21, 2026, 6:07 PM", "21 nov 2026, 18:07")])
def test_moments_by_the_clock_of_the_time_zone(hour, english, spanish):
    moment = datetime(2026, 11, 21, hour, 7, tzinfo=UTC)

    assert format_moment(moment, "America/New_York", "en") == english
    assert format_moment(moment, "America/New_York", "es") == spanish


@pytest.mark.parametrize(("zone", "english", "spanish"), [
    ("America/New_York", "1:00 PM Eastern Time", "13:00 hora oriental"),
    ("US/Eastern", "1:00 PM Eastern Time", "13:00 hora oriental"),
    ("America/Phoenix", "10:00 AM Mountain Time", "10:00 hora de las Montañas Rocosas"),
    ("UTC", "5:00 PM UTC", "17:00 UTC")])
def test_moments_with_the_name_of_the_zone(zone, english, spanish):
    moment = datetime(2026, 7, 21, 17, tzinfo=UTC)

    assert format_moment_with_zone(moment, zone, "en") == f"Jul 21, 2026, {english}"
    assert format_moment_with_zone(moment, zone, "es") == f"21 jul 2026, {spanish}"


@pytest.mark.parametrize(("hours", "expected", "spanish"), [
    (-1, "1 minute", "1 minuto"), (1.99, "119 minutes", "119 minutos"), (2, "2 hours", "2 horas"),
    (47.9, "47 hours", "47 horas"), (48, "2 days", "2 días"), (24 * 10 + 23, "10 days", "10 días"),
    (24 * 400, "400 days", "400 días"),
])
def test_a_span_is_not_rounded_up(hours, expected, spanish):
    assert [format_span(timedelta(hours=hours), language) for language in ("en", "es")] == [expected, spanish]
