"""The channels by which the link can be sent to the client, and previews of the messages."""

from datetime import timedelta

from intake.cases.matters.models import Matter
from intake.core.addresses import public_url
from intake.core.clock import now
from intake.messaging.communications.channels import require_channel
from intake.messaging.communications.errors import SendFailed
from intake.messaging.communications.message_texts import client_language, last_day, render_message
from intake.messaging.communications.safety import label_of
from intake.messaging.communications.states import CHANNELS, EMAIL
from intake.portal.links.states import LIFETIME_DAYS


def channels_to(client):
    """Return the channels that reach the client."""
    return [channel for channel in CHANNELS if _reaches(client, channel)]


def chosen_channels(draft):
    """Return the ticked channels of the client; before they were shown, those that the firm prefers."""
    channels = channels_to(draft.addressee)
    if draft.was_checklist_shown:
        return [channel for channel in channels if f"by_{channel}" in draft.ticked]
    by_sms = draft.desk.firm.settings_in_force["sms_notifications"]
    return [channel for channel in channels if channel == EMAIL or by_sms]


def preview(draft, channel):
    """Return the `RenderedMessage` for the channel in the client's language; its link does not exist yet."""
    client, language = draft.addressee, client_language(draft.addressee, draft.desk.firm)
    label = label_of(Matter(client=client), draft.desk.firm, language)
    return render_message("intake_link", channel, language, firm=draft.desk.firm, client=client, label=label,
                          link=public_url("/p/…"), **_asked_for(draft),
                          expires=last_day(draft.desk.firm, now() + timedelta(days=LIFETIME_DAYS), language))


def _asked_for(draft):
    try:
        documents = draft.wanted_documents
    except ValueError:
        documents = []
    return {"documents": [document["name"] for document in documents if document.get("required", True)],
            "form": bool(draft.template and draft.template.form)}


def _reaches(client, channel):
    try:
        require_channel(client, channel)
    except SendFailed:
        return False
    return True
