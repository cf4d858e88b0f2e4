"""`/api/v1/leads/:id/convert`."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.accounts.users.errors import NotAColleague
from intake.cases.clients.errors import DuplicateEmail
from intake.cases.matters.errors import DuplicateMatter, MatterLimitReached
from intake.core.errors import InvalidStatusTransition
from intake.core.http import accepts, raises, returns
from intake.engagement.leads.errors import LeadQuarantined
from intake.engagement.letters.errors import LetterIncomplete, LetterTooLong, LetterUnprintable
from intake.gateways.sealing import SealingNotInstalled
from intake.messaging.communications.errors import SendFailed

from . import actions
from .errors import ClientUncertain
from .schemas import ConversionIn, ConversionOut

conversions = Blueprint("conversions", __name__)


@conversions.post("")
@requires("matters:write", permission="opening")
@accepts(ConversionIn)
@returns(ConversionOut, status=201)
@raises(InvalidStatusTransition, LeadQuarantined, ClientUncertain, DuplicateEmail, DuplicateMatter, MatterLimitReached,
        NotAColleague, SendFailed, LetterIncomplete, LetterTooLong, LetterUnprintable, SealingNotInstalled)
def create(caller, lead_id, body):
    """Make a cleared lead a client with a matter and an intake link; a repetition returns the same records.

    A person who is already a client is linked. The intake link is sent by the channels, as for any matter. With
    `letter_template_id` the client also gets an engagement letter to sign.
    """
    return actions.convert(caller, lead_id, **body)
