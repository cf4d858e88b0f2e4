"""The channels by which a client can be written to."""

from intake.gateways.send_errors import NOT_CONFIGURED

from . import states
from .carriers import is_configured
from .errors import SendFailed
from .models import SmsOptOut
from .safety import allows
from .states import EMAIL, SMS


def require_channel(client, channel):
    """Raise `SendFailed` unless the client can be sent messages by this channel."""
    if client is None:
        raise SendFailed("The matter has no client to write to.", reason="no_client")
    if not address_of(client, channel):
        raise SendFailed(f"The client has no {'e-mail address' if channel == EMAIL else 'phone number'}.",
                         reason="no_address")
    if not allows(client, channel):
        raise SendFailed("The client does not want to be written to in this way.", reason=states.NO_SAFE_CHANNEL)
    if not is_configured(channel):
        raise SendFailed("This installation is not set up to send such messages.", reason=NOT_CONFIGURED)
    if channel == SMS and SmsOptOut.has(client.phone):
        raise SendFailed("This number asked to get no more SMS.", reason=states.OPTED_OUT)


def reachable_channels(client):
    """Return the channels by which this installation can reach the client, whether or not the client allows them."""
    return [channel for channel in states.CHANNELS
            if client and address_of(client, channel) and is_configured(channel)]


def offered_channels(client):
    """Return the channels by which a person may write to the client: those that work and that the client allows."""
    return [channel for channel in reachable_channels(client) if allows(client, channel)]


def address_of(client, channel):
    """Return the client's e-mail address or phone number for this channel, None if there is none."""
    return client.email if channel == EMAIL else client.phone
