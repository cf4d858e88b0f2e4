"""Telephone numbers, dates, numbers and file sizes in the customs of a language."""

from datetime import date, datetime, time, timedelta
from functools import cache, lru_cache

import phonenumbers
from babel import dates, numbers
from babel.numbers import format_decimal
from babel.units import format_unit

from intake.core.languages import locale_of_numbers
from intake.core.local_time import to_local

_KB, _MB = 1024, 1024 ** 2
_HOUR = 60
_CACHED_DATES = 2_000
"""How many formatted dates are cached: lists show the same ones again and again."""
_FIELDS = {"M": "month", "L": "month", "d": "day", "y": "year"}
"""The parts of a date by the first letter of their symbols in the CLDR."""


def format_phone(number: str | None) -> str:
    """Format a number in E.164: (518) 555-0142, or with its country code +52 55 1234 5678; unchanged without one.

    Where there is no number, the text is empty.
    """
    if not number:
        return ""
    try:
        parsed = phonenumbers.parse(number)
    except phonenumbers.NumberParseException:
        return number
    is_american = parsed.country_code == 1
    styles = phonenumbers.PhoneNumberFormat
    return phonenumbers.format_number(parsed, styles.NATIONAL if is_american else styles.INTERNATIONAL)


@lru_cache(_CACHED_DATES)
def format_date(day: date, language: str) -> str:
    """Format a date: November 21, 2026, in Spanish 21 de noviembre de 2026."""
    return dates.format_date(day, "long", locale=language)


@cache
def date_order(language: str) -> tuple[str, ...]:
    """Return `month`, `day` and `year` in the order in which `format_date` writes them."""
    tokens = dates.tokenize_pattern(dates.get_date_format("long", locale=language).pattern)
    symbols = [value[0] for kind, value in tokens if kind == "field"]
    return tuple(_FIELDS[symbol] for symbol in symbols if symbol in _FIELDS)


@lru_cache(_CACHED_DATES)
def format_short_date(day: date, language: str) -> str:
    """Format a date: Nov 21, 2026, in Spanish 21 nov 2026. Months have three letters; the CLDR has "sept"."""
    return dates.format_date(day, "medium", locale=language).replace(" sept ", " sep ")


def format_moment(moment: datetime, zone: str, language: str) -> str:
    """Format a moment by the clock of the time zone: Nov 21, 2026, 2:30 PM, in Spanish 21 nov 2026, 14:30."""
    there = to_local(moment, zone)
    return f"{format_short_date(there.date(), language)}, {format_time(there.time(), language)}"


def format_moment_with_zone(moment: datetime, zone: str, language: str) -> str:
    """Format a moment as `format_moment`, with its zone as people name it: Nov 21, 2026, 2:30 PM Eastern Time."""
    there = to_local(moment, zone)
    named = dates.get_timezone_name(there, "long", locale=language, zone_variant="generic")
    return f"{format_moment(moment, zone, language)} {'UTC' if named == 'GMT+00:00' else named}"


def format_zoned_moment(moment: datetime, zone: str, language: str) -> str:
    """Format a moment as `format_moment`, with the offset from UTC: Nov 21, 2026, 2:30 PM (UTC-05:00)."""
    return f"{format_moment(moment, zone, language)} (UTC{to_local(moment, zone).isoformat()[-6:]})"


def format_short_moment(moment: datetime, present: datetime, zone: str, language: str) -> str:
    """Format a moment as a time if it is on the same day as `present`, else as a date: 2:30 PM, or Nov 21, 2026."""
    there = to_local(moment, zone)
    is_today = there.date() == to_local(present, zone).date()
    return format_time(there.time(), language) if is_today else format_short_date(there.date(), language)


def format_time(clock: time, language: str) -> str:
    """Format a time of day: 2:30 PM, in Spanish 14:30."""
    # with an ordinary space before AM and PM
    return dates.format_time(clock, "short", locale=language).replace("\N{NARROW NO-BREAK SPACE}", " ")


def format_span(span: timedelta, language: str) -> str:
    """Format a duration: at least a minute, in hours from two hours on, in days from two days on.

    Nothing is rounded to a larger unit: to somebody who waits, 35 hours are not a day and ten days not a week.
    """
    minutes = max(1, span // timedelta(minutes=1))
    if minutes < 2 * _HOUR:
        return format_unit(minutes, "duration-minute", locale=language)
    if minutes < 48 * _HOUR:
        return format_unit(minutes // _HOUR, "duration-hour", locale=language)
    return format_unit(minutes // _HOUR // 24, "duration-day", locale=language)


def format_file_size(size: int, language: str) -> str:
    """Format a number of bytes: 2.3 MB."""
    if size < _KB:
        return f"{size}\N{NO-BREAK SPACE}B"
    number, unit = (size / _KB, "KB") if size < _MB else (size / _MB, "MB")
    digits = 0 if number >= 10 or unit == "KB" else 1
    return f"{format_decimal(round(number, digits), '0.#', locale=locale_of_numbers(language))}\N{NO-BREAK SPACE}{unit}"


def format_number(number: float, language: str) -> str:
    """Format a number: 12,011."""
    if -1000 < number < 1000 and isinstance(number, int):
        return str(number)
    return format_decimal(number, locale=locale_of_numbers(language))


def format_share(part: int, whole: int) -> str:
    """Format a part of a whole: 67%. Empty if the whole is 0."""
    return f"{(200 * part + whole) // (2 * whole)}%" if whole else ""


def format_money(amount: int, currency: str, language: str) -> str:
    """Format an amount in the currency's smallest unit: $49.00."""
    currency = currency.upper()
    value = amount / 10 ** numbers.get_currency_precision(currency)
    return numbers.format_currency(value, currency, locale=locale_of_numbers(language))
