"""How many matters a platform has, and which of them are linked. Nothing is brought over from there."""

from intake.integrations.models import IntegrationLink
from intake.integrations.states import MATTER

_LISTED = 200
"""How many linked matters the log names."""


def pull_matters(platform, integration, run, line, client):
    """All matters there were counted, page by page. Gives the counts for the log; raises a `PlatformError`.

    What was counted so far stands in the log, so a run that was cut off goes on with the next page.
    """
    found = {"matters": 0, "linked": 0, "linked_ids": [], "next": None} | run.details.get("pulled", {})
    while True:
        page = client.matters(found["next"])
        linked = sorted(IntegrationLink.taken(integration, MATTER, page.ids)) if page.ids else []
        found = {"matters": found["matters"] + len(page.ids), "linked": found["linked"] + len(linked),
                 "linked_ids": (found["linked_ids"] + linked)[:_LISTED], "next": page.next}
        run.change(details=run.details | {"pulled": found}, waits=0)
        if page.next is None:
            return {"pulled": {name: value for name, value in found.items() if name != "next"}}
