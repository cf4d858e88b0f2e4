"""How many matters a platform has, and which of them are linked. Nothing is brought over from there."""

from intake.integrations.platforms.platform import PlatformUnavailable
from intake.integrations.platforms.states import MATTER

from .models import IntegrationLink

_LISTED = 200
"""How many linked matters the log names."""
_MOST_PAGES = 10_000


def pull_matters(platform, integration, run, line, client):
    """All matters there were counted, page by page. Gives the counts for the log; raises a `PlatformError`.

    What was counted so far stands in the log, so a run that was cut off goes on with the next page.
    """
    found = {"matters": 0, "linked": 0, "linked_ids": []} | run.details.get("pulled", {})
    place = {"pages": 0, "next": None, "mark": None} | run.details.get("place", {})
    while True:
        page = client.matters(place["next"])
        linked = sorted(IntegrationLink.taken(integration, MATTER, page.ids)) if page.ids else []
        found = {"matters": found["matters"] + len(page.ids), "linked": found["linked"] + len(linked),
                 "linked_ids": (found["linked_ids"] + linked)[:_LISTED]}
        if page.next is None:
            return {"pulled": found}
        place = _behind(place, page.next)
        run.change(details=run.details | {"pulled": found, "place": place}, waits=0)


def _behind(place, address):
    """The place of the next page. Raises `PlatformUnavailable` if the pages lead in a circle, or come to no end.

    A page is remembered whenever their number has doubled, so whoever walks in a circle comes by it.
    """
    pages = place["pages"] + 1
    if address == place["mark"] or pages == _MOST_PAGES:
        raise PlatformUnavailable("The list of matters comes to no end.")
    is_doubled = pages & (pages - 1) == 0
    return {"pages": pages, "next": address, "mark": address if is_doubled else place["mark"]}
