"""The page of a list that the address asks for."""

import re

from flask import request
from peewee import fn

from intake.core.schemas import Page

_NUMBER = re.compile("[1-9][0-9]{0,5}")


def page_number():
    """Return the number of the page in the address, 1 for anything else than a number below a million."""
    text = request.args.get("page", "")
    return int(text) if _NUMBER.fullmatch(text) else 1


def page_of(rows, per_page):
    """Return the page of a query that the address asks for, counted in its statement; the first if it is empty."""
    counted = rows.select_extend(fn.COUNT(1).over().alias("total"))
    number = page_number()
    found = list(counted.paginate(number, per_page))
    if not found and number > 1:  # the last page may have gone with what was deleted
        number, found = 1, list(counted.paginate(1, per_page))
    return Page(found, found[0].total if found else 0, {"page": number, "per_page": per_page})
