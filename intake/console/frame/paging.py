"""The pages of lists, as requested in the address."""

from datetime import UTC
from urllib.parse import quote, urlencode

from flask import request
from peewee import fn

from intake.core.ids import is_id
from intake.core.schemas import Page
from intake.web.forms import page_number


def page_of(rows, per_page):
    """Return the requested page of a query, counted in the same statement; the first page if it is empty."""
    counted = rows.select_extend(fn.COUNT(1).over().alias("total"))
    number = page_number()
    found = list(counted.paginate(number, per_page))
    if not found and number > 1:  # deleted records may have emptied the last page
        number, found = 1, list(counted.paginate(1, per_page))
    return Page(found, found[0].total if found else 0, {"page": number, "per_page": per_page})


def place_of_next_page(rows, shown, column="created_at"):
    """Return the last shown row's place for the address of the next page, None if no row follows.

    It contains the row's date or moment and its id: the row may be moved or deleted before the next page is opened.
    """
    last = rows[shown - 1] if len(rows) > shown else None
    return f"{getattr(last, column).isoformat()}.{last.id}" if last else None


def place_in_address(name, kind):
    """Return the place in the address: (day or moment, as `kind` says, and id); None if there is none.

    Moments are only accepted in UTC, as `place_of_next_page` writes them: Python parses offsets that Postgres refuses.
    """
    text, _, id = request.args.get(name, "").rpartition(".")
    try:
        found = kind.fromisoformat(text)
    except ValueError:
        return None
    return (found, id) if is_id(id) and getattr(found, "tzinfo", UTC) == UTC else None


def address_of_last_page(values):
    """Return the address of the last page of the list among the values, if the requested page is behind it; else None.

    The records of that page may have been moved or deleted meanwhile, and an empty page would suggest that there are
    none.
    """
    past = next((each for each in values if isinstance(each, Page) and each.page > 1 and not each.rows), None)
    last = max(1, -(-past.total // past.per_page)) if past else 1
    query = request.args.to_dict(flat=False) | {"page": [str(last)]}
    return f"{quote(request.path)}?{urlencode(query, doseq=True)}" if past and last < past.page else None
