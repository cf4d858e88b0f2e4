"""Reading Lawmatics' answers, envelopes of JSON:API: `{data: {id, attributes, relationships}, meta: {total_pages}}`."""

from intake.integrations.platforms.platform import PlatformUnavailable
from intake.integrations.platforms.sense import number, record


def one(told):
    """The one record that was answered. Raises `PlatformUnavailable` if it is none."""
    found = rows(told)
    if len(found) != 1:
        raise PlatformUnavailable("The answer holds no record.")
    return found[0]


def rows(told):
    """The records of an answer, each with its id as text and its attributes.

    Raises `PlatformUnavailable` if there are none.
    """
    data = record(told).get("data")
    found = data if isinstance(data, list) else [data]
    if not all(isinstance(row, dict) for row in found):
        raise PlatformUnavailable("The answer is not in Lawmatics' form.")
    return [{**row, "id": number(row.get("id")), "attributes": record(row.get("attributes"))} for row in found]


def next_page(told, page):
    """The number of the page behind this one; None if it was the last."""
    pages = record(told.get("meta")).get("total_pages")
    return page + 1 if isinstance(pages, int) and page < pages and told["data"] else None


def may_be_of(contact_id, row):
    """Whether the prospect is the contact's. One that does not tell whose it is, in either place, may be."""
    told = record(row.get("relationships")).get("contact")
    contacts = [record(record(told).get("data")).get("id")] if told else []
    contacts += [row["attributes"]["contact_id"]] if "contact_id" in row["attributes"] else []
    return not contacts or contact_id in map(str, contacts)
