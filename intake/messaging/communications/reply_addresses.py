"""The addresses to which clients reply by mail. A token in them tells the reply's matter and client."""

from intake.gateways.reply_addresses import answered_id, reply_address

from .models import Communication

_PURPOSE = "reply"


def reply_address_of(communication):
    """Return the reply address of the message; None unless this installation receives mail and it is to a client."""
    return reply_address(_PURPOSE, communication.id) if isinstance(communication, Communication) else None


def replied_to(addresses):
    """Return the id of the message that a mail to these addresses, a text, answers; None if none is ours."""
    return answered_id(_PURPOSE, Communication.prefix, addresses)
