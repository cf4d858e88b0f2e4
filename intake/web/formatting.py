"""Telephone numbers and days as people write them, in English and Spanish."""

import re

from .translation import ENGLISH

_AMERICAN = re.compile(r"\+1([0-9]{3})([0-9]{3})([0-9]{4})")
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
           "December")
_MESES = ("enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre",
          "noviembre", "diciembre")


def format_phone(number):
    """A number in E.164 as people here write it."""
    return _AMERICAN.sub(r"(\1) \2-\3", number)


def format_date(day, language):
    """A day: November 21, 2026, in Spanish 21 de noviembre de 2026."""
    if language == ENGLISH:
        return f"{_MONTHS[day.month - 1]} {day.day}, {day.year}"
    return f"{day.day} de {_MESES[day.month - 1]} de {day.year}"
