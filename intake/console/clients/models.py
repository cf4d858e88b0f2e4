"""The query for the messages on a client's page."""

from intake.cases.matters.models import Matter
from intake.core.tenancy import is_in_firm
from intake.messaging.communications.models import Communication

from .states import MESSAGES


def latest_messages(scope, client_id):
    """Return the latest messages of the client's matters that `scope` may see, each with its `matter`.

    One more than is shown is returned if there are more.
    """
    return (Communication.of(scope, Communication, Matter.id, Matter.title)
            .join(Matter, attr="matter",
                  on=(Matter.id == Communication.matter_id) & is_in_firm(Matter, Communication.firm_id))
            .where(Matter.client_id == client_id)
            .order_by(Communication.created_at.desc(), Communication.id.desc()).limit(MESSAGES + 1))
