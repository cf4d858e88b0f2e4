"""The page of a matter: its header, and below it one of its tabs."""

from typing import NamedTuple

from intake.accounts.permissions.roles import COLLEAGUES, INTAKE
from intake.accounts.users.names import name_of
from intake.cases.holds.models import read_shown
from intake.cases.matters.retention import read_retention
from intake.console.frame.console_page import go_to
from intake.messaging.communications.channels import offered_channels
from intake.portal.links.states import OPEN
from intake.web.rendering import INTERACTIVE

from .models import fetch_matter

IN_DOUBT = "The link may have arrived: the connection broke while it was sent. Ask the client before you send it again."


class Tab(NamedTuple):
    """A tab: its English name, its page, its permission, and any condition on the matter."""

    name: str
    endpoint: str
    permission: str
    only_if: str | None = None


TABS = (
    Tab("Documents", "matters_pages.show", "documents:read"),
    Tab("Answers", "answers_tab.show", "matters:read"),
    Tab("Messages", "messages_tab.show", "matters:read"),
    Tab("Notes", "notes_tab.show", "matters:read"),
    Tab("Deadlines", "deadlines_tab.show", "matters:read"),
    Tab("Parties", "parties_tab.show", "matters:read"),
    Tab("Letters", "letters_tab.index", "matters:read"),
    Tab("Court forms", "forms_tab.show", "documents:read"),
    Tab("Activity", "activity_tab.show", "matters:read"),
    Tab("Sync", "sync_tab.show", "firms:read", "is_connected"),
)

NOTICES = {
    "active": "The matter is open again.",
    "closed": "The matter is closed.",
    "archived": "The matter is archived.",
    "converted": "The lead is a client now, and this is the matter. Its link was not sent.",
    "converted-sent": "The lead is a client now, and this is the matter. Its link is on its way.",
    "converted-letter": "The lead is a client now, and this is the matter. Its link was not sent; the letter is under "
                        "Letters.",
    "converted-sent-letter": "The lead is a client now, and this is the matter. Its link is on its way; the letter is "
                             "under Letters.",
    "requested": "Added to the client's list.",
    "asked-again": "It is on the client's list again. Tell them why, and answer what they wrote.",
    "moved": "It is in its new place.",
    "waived": "The client is not asked for it any more.",
    "handed-in": "The file has been handed in.",
    "storage": "The file storage cannot be reached. Please try again in a moment.",
    "applied": "The template's documents are requested.",
    "saved": "Saved.",
    "client-set": "The matter has its new client. Earlier links no longer work.",
    "corrected": "The answer is corrected. The client's answer stays in the history.",
    "deleted": "Deleted.",
    "made": "The link is made. If there was an earlier one, it no longer works.",
    "sent": "The link is sent.",
    "extended": "The link stays open longer.",
    "revoked": "The link no longer works.",
    "written": "The message is sent.",
    "queued": "The message is on its way.",
    "scheduled": "The message will be sent at that time.",
    "cancelled": "The message will not be sent.",
    "filling": "The form is being filled in.",
    "asked": "The client finds the questions at the intake link.",
    "fill-removed": "The filled form was removed.",
    "nothing-to-ask": "There is nothing in this form that the client could be asked.",
    "check-first": "Check for conflicts first: the firm sends no link before that.",
    "meanwhile": "That is not possible any more.",
    "syncing": "The sync has begun.",
    "not-connected": "The firm is not connected to this platform any more.",
    "inactive": "Only an active matter can have a link.",
    "not-sent": "The link is made, but it could not be sent.",
    "in-doubt": IN_DOUBT,
    "without-client": "The matter has no client to show it to.",
    "no-client": "The matter has no client to send a link to.",
}
"""Values of `done` and `failed` in the address, and the sentence for each."""

WITHOUT_LINK = dict.fromkeys(
    ("requested", "asked"), "Added to the list, which the client sees once they have a link that works.")
"""The sentences that are replaced while the client has no link that works."""


def matter_page(desk, matter_id, template, status=200, policy=INTERACTIVE, notices=NOTICES, **values):
    """Return the rendered tab below the matter's header. Raises `NotFound`.

    The template also gets `channels`, by which the client can be sent messages.
    """
    matter = fetch_matter(desk.caller, matter_id)
    tabs = [tab for tab in TABS if desk.may(tab.permission) and (not tab.only_if or getattr(matter, tab.only_if))]
    if not (matter.link and matter.link.state == OPEN):
        notices = notices | WITHOUT_LINK
    return desk.page(
        template, status, notices, policy=policy, matter=matter, tabs=tabs, holds=read_shown(matter.holds),
        retention=read_retention(matter.retention),
        channels=offered_channels(matter.client), attorney=_attorney(desk, matter), may_send_link=desk.may(INTAKE),
        **values)


def return_to(endpoint, matter_id, done=None, failed=None, anchor=None):
    """Return a redirect to a page of the matter, or a place on it, with a notice of success or failure."""
    return go_to(endpoint, matter_id=matter_id, done=done, failed=failed, _anchor=anchor)


def _attorney(desk, matter):
    """Return the name of the user in charge; None for people who may not see the firm's people."""
    return name_of(matter.attorney) if matter.attorney and desk.may(COLLEAGUES) else None
