"""Whether, when and under which name a client may be written to: their `contact_preferences`.

Unset preferences allow everything. Every message to a client is checked against them when it is sent.
"""

from datetime import time, timedelta

from intake.core.local_time import moment_at, to_local

from .message_texts import render_text


def allows(client, channel):
    """Whether the client may be written to by the channel."""
    return _preferences_of(client).get(channel, True)


def allowed_channels(client, reachable):
    """Return the channels among these that the client allows, or only the preferred one."""
    allowed = [channel for channel in reachable if allows(client, channel)]
    preferred = _preferences_of(client).get("preferred")
    return [preferred] if preferred in allowed else allowed


def wants_reminders(client):
    """Whether the client wants reminders of open items."""
    return _preferences_of(client).get("reminders", True)


def may_identify(client):
    """Whether messages to the client may name the firm."""
    return client is None or _preferences_of(client).get("identify", True)


def sender_name(firm, client):
    """Return the name used for the firm in messages to the client; empty if none may be."""
    if may_identify(client):
        return firm.settings_in_force["sender_name"] or firm.name
    return _preferences_of(client).get("neutral_name") or ""


def signature_of(firm, client):
    """Return the signature of every mail to the client; empty if it might reveal the firm."""
    return (firm.settings_in_force["mail_signature"] or "") if may_identify(client) else ""


def label_of(matter, firm, language):
    """Return the matter's name in messages to its client; empty if none may be given."""
    if matter.client_label:
        return f"“{matter.client_label}”"
    return render_text("case_label", language, firm=firm) if may_identify(matter.client) else ""


def own_hours_of(client):
    """Return the client's own contact hours, as `hours_of` does; None for any time."""
    hours = _preferences_of(client).get("hours")
    return (time.fromisoformat(hours["from"]), time.fromisoformat(hours["to"])) if hours else None


def hours_of(firm, client=None):
    """Return the hours in which the client may be sent messages, as times in the firm's zone; None for any time.

    The client's own hours take precedence over the firm's.
    """
    if hours := client and own_hours_of(client):
        return hours
    quiet = firm.settings_in_force["quiet_hours"]
    return (time.fromisoformat(quiet["to"]), time.fromisoformat(quiet["from"])) if quiet else None


def next_opening(moment, zone, hours):
    """Return when the hours, which may span midnight, next begin, in UTC; None if the moment is within them."""
    begin, end = hours
    here = to_local(moment, zone)
    has_begun, is_before_end = here.time() >= begin, here.time() < end
    if (has_begun and is_before_end) if begin < end else (has_begun or is_before_end):
        return None
    day = here.date() + timedelta(days=1) if has_begun else here.date()
    opening = moment_at(day, begin, zone)
    # Where clocks have just gone back, the first of two equal times is over.
    return opening if opening > moment else moment_at(day, begin.replace(fold=1), zone)


def _preferences_of(client):
    return client.contact_preferences or {}
