"""Whether, when and under which name a client may be written to: their `contact_preferences`.

What is not said is allowed. Every message to a client is checked against it when it is sent.
"""

from datetime import time, timedelta

from intake.core.local_time import moment_at, to_local

from .message_texts import render_text


def allows(client, channel):
    """Whether the client may be written to by the channel."""
    return _of(client).get(channel, True)


def allowed_channels(client, reachable):
    """Return those of the channels that the client allows, or the preferred one of them alone."""
    allowed = [channel for channel in reachable if allows(client, channel)]
    preferred = _of(client).get("preferred")
    return [preferred] if preferred in allowed else allowed


def wants_reminders(client):
    """Whether the client wants to be reminded of open items."""
    return _of(client).get("reminders", True)


def may_identify(client):
    """Whether messages to the client may say which firm they come from."""
    return client is None or _of(client).get("identify", True)


def sender_name(firm, client):
    """Return the name that stands for the firm in messages to the client; empty where none may."""
    if may_identify(client):
        return firm.settings_in_force["sender_name"] or firm.name
    return _of(client).get("neutral_name") or ""


def signature_of(firm, client):
    """Return what ends every mail to the client; nothing where it might say which firm it is."""
    return (firm.settings_in_force["mail_signature"] or "") if may_identify(client) else ""


def label_of(matter, firm, language):
    """Return what the matter is called towards its client, empty where nothing may be said."""
    if matter.client_label:
        return f"“{matter.client_label}”"
    return render_text("case_label", language, firm=firm) if may_identify(matter.client) else ""


def own_hours_of(client):
    """Return the hours that the client has named, as `hours_of` does; None for any time."""
    hours = _of(client).get("hours")
    return (time.fromisoformat(hours["from"]), time.fromisoformat(hours["to"])) if hours else None


def hours_of(firm, client=None):
    """Return the hours in which the client may be written to, as times in the firm's zone; None for any time.

    The hours that the client has named come before those in which the firm writes.
    """
    if hours := client and own_hours_of(client):
        return hours
    quiet = firm.settings_in_force["quiet_hours"]
    return (time.fromisoformat(quiet["to"]), time.fromisoformat(quiet["from"])) if quiet else None


def is_within(moment, zone, hours):
    """Whether the moment is in the hours, which may span midnight."""
    begin, end = hours
    here = to_local(moment, zone).time()
    return begin <= here < end if begin < end else here >= begin or here < end


def next_opening(moment, zone, hours):
    """Return when the hours begin next, in UTC, for a moment that is not in them."""
    here = to_local(moment, zone)
    day = here.date() + timedelta(days=1) if here.time() >= hours[0] else here.date()
    return moment_at(day, hours[0], zone)


def _of(client):
    return client.contact_preferences or {}
