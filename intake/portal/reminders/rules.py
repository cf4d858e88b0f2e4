"""Whether a client is reminded, when, and by which channels, for what sends reminders and for what shows them."""

from intake.cases.matters.states import ACTIVE
from intake.messaging.communications.channels import reachable_channels
from intake.messaging.communications.quiet_hours import DAY
from intake.messaging.communications.safety import allowed_channels, next_opening, wants_reminders
from intake.messaging.communications.states import EMAIL, SMS

OBSTACLES = NO_CLIENT, SUSPENDED, NOT_ACTIVE, PAUSED, ENDED, NO_LINK, EXPIRED, NOTHING_OPEN, NO_CHANNEL = (
    "no_client", "suspended", "not_active", "paused", "ended", "no_link", "expired", "nothing_open", "no_channel")
"""Why a client is not reminded."""

STOPPED, EXPLAINED = "stopped", "explained"
"""Why a client is reminded only if a person asks for it: the template's rules have ended, or the client has explained
why each open document is missing.
"""


def sending_time(due_at, zone, hours=DAY):
    """Return when a reminder that is due at this time is sent: at night it waits for the morning."""
    return next_opening(due_at, zone, hours) or due_at


def channels_for(firm, client, has_opted_out):
    """Return the channels that the firm has switched on, that reach the client and that the client allows.

    If the client allows none of those that reach them, one is returned all the same: the message then fails with
    `no_safe_channel`, so that the firm is notified.
    """
    switches = firm.settings_in_force
    wanted = {EMAIL: switches["email_notifications"], SMS: switches["sms_notifications"] and not has_opted_out}
    reachable = [channel for channel in reachable_channels(client) if wanted[channel]]
    return allowed_channels(client, reachable) or reachable[:1]


def obstacle(firm, matter, expires_at, is_anything_open, has_opted_out, moment):
    """Return which of `OBSTACLES` prevents reminding the matter's client now, or None.

    `expires_at` is when the intake link ends.
    """
    facts = {
        NO_CLIENT: matter.client is None, SUSPENDED: firm.is_stopped, NOT_ACTIVE: matter.status != ACTIVE,
        PAUSED: matter.reminders_paused, ENDED: matter.client and not wants_reminders(matter.client),
        NO_LINK: matter.link_public_part is None, EXPIRED: expires_at <= moment,
        NOTHING_OPEN: not is_anything_open}
    found = next((name for name, holds in facts.items() if holds), None)
    return found or (None if channels_for(firm, matter.client, has_opted_out) else NO_CHANNEL)
