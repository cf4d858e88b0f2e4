"""Actions on communications."""

from contextlib import suppress
from datetime import timedelta

from intake.accounts.audit.recording import current_actor, record_act
from intake.accounts.audit.states import CLIENT, SYSTEM
from intake.accounts.firms.models import Firm
from intake.cases.holds.checks import require_matter_not_held
from intake.cases.matters.link_tokens import conceal_links, reveal_link
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.db import UNAVAILABLE, db, map_constraint_errors
from intake.core.errors import Invalid, InvalidStatusTransition
from intake.core.plain_text import one_line
from intake.engine.tasks.actions import Postponed, plan
from intake.gateways.send_errors import UNKNOWN, Unavailable

from . import states
from .carriers import SECONDS_IN_REQUEST
from .channels import address_of, require_channel
from .client_delivery import deliver_to_client, is_client
from .delivery import DeliveryInProgress, fail
from .errors import IN_DOUBT, SendFailed
from .failures import WRITTEN_TO_ANOTHER
from .message_texts import client_language
from .models import Communication
from .quiet_hours import postponed_until
from .states import FAILED, OUTBOUND, QUEUED

_REQUEST_LEAD = timedelta(seconds=15)
"""How long the worker waits for the request that makes the first attempt."""


def write_to_client(scope, matter_id, channel, message, subject=None, send_at=None, written_to=None):
    """Send a message to the client of a matter, now or at the moment `send_at`, and return its `Communication`.

    It is not sent if `written_to` is the id of another client, whom the writer saw. The first attempt takes at most
    five seconds. If the carrier is unavailable, the message stays `queued`, and the worker retries for a day. Raises
    `NotFound`; `Invalid` for two intake links, or if `send_at` is not within a year from now; `SendFailed` if the
    message cannot be sent: then it is only recorded if the carrier refused it.
    """
    matter = Matter.fetch(scope, matter_id)
    if send_at is not None and not now() < send_at <= now() + states.LATEST:
        raise Invalid({"send_at": ["Must be within a year from now."]})
    if written_to and matter.client and not is_client(matter.client, written_to):
        raise SendFailed(WRITTEN_TO_ANOTHER, reason=states.OTHER_CLIENT)
    return _write(matter, channel, message, subject, send_at=send_at)


def send_again(scope, matter_id, communication_id):
    """Send a failed message again, to the client's present address, and return the new `Communication`.

    The matter's present intake link replaces the one in the text. Raises `NotFound`; `InvalidStatusTransition` unless
    it failed and was not sent again yet; `SendFailed` as `write_to_client`, and also if its link no longer exists or it
    was written to a former client of the matter.
    """
    failed = Communication.fetch_in(scope, matter_id, communication_id)
    if failed.direction != OUTBOUND or failed.status != FAILED:
        raise InvalidStatusTransition("Only a message that failed can be sent again.")
    matter = Matter.fetch(scope, matter_id)
    if matter.had_other_client_at(failed.created_at):
        raise SendFailed(WRITTEN_TO_ANOTHER, reason=states.OTHER_CLIENT)
    link = failed.link_public_part and matter.link_public_part
    if failed.link_public_part and not link:
        raise SendFailed("The intake link in the message no longer works.", reason=states.NO_LINK)
    message, subject = (reveal_link(text, link) for text in (failed.message, failed.subject))
    with map_constraint_errors(communications_retried_once=InvalidStatusTransition):
        return _write(matter, failed.channel, message, subject, retry_of=failed.id)


def cancel(scope, matter_id, communication_id):
    """Delete a message that was to be sent later.

    Raises `NotFound`, `OnHold`, `InvalidStatusTransition` if it was to be sent at once or its delivery has begun.
    """
    with db.atomic():
        require_matter_not_held(scope, matter_id)
        message = Communication.fetch_in(scope, matter_id, communication_id)
        if not message.delete_row(Communication.status == QUEUED, Communication.send_at.is_null(False),
                                  Communication.sending_since.is_null()):
            raise InvalidStatusTransition("Only a message that waits for its time can be cancelled.")
        record_act("communication.cancelled", message, matter_id=matter_id)


def _write(matter, channel, message, subject, send_at=None, **more):
    client = matter.client
    require_channel(client, channel)
    firm = Firm.fetch(matter.firm_id)
    send_at = send_at or postponed_until(firm, client)
    with db.atomic():
        communication = queue_communication(matter, client, channel, message, subject, send_at=send_at,
                                            due_at=send_at or now() + _REQUEST_LEAD,
                                            language=client_language(client, firm), **more)
    if send_at:
        return communication
    with suppress(Unavailable, DeliveryInProgress, Postponed, *UNAVAILABLE):  # queued; an error would ask for it again
        deliver_to_client(communication, SECONDS_IN_REQUEST, client_id=client.id)
    if communication.status == FAILED:
        in_doubt = IN_DOUBT if communication.error == UNKNOWN else None
        raise SendFailed(in_doubt, reason=communication.error, communication_id=communication.id)
    return communication


def queue_communication(matter, client, channel, message, subject=None, reminder_id=None, task="send_communication",
                        due_at=None, language=None, **more):
    """Create a queued message to the client and plan the `task` that sends it. Call inside a transaction.

    The default `language` of its layout is the client's, else the firm's. An intake link in the text is a secret, so a
    placeholder is stored instead. It is `automatic` unless somebody of the firm, or a program, acts. Raises `Invalid`
    for two links.
    """
    text, link = _without_link(message, subject)
    language = language or client_language(client, Firm.fetch(matter.firm_id))
    communication = Communication.create(
        firm_id=matter.firm_id, matter_id=matter.id, channel=channel, direction=OUTBOUND,
        to=address_of(client, channel), language=language, status=QUEUED,
        reminder_id=reminder_id, link_public_part=link, automatic=current_actor().type in (CLIENT, SYSTEM),
        **text, **more)
    plan(communication.firm_id, task, communication.id, client.id, due_at=due_at)
    record_act("communication.created", communication, matter_id=matter.id, channel=channel)
    return communication


def reword(communication, message, subject):
    """Change the text of a message that was not sent yet; its intake link stays the same."""
    communication.change(Communication.status == QUEUED, Communication.sending_since.is_null(),
                         **_without_link(message, subject)[0])


def _without_link(message, subject):
    """Return message and subject with a placeholder for an intake link, and the link's public part or None."""
    message, links = conceal_links(message)
    subject, links_in_subject = conceal_links(one_line(subject or ""))
    links |= links_in_subject
    if len(links) > 1:
        raise Invalid({"message": ["May contain only one intake link."]})
    return {"message": message, "subject": subject or None}, next(iter(links), None)


def record_carrier_status(communication_id, provider_id, word, code):
    """Record a status callback of Twilio, unless the communication has a later status.

    A communication that failed with the error `unknown` accepts any status.
    """
    communication = Communication.for_job(communication_id)
    status = states.CARRIER_STATUSES.get(word)
    if communication is None or status is None or communication.provider_id not in (None, provider_id):
        return
    allowed = Communication.status.in_(states.PRECEDING[status])
    if status != FAILED:
        allowed |= (Communication.status == FAILED) & (Communication.error == UNKNOWN)
    allowed &= Communication.direction == OUTBOUND
    values = {"sent_at": communication.sent_at or now(), "provider_id": provider_id}
    if status == FAILED:
        fail(communication, f"twilio {code or word}", allowed, **values)
    else:
        communication.change(allowed, status=status, error=None, **values)
